/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.internal.plan;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;

/**
 * What short requests about a few of the rows have cost.
 *
 * @param rows of each request, about
 * @param rounds how many requests of each kind count
 * @param costs by kind; without {@link Kind#ONE_QUERY} where Cassandra refuses the statement
 * @param refusal why it does, in one line
 * @param stateBytes of the states of a split request
 * @param gains how many times as many rows are read where a node serves so many requests at the
 *     same time
 */
public record Sample(
    long rows,
    int rounds,
    Map<Kind, Cost> costs,
    Optional<String> refusal,
    long stateBytes,
    Map<Integer, Double> gains) {
  /** A gain of less than this is not worth another request at the same time. */
  private static final double WORTH_IT = 0.9;

  /** Copies the maps. */
  public Sample {
    costs = Map.copyOf(costs);
    gains = Map.copyOf(gains);
  }

  /** Of requests for states. */
  public Cost split() {
    return costs.get(Kind.SPLIT);
  }

  /** Of the built-in aggregate. */
  public Cost floor() {
    return costs.get(Kind.FLOOR);
  }

  /** Of the statement itself; empty where Cassandra refuses it. */
  public Optional<Cost> oneQuery() {
    return Optional.ofNullable(costs.get(Kind.ONE_QUERY));
  }

  /** The fewest requests at the same time that are about as fast as any number of them. */
  int inFlight() {
    double best = gains.values().stream().mapToDouble(gain -> gain).max().orElse(1);
    return gains.entrySet().stream()
        .filter(entry -> entry.getValue() >= WORTH_IT * best)
        .mapToInt(Map.Entry::getKey)
        .min()
        .orElse(1);
  }

  /** The median of one value or more; of an even number of them, the mean of both in the middle. */
  static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int half = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
  }

  /** What a sample asks of the same rows. */
  public enum Kind {
    /** What the statement selects. */
    ONE_QUERY,
    /** The states that a split query asks for. */
    SPLIT,
    /** A built-in aggregate, below which no function of the pack comes. */
    FLOOR
  }

  /**
   * What a request costs, in seconds: a part of its own, and a part for each row.
   *
   * @param fixed for a request, whatever it reads
   * @param perRow for each row; its limits are the fastest and the slowest request of a sample
   */
  public record Cost(double fixed, Bounds perRow) {
    /**
     * The cost by the times of some requests.
     *
     * @param smallRows of a request about few rows
     * @param smallSeconds that it took
     * @param rows of each further request
     * @param seconds that it took
     */
    static Cost of(double smallRows, double smallSeconds, double[] rows, double[] seconds) {
      double[] perRow = new double[rows.length];
      for (int i = 0; i < rows.length; i++) {
        double more = rows[i] - smallRows;
        perRow[i] = more > 0 ? Math.max(0, seconds[i] - smallSeconds) / more : 0;
      }
      Arrays.sort(perRow);
      double likely = median(perRow);
      // Without a larger request the small one is all there is.
      double fixed = Math.max(0, smallSeconds - smallRows * likely);
      return new Cost(fixed, new Bounds(perRow[0], likely, perRow[perRow.length - 1]));
    }

    /** The time of a request about so many rows. */
    public Bounds seconds(Bounds rows) {
      return perRow.times(rows).plus(Bounds.of(fixed));
    }
  }
}
