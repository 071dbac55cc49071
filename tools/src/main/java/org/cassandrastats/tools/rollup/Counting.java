/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.tools.rollup;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.BooleanSupplier;

/** Counts buckets that have rows, by looking for the first row of each. */
final class Counting implements BucketWork {
  private final Keys keys;
  private final Buckets buckets;
  private final Tally tally;

  Counting(Keys keys, Buckets buckets, Tally tally) {
    this.keys = keys;
    this.buckets = buckets;
    this.tally = tally;
  }

  @Override
  public void go(List<ByteBuffer> key, Span span, BooleanSupplier stopped) {
    Long found = keys.first(key, span.from(), span.until());
    while (found != null && !stopped.getAsBoolean()) {
      tally.bucket(0);
      long end = buckets.end(buckets.start(found));
      found = end < span.until() ? keys.first(key, end, span.until()) : null;
    }
  }
}
