/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.plan;

import java.util.List;
import java.util.Optional;

/**
 * What each way of asking would take.
 *
 * @param rows of the query
 * @param deadline of a request, in seconds
 * @param lanes one query in each lane; the first is the one that answers now, if Cassandra takes
 *     the statement
 * @param requests how many requests one query is: more than one where groups come page by page,
 *     each with a deadline of its own
 * @param split what {@code cassandra-stats query} would take
 * @param rollup what a table of states would take; empty where none makes sense
 * @param refusal why Cassandra refuses the statement as it is; empty if it does not
 */
public record Forecast(
    Rows rows,
    double deadline,
    List<LaneForecast> lanes,
    double requests,
    SplitForecast split,
    Optional<RollupForecast> rollup,
    Optional<String> refusal) {
  /** Copies the list. */
  public Forecast {
    lanes = List.copyOf(lanes);
  }

  /** One query in the lane that answers now. */
  public Optional<LaneForecast> oneQuery() {
    return lanes.stream()
        .filter(lane -> lane.available() == LaneForecast.Availability.NOW)
        .findFirst();
  }

  /** The time of one query, all its requests together. */
  public Optional<Bounds> oneQueryTime() {
    return oneQuery().map(lane -> lane.time().times(requests));
  }

  /**
   * How many rows a query reads.
   *
   * @param rows how many
   * @param certainty how well that is known
   * @param how it was found, in a few words
   */
  public record Rows(Bounds rows, Certainty certainty, String how) {
    /** How well a number of rows is known. */
    public enum Certainty {
      /** They were counted. */
      EXACT,
      /** Somewhere between two limits. */
      ESTIMATED,
      /** There is no upper limit. */
      AT_LEAST
    }

    static Rows exact(long rows, String how) {
      return new Rows(Bounds.of((double) rows), Certainty.EXACT, how);
    }

    static Rows of(Bounds rows, String how) {
      return new Rows(
          rows, Double.isInfinite(rows.high()) ? Certainty.AT_LEAST : Certainty.ESTIMATED, how);
    }

    boolean isBounded() {
      return certainty != Certainty.AT_LEAST;
    }
  }
}
