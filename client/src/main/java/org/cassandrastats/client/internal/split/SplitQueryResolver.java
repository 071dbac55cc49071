/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.internal.split;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.metadata.schema.ClusteringOrder;
import com.datastax.oss.driver.api.core.metadata.schema.ColumnMetadata;
import com.datastax.oss.driver.api.core.metadata.schema.RelationMetadata;
import com.datastax.oss.driver.api.core.type.codec.registry.CodecRegistry;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.cassandrastats.client.api.StatsException;
import org.cassandrastats.client.internal.cql.Names;
import org.cassandrastats.client.internal.cql.PartitionValues;
import org.cassandrastats.client.internal.cql.Select;
import org.cassandrastats.client.internal.function.BucketCall;
import org.cassandrastats.client.internal.function.PackFunctions;
import org.cassandrastats.client.internal.function.Selection;
import org.cassandrastats.client.internal.function.SelectionCompiler;
import org.cassandrastats.client.internal.function.TableColumns;
import org.cassandrastats.client.internal.request.Requests;
import org.cassandrastats.client.internal.request.Requests.Condition;
import org.cassandrastats.client.internal.request.SelectedTable;
import org.cassandrastats.client.internal.rows.RowReading;

/** Finds out what a statement reads, and refuses what cannot be cut. */
public final class SplitQueryResolver {
  private final RelationMetadata table;
  private final Select select;
  private final ConditionValues values;
  private final List<Select.Relation> remaining;

  private SplitQueryResolver(RelationMetadata table, Select select, ConditionValues values) {
    this.table = table;
    this.select = select;
    this.values = values;
    this.remaining = new ArrayList<>(select.relations());
  }

  /**
   * What a statement reads.
   *
   * @param readsRows whether the client computes the answers of rows; else servers do
   * @throws StatsException if there is no such table, or it cannot be cut as the statement says
   */
  public static SplitQuery resolve(Requests requests, Select select, boolean readsRows)
      throws InterruptedException {
    CqlSession session = requests.session();
    CodecRegistry codecs = session.getContext().getCodecRegistry();
    return new SplitQueryResolver(
            SelectedTable.of(session, select), select, new ConditionValues(codecs, requests))
        .splitQuery(PackFunctions.all(), requests.options().functionsKeyspace(), readsRows);
  }

  private SplitQuery splitQuery(
      PackFunctions functions, String functionsKeyspace, boolean readsRows)
      throws InterruptedException {
    select.partitions().forEach(this::addPartitions);
    values.readAll(remaining, relation -> column(relation.column()).getType());
    Optional<PartitionKeys> partitions = partitions();
    List<ColumnMetadata> clustering = new ArrayList<>(table.getClusteringColumns().keySet());
    List<Condition> fixed = partitions.isEmpty() ? List.of() : fixed(clustering);
    Optional<ColumnMetadata> split =
        fixed.size() < clustering.size()
            ? Optional.of(clustering.get(fixed.size()))
            : Optional.empty();
    Condition lower = partitions.isEmpty() ? null : limit(split, ">");
    Condition upper = partitions.isEmpty() ? null : limit(split, "<");
    OrderResolver order = new OrderResolver(table, select);
    boolean reversed = order.isReversed(partitions, fixed.size());
    boolean descending =
        split.isPresent()
            && (table.getClusteringColumns().get(split.get()) == ClusteringOrder.DESC) != reversed;
    GroupingResolver groups =
        new GroupingResolver(table, select, partitions, fixed.size(), descending);
    Grouping grouping =
        groups.resolve(
            call ->
                new BucketCall(
                        call, new TableColumns(table, Set.of()), functionsKeyspace, values::millis)
                    .function(),
            readsRows
                ? Optional.empty()
                : Optional.of(
                    new TableServers(
                        table, values.requests(), partitions, inside(fixed, lower, upper))));
    requireLimits(grouping);
    Selection selection =
        new SelectionCompiler(
                functions,
                functionsKeyspace,
                new TableColumns(table, selectable(partitions, fixed.size())))
            .compile(select.selectors(), grouping.keys());
    refuseStaticOnly();
    return new SplitQuery(
        table,
        selection,
        partitions.map(
            keys ->
                grouping.isGrouped() && grouping.acrossPartitions()
                    ? keys.groupedBy(groups.ofPartition(), descending)
                    : keys),
        fixed,
        split,
        lower,
        upper,
        others(clustering),
        grouping,
        reversed,
        order.isOfResult(partitions) ? select.result() : select.result().inOrderOfRows(),
        readsRows ? Optional.of(reading(selection, grouping)) : Optional.empty());
  }

  private RowReading reading(Selection selection, Grouping grouping) {
    List<String> keys = selection.selectors().subList(0, grouping.keys().size());
    RowReading reading =
        new RowReading(
            grouping.isGrouped(),
            keys,
            grouping.bucket().isPresent()
                ? grouping.bucket().get()::ofRows
                : UnaryOperator::identity,
            selection.columns().stream()
                .skip(keys.size())
                .map(column -> column.rows().get())
                .toList(),
            Names.cql(table.getPartitionKey().get(0).getName()));
    return grouping.collected() && grouping.isInsidePartitions() ? reading.ofRowsOnly() : reading;
  }

  private void addPartitions(PartitionValues range) {
    ColumnMetadata column = column(range.column());
    if (!table.getPartitionKey().contains(column)) {
      throw new StatsException(
          "The partitions %s: expected a column of the partition key (%s)."
              .formatted(range.text(), Names.cql(table.getPartitionKey())));
    }
    List<Select.Relation> each = new ArrayList<>();
    for (Object value : range.values(column.getType())) {
      each.add(new Select.Relation(range.column(), "=", String.valueOf(value), true, value));
    }
    remaining.add(new Select.Relation(range.column(), "IN", range.text(), false, each));
  }

  /** Takes the conditions that name partitions; empty for the whole table. */
  private Optional<PartitionKeys> partitions() throws InterruptedException {
    List<ColumnMetadata> key = table.getPartitionKey();
    List<Optional<Select.Relation>> found = new ArrayList<>();
    for (ColumnMetadata column : key) {
      found.add(take(column, "=", "IN"));
    }
    if (found.stream().anyMatch(Optional::isEmpty)) {
      // They may be allowed to filter the whole table.
      found.forEach(relation -> relation.ifPresent(remaining::add));
      boolean none = found.stream().allMatch(Optional::isEmpty);
      if (!none && !select.result().allowFiltering()) {
        throw new StatsException(
            "The partition key is (%s): expected all of its columns with = or IN, or none for the whole table."
                .formatted(Names.cql(key)));
      }
      return Optional.empty();
    }
    List<List<ByteBuffer>> all = new ArrayList<>();
    for (int i = 0; i < key.size(); i++) {
      all.add(values.distinct(found.get(i).orElseThrow(), key.get(i).getType()));
    }
    return Optional.of(PartitionKeys.of(table, all));
  }

  private static List<Condition> inside(List<Condition> fixed, Condition lower, Condition upper) {
    List<Condition> inside = new ArrayList<>(fixed);
    Stream.of(lower, upper).filter(Objects::nonNull).forEach(inside::add);
    return inside;
  }

  /** Of such a statement Cassandra reads one row for each partition, and lets nobody cut it. */
  private void refuseStaticOnly() {
    List<ColumnMetadata> columns =
        select.selectors().stream()
            .flatMap(selector -> selector.expression().columns())
            .map(this::column)
            .filter(column -> !table.getPartitionKey().contains(column))
            .toList();
    if (!columns.isEmpty() && columns.stream().allMatch(ColumnMetadata::isStatic)) {
      throw new StatsException(
          "Only static columns are selected, of which each partition has one value: send the statement to Cassandra as it is.");
    }
  }

  private void requireLimits(Grouping grouping) {
    if (select.result().perPartitionLimit() > 0
        && (!grouping.isGrouped() || grouping.acrossPartitions() || grouping.collected())) {
      throw new StatsException(
          "PER PARTITION LIMIT counts the groups of a partition: expected GROUP BY the partition key, then clustering columns or a function of time.");
    }
  }

  private Set<String> selectable(Optional<PartitionKeys> partitions, int fixed) {
    Set<String> selectable = new HashSet<>();
    for (int i = 0; i < table.getPartitionKey().size(); i++) {
      int column = i;
      if (partitions.map(keys -> keys.isFixed(column)).orElse(false)) {
        selectable.add(table.getPartitionKey().get(i).getName().asInternal());
      }
    }
    table.getClusteringColumns().keySet().stream()
        .limit(fixed)
        .forEach(column -> selectable.add(column.getName().asInternal()));
    return selectable;
  }

  /** Takes the conditions that give leading columns one value. */
  private List<Condition> fixed(List<ColumnMetadata> columns) throws InterruptedException {
    List<Condition> fixed = new ArrayList<>();
    for (ColumnMetadata column : columns) {
      Optional<Select.Relation> relation = take(column, "=", "=");
      if (relation.isEmpty()) {
        break;
      }
      fixed.add(condition(column, relation.get()));
    }
    return fixed;
  }

  private Condition limit(Optional<ColumnMetadata> split, String operator)
      throws InterruptedException {
    Optional<Select.Relation> relation =
        split.flatMap(column -> take(column, operator, operator + "="));
    return relation.isEmpty() ? null : condition(split.orElseThrow(), relation.get());
  }

  private Optional<Select.Relation> take(
      ColumnMetadata column, String operator, String alternative) {
    String name = column.getName().asInternal();
    List<Select.Relation> found =
        remaining.stream()
            .filter(relation -> relation.column().equals(name))
            .filter(
                relation ->
                    relation.operator().equals(operator) || relation.operator().equals(alternative))
            .toList();
    if (found.size() > 1) {
      throw new StatsException(
          "%s and %s: expected one of them.".formatted(found.get(0), found.get(1)));
    }
    remaining.removeAll(found);
    return found.stream().findFirst();
  }

  /** What is left: conditions on other columns, and all that the statement allows to filter by. */
  private List<Condition> others(List<ColumnMetadata> clustering) throws InterruptedException {
    List<Condition> others = new ArrayList<>();
    for (Select.Relation relation : remaining) {
      ColumnMetadata column = column(relation.column());
      if (relation.operator().equals("IN")) {
        throw new StatsException(
            "%s: expected IN on columns of the partition key (%s) only, which has to be given in full."
                .formatted(relation, Names.cql(table.getPartitionKey())));
      }
      if (select.result().allowFiltering()) {
        others.add(condition(column, relation));
        continue;
      }
      if (table.getPartitionKey().contains(column)) {
        throw new StatsException(
            "%s: expected the partition key (%s) with = or IN, or no condition on it."
                .formatted(relation, Names.cql(table.getPartitionKey())));
      }
      if (clustering.contains(column)) {
        throw new StatsException(
            "%s needs filtering: expected ALLOW FILTERING, or the partition key with = or IN, then clustering columns with = in their order (%s), then limits of the next one."
                .formatted(relation, Names.cql(clustering)));
      }
      others.add(condition(column, relation));
    }
    return others;
  }

  private Condition condition(ColumnMetadata column, Select.Relation relation)
      throws InterruptedException {
    return new Condition(
        Names.cql(column.getName()), relation.operator(), values.bytes(relation, column.getType()));
  }

  private ColumnMetadata column(String name) {
    return TableColumns.column(table, name);
  }
}
