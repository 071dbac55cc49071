/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.internal.split;

import java.util.Comparator;
import org.cassandrastats.client.internal.range.KeyOrder;
import org.cassandrastats.client.internal.range.Range;
import org.cassandrastats.client.internal.range.Range.Cut;

/**
 * A key in one of several partitions, in the order in which they are read: a partition is a range
 * of places.
 *
 * @param partition its number, from 0
 * @param key in it; null for the place before all of its rows
 */
record Place<K>(int partition, K key) {
  /** The order in which the keys of several partitions are read. */
  static <K> Comparator<Place<K>> order(KeyOrder<K> keys, boolean descending) {
    return (left, right) -> {
      if (left.partition != right.partition) {
        return Integer.compare(left.partition, right.partition);
      }
      if (left.key == null || right.key == null) {
        return Boolean.compare(left.key != null, right.key != null);
      }
      int order = keys.compare(left.key, right.key);
      return descending ? Integer.signum(-order) : order;
    };
  }

  /** Where a partition begins. */
  static <K> Cut<Place<K>> beginning(int partition) {
    return Cut.before(new Place<>(partition, null));
  }

  /**
   * The range of places that keys of a partition are.
   *
   * @param whole all keys that are read of it
   */
  static <K> Range<Place<K>> of(int partition, Range<K> keys, Range<K> whole, boolean descending) {
    Cut<K> first = descending ? keys.upper() : keys.lower();
    Cut<K> last = descending ? keys.lower() : keys.upper();
    boolean fromBeginning = first.equals(descending ? whole.upper() : whole.lower());
    boolean toEnd = last.equals(descending ? whole.lower() : whole.upper());
    return new Range<>(
        fromBeginning ? beginning(partition) : cut(partition, first, descending),
        toEnd ? beginning(partition + 1) : cut(partition, last, descending));
  }

  private static <K> Cut<Place<K>> cut(int partition, Cut<K> cut, boolean descending) {
    return new Cut<>(new Place<>(partition, cut.key()), cut.after() != descending);
  }

  /**
   * The keys that a range of places inside one partition is.
   *
   * @param whole all keys that are read of it
   */
  static <K> Range<K> keys(Range<Place<K>> places, Range<K> whole, boolean descending) {
    Cut<Place<K>> first = places.lower();
    Cut<Place<K>> last = places.upper();
    Cut<K> begin =
        first.key().key() == null
            ? (descending ? whole.upper() : whole.lower())
            : new Cut<>(first.key().key(), first.after() != descending);
    Cut<K> end =
        last.key().key() == null
            ? (descending ? whole.lower() : whole.upper())
            : new Cut<>(last.key().key(), last.after() != descending);
    return descending ? new Range<>(end, begin) : new Range<>(begin, end);
  }
}
