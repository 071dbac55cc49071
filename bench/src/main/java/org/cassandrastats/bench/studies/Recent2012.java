/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies;

import java.util.Optional;

/**
 * What was published of reads of the newest columns between 2012 and 2015 (Cassandra 1.0 to 2.1, up
 * to 10 million columns): milliseconds of a descending partition that is read with a count only,
 * from its least to its most, and of an ascending one of 10 million at least.
 */
final class Recent2012 {
  private static final double LEAST_DESCENDING = 0.14;
  private static final double MOST_DESCENDING = 0.18;
  private static final double ASCENDING = 1.3;
  private static final int ROWS = 10_000_000;

  private Recent2012() {}

  /** The largest partition, for a report. */
  static int rows() {
    return ROWS;
  }

  /** How many times the time of the smallest partition the largest one took at most. */
  static Optional<Double> growth(RowOrder order, ReadEnd end) {
    return order == RowOrder.DESCENDING && end == ReadEnd.LIMIT
        ? Optional.of(MOST_DESCENDING / LEAST_DESCENDING)
        : Optional.empty();
  }

  /** How many times the time of a descending partition an ascending one took at least. */
  static double leastPenalty() {
    return ASCENDING / MOST_DESCENDING;
  }

  /** The same against the shortest time of a descending one. */
  static double mostPenalty() {
    return ASCENDING / LEAST_DESCENDING;
  }
}
