/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.rollup.internal.bucket;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.cassandrastats.rollup.internal.table.StatementSender;
import org.cassandrastats.rollup.internal.time.Buckets;
import org.cassandrastats.rollup.internal.time.TimeColumn;

/** Cuts long spans of a series, so that several requests are in flight for it. */
public final class SpanSplitter {
  /** Fewer buckets are not worth looking where rows begin and end. */
  private static final int LEAST = 32;

  private SpanSplitter() {}

  /**
   * The pieces of a span of a series; none if it is known to have no rows.
   *
   * @param most of them
   */
  static List<Buckets.Span> split(
      TimeFinder times, Buckets buckets, int most, List<ByteBuffer> key, Buckets.Span span) {
    if (most == 1 || (span.from() != null && buckets.between(span.from(), span.until()) < LEAST)) {
      return List.of(span);
    }
    Long first = times.first(key, span.from(), span.until());
    if (first == null) {
      return List.of();
    }
    Long last = times.last(key, span.until());
    long from = buckets.start(first);
    // Rows may have been removed between the two requests.
    long until = last == null || last < first ? span.until() : buckets.end(buckets.start(last));
    return cut(buckets, from, until, most);
  }

  /** Cuts between buckets, into pieces of nearly equal length that hold enough of them. */
  public static List<Buckets.Span> cut(Buckets buckets, long from, long until, int most) {
    long count = buckets.between(from, until);
    long pieces = Math.max(1, Math.min(most, count / LEAST));
    List<Buckets.Span> spans = new ArrayList<>();
    long start = from;
    for (long piece = 1; piece <= pieces; piece++) {
      long end =
          piece == pieces ? until : buckets.start(from + count / pieces * piece * buckets.millis());
      spans.add(new Buckets.Span(start, end));
      start = end;
    }
    return spans;
  }

  /** Finds where a series has something, so that empty stretches of time cost nothing. */
  public interface TimeFinder {
    /**
     * The first time of a series in a range where there is something, in milliseconds.
     *
     * @param key of the series
     * @param from where the range begins; null for all before its end
     * @param until where it ends, itself not in it
     * @return null if there is nothing
     */
    Long first(List<ByteBuffer> key, Long from, long until);

    /** The last such time of a series before another time; null if there is nothing. */
    Long last(List<ByteBuffer> key, long until);
  }

  /**
   * Goes from bucket to bucket of those that hold something.
   *
   * @param times finds what there is
   */
  public record BucketWalk(SpanSplitter.TimeFinder times, Buckets buckets, EachBucket work)
      implements Partitions.Work {
    /** What is done with a bucket. */
    @FunctionalInterface
    public interface EachBucket {
      /**
       * Does it.
       *
       * @param key of the series
       * @param start where the bucket begins, in milliseconds
       * @param end where it ends
       */
      void go(List<ByteBuffer> key, long start, long end);
    }

    @Override
    public void go(List<ByteBuffer> key, Buckets.Span span, BooleanSupplier stopped) {
      Long found = times.first(key, span.from(), span.until());
      while (found != null && !stopped.getAsBoolean()) {
        long start = buckets.start(found);
        long end = buckets.end(start);
        work.go(key, start, end);
        found = end < span.until() ? times.first(key, end, span.until()) : null;
      }
    }
  }

  /** Finds rows by their times. */
  public static final class RowTimes implements SpanSplitter.TimeFinder {
    private final TableProbe probe;
    private final TimeColumn time;

    /** Finds rows of a table. */
    public RowTimes(StatementSender calls, BucketSource source) {
      this.probe = new TableProbe(calls, source);
      this.time = source.time();
    }

    @Override
    public Long first(List<ByteBuffer> key, Long from, long until) {
      return millis(probe.first(key, from == null ? null : time.bytes(from), time.bytes(until)));
    }

    @Override
    public Long last(List<ByteBuffer> key, long until) {
      return millis(probe.last(key, null, time.bytes(until)));
    }

    /** The time of the last row of a series in a range; null if there is none. */
    public Long last(List<ByteBuffer> key, long from, long until) {
      return millis(probe.last(key, time.bytes(from), time.bytes(until)));
    }

    private Long millis(ByteBuffer found) {
      return found == null ? null : (Long) time.millis(found);
    }
  }
}
