/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.measure;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Rounds that do not count. They are over with the first that got no faster: in which half of the
 * cells took more than 95 % of their shortest time before.
 */
final class WarmUp {
  private static final double FASTER = 0.95;

  private final Map<Cell, Double> shortest = new HashMap<>();
  private final List<Double> ratios = new ArrayList<>();

  /** Adds a run of the round. */
  void add(Cell cell, double seconds) {
    Double before = shortest.get(cell);
    if (before != null) {
      ratios.add(seconds / before);
    }
    shortest.merge(cell, seconds, Math::min);
  }

  /** Ends a round: whether a further one may be faster. */
  boolean endRound() {
    boolean isFirst = ratios.isEmpty() && !shortest.isEmpty();
    boolean isFaster = Percentiles.of(ratios).at(50) < FASTER;
    ratios.clear();
    return isFirst || isFaster;
  }
}
