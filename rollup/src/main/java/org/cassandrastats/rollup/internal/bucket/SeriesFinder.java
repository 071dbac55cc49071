/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.rollup.internal.bucket;

import java.nio.ByteBuffer;
import java.util.List;
import org.cassandrastats.rollup.internal.time.Buckets;

/** Finds what has buckets: series, or groups of them. */
@FunctionalInterface
public interface SeriesFinder {
  /** Takes series, and says whether it wants more. */
  @FunctionalInterface
  interface Visitor {
    /** Takes a series: the token of its partition, and the bytes of its key. */
    boolean visit(long token, List<ByteBuffer> key);
  }

  /**
   * Visits the series of slices next to each other that may have something in a span, in the order
   * of the tokens of their partitions.
   */
  void visit(int firstSlice, int lastSlice, Buckets.Span span, Visitor visitor);
}
