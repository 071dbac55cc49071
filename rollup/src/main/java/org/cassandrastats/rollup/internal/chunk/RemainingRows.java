/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.rollup.internal.chunk;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.List;
import java.util.function.BinaryOperator;
import java.util.function.BooleanSupplier;
import org.cassandrastats.client.internal.text.Counted;
import org.cassandrastats.rollup.internal.bucket.Partitions;
import org.cassandrastats.rollup.internal.bucket.SpanSplitter.BucketWalk;
import org.cassandrastats.rollup.internal.bucket.SpanSplitter.RowTimes;
import org.cassandrastats.rollup.internal.chunk.Points.Chunks;
import org.cassandrastats.rollup.internal.time.Buckets;

/**
 * Counts packed buckets whose rows are there still. A look at a bucket is one at the rows of its
 * first points, and goes past no more deleted ones than a chunk has points. Where neither the first
 * bucket of a piece of a partition has rows nor the last one, the others are not looked at.
 */
final class RemainingRows implements Partitions.Work {
  private final RowReader rows;
  private final ChunkStore chunks;
  private final RowTimes times;
  private final Buckets buckets;
  private long count;
  private long from = Long.MAX_VALUE;
  private long until = Long.MIN_VALUE;

  /**
   * Nothing is counted yet.
   *
   * @param times the beginnings of buckets in the table of chunks
   */
  RemainingRows(RowReader rows, ChunkStore chunks, RowTimes times, Buckets buckets) {
    this.rows = rows;
    this.chunks = chunks;
    this.times = times;
    this.buckets = buckets;
  }

  @Override
  public void go(List<ByteBuffer> key, Buckets.Span span, BooleanSupplier stopped) {
    Long first = times.first(key, span.from(), span.until());
    if (first != null && (hasRows(key, first) || hasRows(key, times.last(key, span.until())))) {
      new BucketWalk(times, buckets, this::look).go(key, span, stopped);
    }
  }

  private void look(List<ByteBuffer> key, long start, long end) {
    if (hasRows(key, start)) {
      add(start, end);
    }
  }

  private synchronized void add(long start, long end) {
    count++;
    from = Math.min(from, start);
    until = Math.max(until, end);
  }

  private boolean hasRows(List<ByteBuffer> key, Long start) {
    if (start == null) {
      return false;
    }
    List<Chunks> columns = chunks.readFirst(key, start).columns();
    long[] points = Points.times(columns.stream().map(Chunks::points).toList());
    int looked = Math.min(points.length, Math.max(1, Chunks.SIZE / columns.size()));
    return looked > 0 && rows.hasValues(key, points[0], points[looked - 1] + 1);
  }

  /**
   * What was found.
   *
   * @param again how buckets are looked at again, of the times from which and to which
   */
  synchronized List<String> lines(BinaryOperator<String> again) {
    if (count == 0) {
      return List.of();
    }
    return List.of(
        "At least %s rows. To delete these:"
            .formatted(
                Counted.of(
                    count,
                    "complete bucket that this run did not look at still has",
                    "complete buckets that this run did not look at still have")),
        "  "
            + again.apply(
                Instant.ofEpochMilli(from).toString(), Instant.ofEpochMilli(until).toString()));
  }
}
