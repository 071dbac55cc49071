/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.internal.plan;

import java.time.Duration;
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
    Optional<Rollup> rollup,
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

    public boolean isBounded() {
      return certainty != Certainty.AT_LEAST;
    }
  }

  /**
   * What a table of states would be.
   *
   * @param bucket the time that a state covers; empty where each covers a whole partition
   * @param buckets states that a query would merge
   * @param rowsPerBucket mean number of rows that a state stands for
   * @param bytes of all states together
   * @param time of a query over them, in seconds, at most about
   */
  public record Rollup(
      Optional<Duration> bucket, double buckets, double rowsPerBucket, double bytes, double time) {
    /** A state for fewer rows than these saves too little. */
    private static final double FEWEST_ROWS = 20;

    /** States for so many rows save nearly all there is to be saved. */
    private static final double ENOUGH_ROWS = 1000;

    private static final double MOST_BUCKETS = 10_000;

    /**
     * By docs/measurements/lanes.md, a merge of states takes up to 11 times the time of a row in
     * the built-in {@code avg()} (digests; others 1.4 to 2.3).
     */
    private static final double MERGE = 10;

    private static final List<Duration> LENGTHS =
        List.of(
            Duration.ofMinutes(1),
            Duration.ofMinutes(5),
            Duration.ofMinutes(15),
            Duration.ofHours(1),
            Duration.ofHours(6),
            Duration.ofDays(1),
            Duration.ofDays(7));

    /**
     * A forecast; empty where states would stand for too few rows.
     *
     * @param rows of the query
     * @param partitions of the query
     * @param span the time between the first and the last key; empty where keys are no times
     * @param sample of requests for the states
     */
    static Optional<Rollup> of(
        double rows, double partitions, Optional<Duration> span, Sample sample) {
      Optional<Duration> bucket =
          span.filter(time -> !time.isZero())
              .map(time -> bucket(rows / Math.max(1, partitions), partitions, time));
      double buckets =
          Math.max(1, partitions)
              * bucket.map(length -> Math.max(1, count(span.orElseThrow(), length))).orElse(1.0);
      double rowsPerBucket = rows / buckets;
      if (rowsPerBucket < FEWEST_ROWS) {
        return Optional.empty();
      }
      double perState =
          Math.max(sample.split().perRow().likely(), MERGE * sample.floor().perRow().likely());
      return Optional.of(
          new Rollup(
              bucket,
              buckets,
              rowsPerBucket,
              buckets * sample.stateBytes(),
              sample.split().fixed() + buckets * perState));
    }

    /** The shortest length with enough rows in each bucket, and not too many buckets in total. */
    private static Duration bucket(double rowsPerPartition, double partitions, Duration span) {
      for (Duration length : LENGTHS) {
        double count = Math.max(1, count(span, length));
        if (rowsPerPartition / count >= ENOUGH_ROWS && partitions * count <= MOST_BUCKETS) {
          return length;
        }
      }
      return LENGTHS.get(LENGTHS.size() - 1);
    }

    private static double count(Duration span, Duration length) {
      // A span of all timestamps has more milliseconds than a long.
      return Math.ceil((double) span.toSeconds() / length.toSeconds());
    }
  }
}
