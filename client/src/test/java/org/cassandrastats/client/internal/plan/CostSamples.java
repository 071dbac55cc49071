/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.internal.plan;

import java.util.Map;
import java.util.Optional;

/** Samples with given costs. */
final class CostSamples {
  private CostSamples() {}

  /**
   * A node on which a second request at a time gains half as much again, and further ones nothing.
   */
  static Sample of(double perRow, double floor) {
    return new Sample(
        5000,
        6,
        Map.of(
            Sample.Kind.ONE_QUERY, cost(perRow),
            Sample.Kind.SPLIT, cost(perRow),
            Sample.Kind.FLOOR, cost(floor)),
        Optional.empty(),
        100,
        Map.of(1, 1.0, 2, 1.5, 4, 1.5));
  }

  /** A millisecond for a request, and so many seconds a row, give or take a fifth. */
  static Sample.Cost cost(double perRow) {
    return new Sample.Cost(0.001, new Bounds(0.8 * perRow, perRow, 1.2 * perRow));
  }

  /** The same without the statement itself, which Cassandra refuses. */
  static Sample refused(double perRow, double floor, String why) {
    Sample sample = of(perRow, floor);
    return new Sample(
        sample.rows(),
        sample.rounds(),
        Map.of(Sample.Kind.SPLIT, sample.split(), Sample.Kind.FLOOR, sample.floor()),
        Optional.of(why),
        sample.stateBytes(),
        sample.gains());
  }
}
