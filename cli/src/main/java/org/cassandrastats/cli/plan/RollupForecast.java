/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.plan;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What a table of states would be.
 *
 * @param bucket the time that a state covers; empty where each covers a whole partition
 * @param buckets states that a query would merge
 * @param rowsPerBucket mean number of rows that a state stands for
 * @param bytes of all states together
 * @param time of a query over them, in seconds, at most about
 */
public record RollupForecast(
    Optional<Duration> bucket, double buckets, double rowsPerBucket, double bytes, double time) {
  /** A state for fewer rows than these saves too little. */
  private static final double FEWEST_ROWS = 20;

  /** States for so many rows save nearly all there is to be saved. */
  private static final double ENOUGH_ROWS = 1000;

  private static final double MOST_BUCKETS = 10_000;

  /**
   * By docs/measurements/lanes.md, a merge of states takes up to 4.7 times the time of a row in the
   * built-in {@code avg()} (digests; others 1.3 to 1.6).
   */
  private static final double MERGE = 5;

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
  static Optional<RollupForecast> of(
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
        new RollupForecast(
            bucket,
            buckets,
            rowsPerBucket,
            buckets * sample.stateBytes(),
            sample.split().fixed() + buckets * perState));
  }

  /** The shortest length with enough rows in each bucket, and not too many buckets in all. */
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
    return Math.ceil((double) span.toMillis() / length.toMillis());
  }
}
