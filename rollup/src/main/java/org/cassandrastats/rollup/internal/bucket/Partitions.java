/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.rollup.internal.bucket;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.cassandrastats.client.internal.split.TokenRing;
import org.cassandrastats.rollup.internal.table.StatementSender;
import org.cassandrastats.rollup.internal.table.Watermarks;
import org.cassandrastats.rollup.internal.time.Buckets;

/** Finds the series of a table, partition by partition. */
public final class Partitions implements SeriesFinder {
  private final TableProbe probe;
  private final SeriesProbe series;
  private final TokenRing ring;
  private final Filter filter;

  /**
   * The partitions of a table.
   *
   * @param filter leaves out those that are known to have nothing in a span
   */
  public Partitions(StatementSender calls, BucketSource source, Filter filter) {
    this.probe = new TableProbe(calls, source);
    this.series = new SeriesProbe(calls, source);
    this.ring = TokenRing.of(calls.session().getMetadata().getTokenMap().orElseThrow());
    this.filter = filter;
  }

  /** Tells by their keys which partitions may have something in a span. */
  @FunctionalInterface
  public interface Filter {
    /** Whether a partition may. */
    boolean mightContain(List<ByteBuffer> key, Buckets.Span span);
  }

  @Override
  public void visit(int firstSlice, int lastSlice, Buckets.Span span, Visitor visitor) {
    long token = Watermarks.Slices.above(firstSlice);
    List<List<ByteBuffer>> found;
    do {
      found = probe.partitions(token, Watermarks.Slices.upTo(lastSlice));
      for (List<ByteBuffer> partition : found) {
        long at = ring.token(partition);
        token = at;
        if (filter.mightContain(partition, span)
            && !series.visit(partition, key -> visitor.visit(at, key))) {
          return;
        }
      }
    } while (found.size() == probe.limit());
  }

  /** What is done with the buckets of a series. */
  public interface Work {
    /**
     * Goes through the buckets of a span that have rows.
     *
     * @param key of the series
     * @param stopped asked before each bucket
     */
    void go(List<ByteBuffer> key, Buckets.Span span, BooleanSupplier stopped);
  }
}
