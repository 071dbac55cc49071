/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.buckets;

/**
 * The tokens of a cluster in equal slices, each of which remembers how far its partitions are done.
 * They have nothing to do with the ranges of nodes, so that they stay when nodes come and go.
 */
public final class TokenSlices {
  /** How many there are: kept for ever, because stored progress counts them. */
  public static final int COUNT = 64;

  private static final int SHIFT = Long.SIZE - Integer.numberOfTrailingZeros(COUNT);

  private TokenSlices() {}

  /** The token below a slice, the first being 0; no partition has the least of all longs. */
  public static long above(int slice) {
    return Long.MIN_VALUE + ((long) slice << SHIFT);
  }

  /** The last token of a slice. */
  public static long upTo(int slice) {
    return slice == COUNT - 1 ? Long.MAX_VALUE : above(slice + 1);
  }
}
