/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.internal.split;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.cassandrastats.client.api.StatsException;
import org.cassandrastats.client.internal.function.BucketFunction;
import org.cassandrastats.client.internal.function.Selection;
import org.cassandrastats.client.internal.range.KeyType;

/**
 * How rows are grouped: the first columns of each answer are the key of its group.
 *
 * @param isGrouped whether there may be no group or several; else all rows are one
 * @param keys the columns; none where all rows are one group
 * @param ofPartition how many of them are of the partition key
 * @param clause the clause that servers get
 * @param bucket the function of time that is the last key, where there is one
 * @param bounded whether servers cannot group by it: each request is bounded to a bucket, and asked
 *     for a time in it
 * @param acrossPartitions whether a group may go on in the next partition
 * @param collected whether any partition may add to any group, so that none is complete before all
 *     rows are read
 * @param descending whether the last key descends while a partition is read
 */
public record Grouping(
    boolean isGrouped,
    List<Selection.Key> keys,
    int ofPartition,
    String clause,
    Optional<BucketFunction> bucket,
    boolean bounded,
    boolean acrossPartitions,
    boolean collected,
    boolean descending) {
  /** Copies the list. */
  public Grouping {
    keys = List.copyOf(keys);
  }

  /** All rows are one group. */
  static Grouping none() {
    return new Grouping(false, List.of(), 0, "", Optional.empty(), false, false, false, false);
  }

  /** Whether groups are parts of partitions. */
  public boolean isInsidePartitions() {
    return keys.size() > ofPartition;
  }

  /** Buckets whose beginning is known here; empty where there are none. */
  public Optional<BucketFunction> computed() {
    return bucket.filter(BucketFunction::isComputed);
  }

  /** The groups of an answer, without one that no row is in. */
  List<List<ByteBuffer>> groups(Selection selection, List<List<ByteBuffer>> answer) {
    if (!isGrouped) {
      return answer;
    }
    List<List<ByteBuffer>> groups = new ArrayList<>();
    for (List<ByteBuffer> group : answer) {
      if (selection.rows(group) > 0 && !isOfStaticColumns(selection, group, answer.size())) {
        groups.add(bounded ? inBucket(group) : group);
      }
    }
    return groups;
  }

  /**
   * Whether a group is a partition of static columns only. Cassandra counts it as a row without a
   * key, which would come between groups that go on behind the partition.
   */
  private boolean isOfStaticColumns(Selection selection, List<ByteBuffer> group, int groups) {
    return acrossPartitions
        && isInsidePartitions()
        && (collected || groups == 1)
        && group.get(keys.size() - 1) == null
        && selection.rows(group) == 1;
  }

  private List<ByteBuffer> inBucket(List<ByteBuffer> group) {
    List<ByteBuffer> named = new ArrayList<>(group);
    int last = keys.size() - 1;
    ByteBuffer time = group.get(last);
    named.set(last, BucketFunction.isTime(time) ? bucket.orElseThrow().start(time) : null);
    return named;
  }

  /**
   * Whether two groups are the same one.
   *
   * @param earlier the last group of some rows
   * @param later the first group of those that are read next
   * @throws StatsException if the later group belongs before the earlier one
   */
  public boolean isSame(List<ByteBuffer> earlier, List<ByteBuffer> later) {
    int last = keys.size() - 1;
    for (int i = 0; i < last; i++) {
      if (!Objects.equals(earlier.get(i), later.get(i))) {
        return false;
      }
    }
    if (last < 0 || Objects.equals(earlier.get(last), later.get(last))) {
      return true;
    }
    if (acrossPartitions
        && !collected
        && isInsidePartitions()
        && BucketFunction.isTime(earlier.get(last))
        && BucketFunction.isTime(later.get(last))) {
      requireOrder(earlier.get(last), later.get(last), keys.get(last));
    }
    return false;
  }

  private void requireOrder(ByteBuffer earlier, ByteBuffer later, Selection.Key key) {
    KeyType<?> type = KeyType.of(key.type()).orElseThrow();
    int order = type.ofBytes().compare(earlier, later);
    if (descending ? order < 0 : order > 0) {
      throw new StatsException(
          "The groups of %s do not follow each other over partitions: %s comes after %s. Expected partitions in the order of time, or named by IN."
              .formatted(key.cql(), format(type, later), format(type, earlier)));
    }
  }

  private static <K> String format(KeyType<K> type, ByteBuffer key) {
    return type.format(type.decode(key));
  }
}
