/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.internal.split;

import com.datastax.oss.driver.api.core.metadata.schema.ColumnMetadata;
import com.datastax.oss.driver.api.core.metadata.schema.RelationMetadata;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.cassandrastats.client.api.StatsException;
import org.cassandrastats.client.internal.cql.Names;
import org.cassandrastats.client.internal.cql.PartitionValues;
import org.cassandrastats.client.internal.request.Requests.Condition;

/**
 * The partitions that a statement names: each combination of the values of the columns of the key.
 */
public final class PartitionKeys {
  private final RelationMetadata table;
  private final List<List<ByteBuffer>> values;
  private final int[] slowestFirst;
  private final int size;

  private PartitionKeys(RelationMetadata table, List<List<ByteBuffer>> values, int[] slowestFirst) {
    this.table = table;
    this.values = values.stream().map(List::copyOf).toList();
    this.slowestFirst = slowestFirst;
    long product = 1;
    for (List<ByteBuffer> column : values) {
      product = Math.min(PartitionValues.MOST + 1L, product * column.size());
    }
    if (product > PartitionValues.MOST) {
      throw new StatsException(
          "More than %,d partitions are named: expected fewer.".formatted(PartitionValues.MOST));
    }
    this.size = (int) product;
  }

  /**
   * All combinations.
   *
   * @param values of each column of the partition key, in their order
   */
  static PartitionKeys of(RelationMetadata table, List<List<ByteBuffer>> values) {
    int[] order = new int[values.size()];
    Arrays.setAll(order, i -> i);
    return new PartitionKeys(table, values, order);
  }

  /** The partition of a key. */
  static PartitionKeys single(RelationMetadata table, List<ByteBuffer> key) {
    return of(table, key.stream().map(List::of).toList());
  }

  /**
   * The same partitions, in an order in which those are neighbours that have values of some columns
   * in common.
   *
   * @param columns by their index in the partition key
   * @param descending whether the values of the others descend
   */
  PartitionKeys groupedBy(Set<Integer> columns, boolean descending) {
    List<List<ByteBuffer>> ordered = new ArrayList<>();
    List<Integer> slowest = new ArrayList<>();
    List<Integer> others = new ArrayList<>();
    for (int column = 0; column < values.size(); column++) {
      boolean grouped = columns.contains(column);
      (grouped ? slowest : others).add(column);
      List<ByteBuffer> copy = new ArrayList<>(values.get(column));
      if (descending && !grouped) {
        Collections.reverse(copy);
      }
      ordered.add(copy);
    }
    slowest.addAll(others);
    return new PartitionKeys(
        table, ordered, slowest.stream().mapToInt(Integer::intValue).toArray());
  }

  /** How many there are: 1 or more. */
  public int size() {
    return size;
  }

  /** Whether a column of the key has one value only. */
  boolean isFixed(int column) {
    return values.get(column).size() == 1;
  }

  /** The key of a partition, counted from 0. */
  public List<ByteBuffer> key(int partition) {
    ByteBuffer[] key = new ByteBuffer[values.size()];
    int rest = partition;
    for (int i = slowestFirst.length - 1; i >= 0; i--) {
      List<ByteBuffer> column = values.get(slowestFirst[i]);
      key[slowestFirst[i]] = column.get(rest % column.size()).duplicate();
      rest /= column.size();
    }
    return List.of(key);
  }

  /** The conditions that name a partition. */
  public List<Condition> conditions(int partition) {
    List<ByteBuffer> key = key(partition);
    List<Condition> conditions = new ArrayList<>();
    for (int i = 0; i < key.size(); i++) {
      ColumnMetadata column = table.getPartitionKey().get(i);
      conditions.add(Condition.equal(column.getName(), key.get(i)));
    }
    return conditions;
  }

  /** All that tells these partitions, in their order, apart from others. */
  public List<Condition> conditions() {
    List<Condition> conditions = new ArrayList<>();
    for (int column : slowestFirst) {
      for (ByteBuffer value : values.get(column)) {
        conditions.add(Condition.equal(table.getPartitionKey().get(column).getName(), value));
      }
    }
    return conditions;
  }

  /** The columns of the key for messages. */
  String columns() {
    return Names.cql(table.getPartitionKey());
  }
}
