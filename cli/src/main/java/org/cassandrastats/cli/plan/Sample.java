/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.plan;

import java.util.Map;
import java.util.Optional;

/**
 * What short requests about a few of the rows have cost.
 *
 * @param rows of each request, about
 * @param rounds how many requests of each kind count
 * @param costs by kind; without {@link SampleKind#ONE_QUERY} where Cassandra refuses the statement
 * @param refusal why it does, in one line
 * @param stateBytes of the states of a split request
 * @param gains how many times as many rows are read where a node serves so many requests at the
 *     same time
 */
public record Sample(
    long rows,
    int rounds,
    Map<SampleKind, Cost> costs,
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
    return costs.get(SampleKind.SPLIT);
  }

  /** Of the built-in aggregate. */
  public Cost floor() {
    return costs.get(SampleKind.FLOOR);
  }

  /** Of the statement itself; empty where Cassandra refuses it. */
  public Optional<Cost> oneQuery() {
    return Optional.ofNullable(costs.get(SampleKind.ONE_QUERY));
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
}
