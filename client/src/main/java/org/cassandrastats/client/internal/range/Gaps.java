/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.internal.range;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.cassandrastats.client.internal.range.Range.Cut;

/**
 * Ranges of keys in which nothing was found, which need not be looked at again. May be used by
 * several threads.
 */
public final class Gaps<K> {
  private final Comparator<K> order;

  /** In ascending order, and apart from each other. */
  private List<Range<K>> ranges = List.of();

  public Gaps(Comparator<K> order) {
    this.order = order;
  }

  /** What is left of a range. */
  public synchronized List<Range<K>> without(Range<K> range) {
    return range.without(order, ranges);
  }

  /** Adds one. */
  public synchronized void add(Range<K> range) {
    List<Range<K>> all = new ArrayList<>();
    List<Range<K>> above = new ArrayList<>();
    Range<K> merged = range;
    for (Range<K> known : ranges) {
      if (Cut.compare(order, known.upper(), merged.lower()) < 0) {
        all.add(known);
      } else if (Cut.compare(order, merged.upper(), known.lower()) < 0) {
        above.add(known);
      } else {
        merged = merged.span(order, known);
      }
    }
    all.add(merged);
    all.addAll(above);
    ranges = all;
  }
}
