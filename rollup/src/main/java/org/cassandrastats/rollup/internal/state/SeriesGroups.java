/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.rollup.internal.state;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import org.cassandrastats.client.api.StatsException;
import org.cassandrastats.rollup.internal.bucket.SeriesFinder;
import org.cassandrastats.rollup.internal.bucket.SpanSplitter;
import org.cassandrastats.rollup.internal.bucket.Task;
import org.cassandrastats.rollup.internal.table.Watermarks;

/**
 * The series whose buckets are merged, by their groups. A run looks for all of them before it
 * writes, and keeps their keys: a bucket is right only if each of its series is known. Groups
 * belong to the first slice of tokens, and so they are done when all of them are.
 */
final class SeriesGroups {
  /** What the keys may take: a quarter of the smallest heap of the command. */
  private static final long MOST_BYTES = 64L << 20;

  private static final long KEY_BYTES = 64;
  private static final long COLUMN_BYTES = 56;

  private final DroppedColumns dropped;
  private volatile Map<List<ByteBuffer>, List<List<ByteBuffer>>> groups = Map.of();

  SeriesGroups(DroppedColumns dropped) {
    this.dropped = dropped;
  }

  /** The series of a group, in the order in which they were found. */
  List<List<ByteBuffer>> of(List<ByteBuffer> group) {
    return groups.getOrDefault(group, List.of());
  }

  /** Finds groups where others find series. */
  SeriesFinder in(SeriesFinder series) {
    return (firstSlice, lastSlice, span, visitor) -> {
      if (firstSlice > 0) {
        return;
      }
      Map<List<ByteBuffer>, List<List<ByteBuffer>>> found = new LinkedHashMap<>();
      long[] bytes = {0};
      series.visit(
          0,
          Watermarks.Slices.COUNT - 1,
          span,
          (token, key) -> {
            found.computeIfAbsent(dropped.group(key), group -> new ArrayList<>()).add(key);
            bytes[0] += KEY_BYTES;
            key.forEach(column -> bytes[0] += COLUMN_BYTES + column.capacity());
            requireMemory(bytes[0]);
            return true;
          });
      groups = found;
      for (List<ByteBuffer> group : found.keySet()) {
        if (!visitor.visit(Watermarks.Slices.above(0), group)) {
          return;
        }
      }
    };
  }

  private static void requireMemory(long bytes) {
    if (bytes > MOST_BYTES) {
      throw new StatsException(
          "%s: the keys of all series take more than %d MB. Expected fewer series, such as those of a rollup with wider partitions."
              .formatted(Task.DROP, MOST_BYTES >> 20));
    }
  }

  /** Finds where any series of a group has something. */
  SpanSplitter.TimeFinder times(SpanSplitter.TimeFinder series) {
    return new SpanSplitter.TimeFinder() {
      @Override
      public Long first(List<ByteBuffer> key, Long from, long until) {
        return times(key, one -> series.first(one, from, until)).min(Long::compare).orElse(null);
      }

      @Override
      public Long last(List<ByteBuffer> key, long until) {
        return times(key, one -> series.last(one, until)).max(Long::compare).orElse(null);
      }
    };
  }

  private Stream<Long> times(List<ByteBuffer> group, Function<List<ByteBuffer>, Long> time) {
    return of(group).stream().map(time).filter(Objects::nonNull);
  }
}
