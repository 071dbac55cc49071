/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.internal.run;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.cassandrastats.client.api.StatsException;
import org.cassandrastats.client.internal.function.BucketFunction;
import org.cassandrastats.client.internal.range.KeyType;
import org.cassandrastats.client.internal.range.Range;
import org.cassandrastats.client.internal.range.Range.Cut;
import org.cassandrastats.client.internal.request.Requests;
import org.cassandrastats.client.internal.request.Requests.Condition;
import org.cassandrastats.client.internal.split.KeyProbe;
import org.cassandrastats.client.internal.split.SplitQuery;

/**
 * Finds the last bucket with rows before the lower limit of a query, series by series: a small
 * request for each partition of it, then the rows of that bucket.
 */
public final class PreviousBuckets {
  private final SplitQuery splitQuery;
  private final Reader reader;
  private final boolean isKnown;

  /** The partitions of each series; null until one is asked for. */
  private Map<List<ByteBuffer>, List<Integer>> partitions;

  /** Where such buckets are. */
  public interface Reader {
    /** The time of the last row of a partition before the lower limit; empty if there is none. */
    OptionalLong last(int partition) throws InterruptedException;

    /** Reads the groups of some rows. */
    void read(SplitQuery rows, Consumer<List<ByteBuffer>> groups) throws InterruptedException;
  }

  /**
   * The buckets before a query.
   *
   * @param reader of their rows; null where nobody looks for them
   */
  public PreviousBuckets(SplitQuery splitQuery, Reader reader) {
    this.splitQuery = splitQuery;
    this.reader = reader;
    // Only where rows are in the order of time, and all of them count, is a row enough.
    this.isKnown =
        reader != null
            && splitQuery.partitions().isPresent()
            && splitQuery.grouping().computed().isPresent()
            && new BucketLimits(splitQuery).isSplitByBuckets()
            && splitQuery.lower() != null
            && splitQuery.others().isEmpty()
            && !splitQuery.grouping().descending();
  }

  /**
   * The time of the last row of a partition before the lower limit; empty if there is none.
   *
   * @param splitQuery whose rows are in the order of the time of its buckets
   */
  public static OptionalLong lastRow(SplitQuery splitQuery, Requests requests, int partition)
      throws InterruptedException {
    return lastRow(
        KeyType.of(splitQuery.split().orElseThrow().getType()).orElseThrow(),
        splitQuery,
        requests,
        partition);
  }

  private static <K> OptionalLong lastRow(
      KeyType<K> type, SplitQuery splitQuery, Requests requests, int partition)
      throws InterruptedException {
    Condition lower = splitQuery.lower();
    K key =
        new KeyProbe<>(splitQuery, type, requests, partition)
            .last(new Range<>(Cut.bottom(), SplitQuery.cut(lower, type.decode(lower.value()))));
    BucketFunction function = splitQuery.grouping().computed().orElseThrow();
    return key == null ? OptionalLong.empty() : OptionalLong.of(function.time(type.encode(key)));
  }

  /**
   * The last bucket of a series.
   *
   * @param like any group of it
   * @return its group; null where there is none, or none is looked for
   */
  List<ByteBuffer> of(List<ByteBuffer> like) {
    if (!isKnown) {
      return null;
    }
    try {
      return find(series().getOrDefault(series(like), List.of()));
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw StatsException.interrupted(interrupted);
    }
  }

  private Map<List<ByteBuffer>, List<Integer>> series() {
    if (partitions == null) {
      partitions = new HashMap<>();
      for (int i = 0; i < splitQuery.partitions().orElseThrow().size(); i++) {
        partitions
            .computeIfAbsent(series(splitQuery.groupOf(i)), series -> new ArrayList<>())
            .add(i);
      }
    }
    return partitions;
  }

  private List<ByteBuffer> series(List<ByteBuffer> group) {
    return group.subList(0, splitQuery.grouping().keys().size() - 1);
  }

  private List<ByteBuffer> find(List<Integer> ofSeries) throws InterruptedException {
    BucketFunction function = splitQuery.grouping().computed().orElseThrow();
    Map<Integer, Long> last = new HashMap<>();
    for (int partition : ofSeries) {
      reader.last(partition).ifPresent(time -> last.put(partition, function.start(time)));
    }
    if (last.isEmpty()) {
      return null;
    }
    long start = last.values().stream().mapToLong(Long::longValue).max().orElseThrow();
    Condition lower = splitQuery.lower();
    Condition from = new Condition(lower.left(), ">=", function.bytes(start));
    Condition until =
        new Condition(lower.left(), lower.operator().equals(">") ? "<=" : "<", lower.value());
    List<List<ByteBuffer>> merged = new ArrayList<>();
    for (int partition : ofSeries) {
      if (last.containsKey(partition) && last.get(partition) == start) {
        reader.read(
            splitQuery.ofPartition(splitQuery.partitions().get().key(partition), from, until),
            group ->
                merged.add(
                    merged.isEmpty()
                        ? group
                        : splitQuery.selection().merge(merged.remove(0), group)));
      }
    }
    // Its rows may have been deleted meanwhile.
    return merged.isEmpty() ? null : merged.get(0);
  }
}
