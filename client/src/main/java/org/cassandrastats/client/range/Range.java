/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.range;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The keys between two places of an order.
 *
 * @param lower where it begins
 * @param upper where it ends
 */
public record Range<K>(Cut<K> lower, Cut<K> upper) {
  /** All keys. */
  public static <K> Range<K> all() {
    return new Range<>(Cut.bottom(), Cut.top());
  }

  /** Whether no key can be in it. */
  public boolean isEmpty(Order<K> order) {
    return Cut.compare(order, lower, upper) >= 0;
  }

  /** Whether a key is in it. */
  public boolean contains(Order<K> order, K key) {
    return Cut.compare(order, lower, Cut.before(key)) <= 0
        && Cut.compare(order, Cut.after(key), upper) <= 0;
  }

  /**
   * The two parts on both sides of a place inside.
   *
   * @throws IllegalArgumentException if one of them would be empty
   */
  public List<Range<K>> cutAt(Order<K> order, Cut<K> cut) {
    Range<K> below = new Range<>(lower, cut);
    Range<K> above = new Range<>(cut, upper);
    if (below.isEmpty(order) || above.isEmpty(order)) {
      throw new IllegalArgumentException(cut + " does not cut " + this);
    }
    return List.of(below, above);
  }

  /** What this range and another have in common; it may be empty. */
  public Range<K> intersection(Order<K> order, Range<K> other) {
    return new Range<>(
        Cut.compare(order, lower, other.lower) >= 0 ? lower : other.lower,
        Cut.compare(order, upper, other.upper) <= 0 ? upper : other.upper);
  }

  /**
   * What is left of this range without others.
   *
   * @param others in ascending order, without overlaps
   */
  public List<Range<K>> without(Order<K> order, List<Range<K>> others) {
    List<Range<K>> left = new ArrayList<>();
    Cut<K> from = lower;
    for (Range<K> other : others) {
      add(order, new Range<>(from, other.lower).intersection(order, this), left);
      from = Cut.compare(order, from, other.upper) >= 0 ? from : other.upper;
    }
    add(order, new Range<>(from, upper), left);
    return left;
  }

  private static <K> void add(Order<K> order, Range<K> range, List<Range<K>> ranges) {
    if (!range.isEmpty(order)) {
      ranges.add(range);
    }
  }

  /**
   * A place between two neighbouring keys of an order, where it can be cut in two.
   *
   * @param key the key next to it, or null at either end of the order
   * @param after whether it lies after the key; at an end, whether that is the end above
   */
  public record Cut<K>(K key, boolean after) {
    /** The place below every key. */
    public static <K> Cut<K> bottom() {
      return new Cut<>(null, false);
    }

    /** The place above every key. */
    public static <K> Cut<K> top() {
      return new Cut<>(null, true);
    }

    /** The place right below a key. */
    public static <K> Cut<K> before(K key) {
      return new Cut<>(key, false);
    }

    /** The place right above a key. */
    public static <K> Cut<K> after(K key) {
      return new Cut<>(key, true);
    }

    /** Whether it is an end of the order. */
    public boolean isEnd() {
      return key == null;
    }

    /** The order of places, made from that of keys. */
    public static <K> Comparator<Cut<K>> order(Order<K> order) {
      return (left, right) -> compare(order, left, right);
    }

    static <K> int compare(Order<K> order, Cut<K> left, Cut<K> right) {
      if (left.isEnd() || right.isEnd()) {
        return Integer.compare(left.rank(), right.rank());
      }
      int keys = order.compare(left.key, right.key);
      return keys != 0 ? keys : Boolean.compare(left.after, right.after);
    }

    private int rank() {
      if (!isEnd()) {
        return 0;
      }
      return after ? 1 : -1;
    }
  }
}
