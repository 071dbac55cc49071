/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.buckets;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.BooleanSupplier;

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
     * @param key of the partition
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
