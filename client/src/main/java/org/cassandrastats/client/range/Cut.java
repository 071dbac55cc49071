/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.range;

import java.util.Comparator;

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
