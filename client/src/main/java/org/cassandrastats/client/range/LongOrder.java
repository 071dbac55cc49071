/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.range;

import java.util.Comparator;
import java.util.function.LongFunction;
import java.util.function.ToLongFunction;

/**
 * The order of keys that are numbers, or can be counted like them.
 *
 * @param comparator the order; keys that it tells apart may have the same number
 * @param toLong the number of a key
 * @param fromLong the least key of a number
 * @param greatest the number of the greatest key
 */
record LongOrder<K>(
    Comparator<K> comparator, ToLongFunction<K> toLong, LongFunction<K> fromLong, long greatest)
    implements Order<K> {
  /** An order of keys that are in the order of their numbers. */
  static <K> LongOrder<K> of(ToLongFunction<K> toLong, LongFunction<K> fromLong, long greatest) {
    return new LongOrder<>(Comparator.comparingLong(toLong), toLong, fromLong, greatest);
  }

  @Override
  public int compare(K left, K right) {
    return comparator.compare(left, right);
  }

  @Override
  public double distance(K low, K high) {
    long difference = toLong.applyAsLong(high) - toLong.applyAsLong(low);
    // The difference of two longs is an unsigned one.
    return difference >= 0 ? difference : difference + 0x1p64;
  }

  @Override
  public K advance(K low, double distance) {
    long from = toLong.applyAsLong(low);
    long step = Math.max(1, (long) distance);
    long room = greatest - from;
    if (room >= 0 && room < step) {
      return null;
    }
    return fromLong.apply(from + step);
  }

  @Override
  public K middle(K low, K high) {
    long from = toLong.applyAsLong(low);
    long to = toLong.applyAsLong(high);
    if (from >= to) {
      return null;
    }
    // Half of an unsigned difference, rounded up, so that the result is above the lower key.
    long half = ((to - from) >>> 1) + ((to - from) & 1);
    return fromLong.apply(from + half);
  }
}
