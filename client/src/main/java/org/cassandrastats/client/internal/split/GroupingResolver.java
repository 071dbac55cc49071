/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.internal.split;

import com.datastax.oss.driver.api.core.metadata.schema.ColumnMetadata;
import com.datastax.oss.driver.api.core.metadata.schema.RelationMetadata;
import com.datastax.oss.driver.api.core.type.DataType;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.cassandrastats.client.api.StatsException;
import org.cassandrastats.client.internal.cql.Names;
import org.cassandrastats.client.internal.cql.PartitionValues;
import org.cassandrastats.client.internal.cql.Select;
import org.cassandrastats.client.internal.cql.Select.Expression;
import org.cassandrastats.client.internal.function.BucketFunction;
import org.cassandrastats.client.internal.function.Selection;
import org.cassandrastats.client.internal.range.KeyType;

/**
 * Finds out how a statement groups rows: by columns of the primary key in their order, of which any
 * may be left out, and at last by a function of time.
 */
final class GroupingResolver {
  private final RelationMetadata table;
  private final Select select;
  private final Optional<PartitionKeys> partitions;
  private final int fixed;
  private final boolean descending;
  private final List<ColumnMetadata> primaryKey;
  private final int partitionColumns;
  private final Set<Integer> grouped = new LinkedHashSet<>();

  /** The columns that have several values and are merged over. */
  private final Set<Integer> leftOut = new LinkedHashSet<>();

  private int next;

  /**
   * A resolver.
   *
   * @param fixed how many leading clustering columns have one value
   * @param descending whether the next one is read from the greatest key to the least
   */
  GroupingResolver(
      RelationMetadata table,
      Select select,
      Optional<PartitionKeys> partitions,
      int fixed,
      boolean descending) {
    this.table = table;
    this.select = select;
    this.partitions = partitions;
    this.fixed = fixed;
    this.descending = descending;
    this.primaryKey = table.getPrimaryKey();
    this.partitionColumns = table.getPartitionKey().size();
  }

  /** Reads a function that rows are grouped by. */
  interface BucketReader {
    BucketFunction read(Expression.Call call);
  }

  /** What is known of servers that group rows. */
  interface Servers {
    /** Why they do not group by a function; empty where they do. */
    Optional<String> refusal(String groupBy) throws InterruptedException;

    /** Whether buckets have so many rows that a request for each is less work than GROUP BY. */
    boolean haveWide(BucketFunction buckets) throws InterruptedException;
  }

  /**
   * How the rows are grouped.
   *
   * @param servers that group rows; empty where the client does
   * @throws StatsException if it is not by columns of the primary key in their order
   */
  Grouping resolve(BucketReader reader, Optional<Servers> servers) throws InterruptedException {
    if (select.groupBy().isEmpty()) {
      return Grouping.none();
    }
    List<Selection.Key> keys = new ArrayList<>();
    Optional<BucketFunction> bucket = Optional.empty();
    for (Expression expression : select.groupBy()) {
      if (bucket.isPresent()) {
        throw refused("expected the function of time at the end");
      }
      if (expression instanceof Expression.Column column) {
        DataType type = primaryKey.get(take(column.name())).getType();
        keys.add(new Selection.Key(column.cql(), column.cql(), type));
      } else if (expression instanceof Expression.Call call) {
        BucketFunction function = reader.read(call);
        requireClustering(function);
        bucket = Optional.of(function);
        keys.add(new Selection.Key(function.cql(), function.cql(), function.type()));
      } else {
        throw refused("expected columns of the primary key, then at most a function of time");
      }
    }
    requirePartitionKey();
    int ofPartition = (int) grouped.stream().filter(index -> index < partitionColumns).count();
    boolean inside = keys.size() > ofPartition;
    requireNarrow(bucket);
    String clause = servers.isPresent() ? clause(inside, bucket) : "";
    boolean bounded =
        bucket.isPresent() && servers.isPresent() && isBounded(bucket.get(), clause, servers.get());
    if (bucket.isPresent() && (bounded || servers.isEmpty())) {
      int last = keys.size() - 1;
      Selection.Key key = keys.get(last);
      keys.set(last, new Selection.Key(key.cql(), bucket.get().rowSelector(), key.type()));
    }
    return new Grouping(
        true,
        keys,
        ofPartition,
        bounded ? "" : clause,
        bucket,
        bounded,
        leftOut.stream().anyMatch(index -> index < partitionColumns),
        isCollected(inside),
        descending);
  }

  /** The columns of the partition key by which rows are grouped, by their index in it. */
  Set<Integer> ofPartition() {
    return Set.copyOf(grouped.stream().filter(index -> index < partitionColumns).toList());
  }

  private int take(String name) {
    int index = -1;
    for (int i = 0; i < primaryKey.size(); i++) {
      index = primaryKey.get(i).getName().asInternal().equals(name) ? i : index;
    }
    if (index < next) {
      throw refused(
          "expected columns of the primary key (%s) in their order"
              .formatted(Names.cql(primaryKey)));
    }
    leaveOut(index);
    grouped.add(index);
    next = index + 1;
    return index;
  }

  private void leaveOut(int upTo) {
    for (int i = next; i < upTo; i++) {
      if (!hasOneValue(i)) {
        leftOut.add(i);
      }
    }
  }

  private boolean hasOneValue(int index) {
    return index < partitionColumns
        ? partitions.map(keys -> keys.isFixed(index)).orElse(false)
        : index - partitionColumns < fixed;
  }

  private void requireClustering(BucketFunction function) {
    int index = take(function.column());
    if (index < partitionColumns) {
      throw refused("expected a function of a clustering column");
    }
  }

  private void requirePartitionKey() {
    leaveOut(Math.max(next, partitionColumns));
  }

  /**
   * Whether groups come again. Those of named partitions come in the order of the partition key; in
   * them, the times of days that are read one after the other follow each other.
   */
  private boolean isCollected(boolean inside) {
    if (leftOut.isEmpty()) {
      return false;
    }
    if (partitions.isEmpty() || leftOut.stream().anyMatch(index -> index >= partitionColumns)) {
      return true;
    }
    List<Integer> clustering =
        grouped.stream().filter(i -> i >= partitionColumns && !hasOneValue(i)).toList();
    boolean ordered =
        leftOut.stream().allMatch(this::isOfDates)
            && clustering.size() <= 1
            && clustering.stream()
                .allMatch(i -> KeyType.of(primaryKey.get(i).getType()).isPresent());
    return inside && !ordered;
  }

  private boolean isOfDates(int index) {
    String name = primaryKey.get(index).getName().asInternal();
    return select.partitions().stream()
        .anyMatch(values -> values.column().equals(name) && !values.dates().isEmpty());
  }

  private void requireNarrow(Optional<BucketFunction> bucket) {
    for (PartitionValues values : select.partitions()) {
      boolean isGrouped =
          grouped.stream()
              .anyMatch(i -> primaryKey.get(i).getName().asInternal().equals(values.column()));
      if (isGrouped && bucket.isPresent() && bucket.get().isWiderThan(values.millis())) {
        throw refused(
            "its buckets are wider than the partitions %s. Leave %s out of GROUP BY to merge them"
                .formatted(values.text(), values.column()));
      }
    }
  }

  /**
   * The clause for servers: whole partition keys in any case, so that requests may name several.
   */
  private String clause(boolean inside, Optional<BucketFunction> bucket) {
    if (!inside) {
      return partitions.isPresent() ? "" : " GROUP BY " + Names.cql(table.getPartitionKey());
    }
    int columns = bucket.isPresent() ? next - 1 : next;
    String names = Names.cql(primaryKey.subList(0, columns));
    return " GROUP BY " + names + bucket.map(function -> ", " + function.cql()).orElse("");
  }

  private boolean isBounded(BucketFunction function, String clause, Servers servers)
      throws InterruptedException {
    Optional<String> why = servers.refusal(clause);
    boolean splits =
        next - 1 - partitionColumns == fixed && partitions.isPresent() && function.isComputed();
    if (why.isEmpty()) {
      return splits && servers.haveWide(function);
    }
    if (!splits) {
      throw new StatsException(
          "GROUP BY %s needs the server jar on every node here (%s). Without it, expected the whole partition key with = or IN, clustering columns before %s with =, and a timestamp, date or bigint; or the client lane."
              .formatted(function.cql(), why.get(), function.column()));
    }
    return true;
  }

  private StatsException refused(String why) {
    return new StatsException(
        "GROUP BY %s cannot be split: %s."
            .formatted(
                String.join(", ", select.groupBy().stream().map(Expression::cql).toList()), why));
  }
}
