/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.extremes;

/**
 * Maps the stored bits of values to longs that are smaller the better the value is, so that one
 * heap serves integers and floating-point values, smallest and largest.
 *
 * <p>The bits of a double, read as a long, already order the positive ones; those of a negative one
 * are turned by flipping all but the sign. So -0.0 comes before 0.0.
 */
public final class Rank {
  /** Mask for integers. */
  public static final long INTEGER = 0;

  /** Mask for floating-point values: the bits to flip where the sign is set. */
  public static final long FLOATING = Long.MAX_VALUE;

  /** Direction in which the smallest value is the best. */
  public static final long SMALLEST_FIRST = 0;

  /** Direction in which the largest value is the best. */
  public static final long LARGEST_FIRST = -1;

  private Rank() {}

  /** The rank of a value given by its bits. */
  public static long of(long bits, long mask, long direction) {
    return (bits ^ ((bits >> 63) & mask)) ^ direction;
  }

  /** The bits of the value that has a rank. */
  public static long bits(long rank, long mask, long direction) {
    return (rank ^ direction) ^ (((rank ^ direction) >> 63) & mask);
  }

  /** The bits of a double as the key that orders it among others, and back. */
  public static long ofFloating(long bits) {
    return bits ^ ((bits >> 63) & FLOATING);
  }

  /** The mask of values whose flag for floating-point numbers is this. */
  public static long mask(int floating) {
    return floating == 0 ? INTEGER : FLOATING;
  }

  /** The direction of a state. */
  public static long direction(int flags) {
    return (flags & ExtremesState.LARGEST) == 0 ? SMALLEST_FIRST : LARGEST_FIRST;
  }

  /** Whether the bits are those of a double that is neither NaN nor infinite. */
  static boolean isFinite(long bits) {
    return (bits & 0x7ff0000000000000L) != 0x7ff0000000000000L;
  }
}
