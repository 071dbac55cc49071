/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.internal.split;

import com.datastax.oss.driver.api.core.metadata.schema.ClusteringOrder;
import com.datastax.oss.driver.api.core.metadata.schema.ColumnMetadata;
import com.datastax.oss.driver.api.core.metadata.schema.RelationMetadata;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.cassandrastats.client.internal.cql.Names;
import org.cassandrastats.client.internal.cql.Select;
import org.cassandrastats.client.internal.function.Selection;
import org.cassandrastats.client.internal.range.KeyType;
import org.cassandrastats.client.internal.range.Range.Cut;
import org.cassandrastats.client.internal.request.Requests.Condition;
import org.cassandrastats.client.internal.rows.RowReading;

/**
 * What a query reads.
 *
 * @param table the table
 * @param selection what is asked of the servers
 * @param partitions that are named; empty for the whole table
 * @param fixed conditions that give leading clustering columns one value
 * @param split the first clustering column after these; empty if there is none
 * @param lower the lower limit of that column, or null
 * @param upper its upper limit, or null
 * @param others further conditions
 * @param grouping how rows are grouped
 * @param reversed whether partitions are read against the order in which they are stored
 * @param result what is wanted of the groups; its order is that of columns of the result
 * @param rows what is read of rows where the client makes the groups; empty where servers do
 */
public record SplitQuery(
    RelationMetadata table,
    Selection selection,
    Optional<PartitionKeys> partitions,
    List<Condition> fixed,
    Optional<ColumnMetadata> split,
    Condition lower,
    Condition upper,
    List<Condition> others,
    Grouping grouping,
    boolean reversed,
    Select.Result result,
    Optional<RowReading> rows) {

  public boolean isWholeTable() {
    return partitions.isEmpty();
  }

  /** Whether the rows of a partition can be cut at the keys of a clustering column. */
  public boolean isCut() {
    return split.flatMap(column -> KeyType.of(column.getType())).isPresent();
  }

  /** The same reading of one partition only. */
  public SplitQuery ofPartition(List<ByteBuffer> key) {
    return of(key, fixed, split);
  }

  /**
   * The same reading of a part of one partition only, where the whole table was to be read.
   *
   * @param key the values of the partition key, and of leading clustering columns
   */
  public SplitQuery ofSeries(List<ByteBuffer> key) {
    int partition = table.getPartitionKey().size();
    List<ColumnMetadata> clustering = List.copyOf(table.getClusteringColumns().keySet());
    List<Condition> leading = new ArrayList<>();
    for (int i = partition; i < key.size(); i++) {
      leading.add(Condition.equal(clustering.get(i - partition).getName(), key.get(i)));
    }
    return of(
        key.subList(0, partition), leading, clustering.stream().skip(leading.size()).findFirst());
  }

  /** The same reading of one partition only, within other limits. */
  public SplitQuery ofPartition(List<ByteBuffer> key, Condition from, Condition until) {
    return of(key, fixed, split, from, until);
  }

  private SplitQuery of(
      List<ByteBuffer> partition, List<Condition> leading, Optional<ColumnMetadata> next) {
    return of(partition, leading, next, lower, upper);
  }

  private SplitQuery of(
      List<ByteBuffer> partition,
      List<Condition> leading,
      Optional<ColumnMetadata> next,
      Condition from,
      Condition until) {
    return new SplitQuery(
        table,
        selection,
        Optional.of(PartitionKeys.single(table, partition)),
        leading,
        next,
        from,
        until,
        others,
        grouping,
        reversed,
        result,
        rows);
  }

  /** The columns of the partition key, and the leading clustering columns that have one value. */
  public List<ColumnMetadata> seriesKey() {
    List<ColumnMetadata> columns = new ArrayList<>(table.getPartitionKey());
    table.getClusteringColumns().keySet().stream().limit(fixed.size()).forEach(columns::add);
    return columns;
  }

  /** The name of the table in CQL. */
  public String from() {
    return Names.cql(table);
  }

  /** The statement up to WHERE that asks for aggregates. */
  public String select() {
    return select(selection.selectors());
  }

  /** The statement up to WHERE that asks for selectors. */
  String select(List<String> selectors) {
    return "SELECT " + String.join(", ", selectors) + " FROM " + from();
  }

  /** The columns of the partition key in CQL. */
  public String partitionKey() {
    return Names.cql(table.getPartitionKey());
  }

  /** The conditions that every request inside the first partition has. */
  public List<Condition> insidePartition() {
    return insidePartition(0);
  }

  /** The conditions that every request inside a partition has. */
  public List<Condition> insidePartition(int partition) {
    List<Condition> conditions = new ArrayList<>(partitions.orElseThrow().conditions(partition));
    conditions.addAll(fixed);
    if (!isCut()) {
      Stream.of(lower, upper).filter(Objects::nonNull).forEach(conditions::add);
    }
    return conditions;
  }

  /** What is known of the groups of a partition without reading its rows. */
  public List<ByteBuffer> groupOf(int partition) {
    Map<String, ByteBuffer> known = new HashMap<>();
    insidePartition(partition).forEach(equal -> known.put(equal.left(), equal.value()));
    List<ByteBuffer> group = new ArrayList<>();
    selection.selectors().forEach(selector -> group.add(known.get(selector)));
    return group;
  }

  /** What is read of the rows of a partition that is named: of its key nothing. */
  RowReading rowsOf(int partition) {
    Map<String, ByteBuffer> known = new HashMap<>();
    for (Condition equal : partitions.orElseThrow().conditions(partition)) {
      known.put(equal.left(), equal.value());
    }
    return rows.orElseThrow().of(known);
  }

  /** What follows the conditions of a request for aggregates. */
  public String tail() {
    return grouping.clause()
        + (reversed ? backwards() : "")
        + (result.allowFiltering() ? " ALLOW FILTERING" : "");
  }

  /** Whether the clustering column that is cut is stored from the greatest key to the least. */
  public boolean isDescending() {
    return split
        .map(column -> table.getClusteringColumns().get(column) == ClusteringOrder.DESC)
        .orElse(false);
  }

  /** Whether it is read from the greatest key to the least. */
  public boolean isReadDescending() {
    return isDescending() != reversed;
  }

  /** The clause that reads a partition backwards. */
  public String backwards() {
    ColumnMetadata last = split.orElseThrow();
    List<String> columns = new ArrayList<>();
    for (var entry : table.getClusteringColumns().entrySet()) {
      columns.add(
          Names.cql(entry.getKey().getName())
              + (entry.getValue() == ClusteringOrder.ASC ? " DESC" : " ASC"));
      if (entry.getKey().equals(last)) {
        break;
      }
    }
    return " ORDER BY " + String.join(", ", columns);
  }

  /** The place where a limit begins or ends what is read. */
  public static <K> Cut<K> cut(Condition limit, K key) {
    boolean after = limit.operator().equals(">") || limit.operator().equals("<=");
    return after ? Cut.after(key) : Cut.before(key);
  }
}
