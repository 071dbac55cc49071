/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.internal.plan;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.cassandrastats.client.internal.plan.KeySpace.ProbedRange;

/** Finds out how many rows a query reads, by a bounded number of short requests. */
final class RowSurvey {
  private static final int KEYS = 500;
  private static final int PLACES = 40;
  private static final int PARTITIONS = 200;
  private static final int PLACES_OF_TABLE = 16;

  /** Partitions whose rows are estimated each by itself; of a few, all are. */
  private static final int SAMPLED_PARTITIONS = 24;

  private static final int FEW_PARTITIONS = 64;

  private static final int PLACES_OF_SAMPLED = 10;

  /** Two standard errors on each side hold the mean in 19 of 20 cases. */
  private static final double STANDARD_ERRORS = 2;

  private RowSurvey() {}

  /**
   * What was found.
   *
   * @param rows of the query
   * @param partitions of the query; 1 unless it reads a whole table
   * @param timeSpan the longest time between the first and the last key of a partition; empty where
   *     keys are no times
   */
  record Found(Forecast.Rows rows, Forecast.Rows partitions, Optional<Duration> timeSpan) {
    /** The mean number of rows of a partition. */
    double rowsPerPartition() {
      return rows.rows().likely() / Math.max(1, partitions.rows().likely());
    }
  }

  static Found of(QuerySurvey survey) throws InterruptedException {
    return survey.isWholeTable() ? ofTable(survey) : ofPartition(survey);
  }

  private static Found ofPartition(QuerySurvey survey) throws InterruptedException {
    KeySpace keySpace = survey.keySpace();
    Forecast.Rows rows =
        new RowEstimator(
                (from, until, limit) -> keySpace.probe(from, until, limit).found(), KEYS, PLACES)
            .estimate();
    return new Found(rows, Forecast.Rows.exact(1, "counted"), keySpace.timeSpan());
  }

  private static Found ofTable(QuerySurvey survey) throws InterruptedException {
    KeySpace keySpace = survey.keySpace();
    List<ProbedRange> seen = new ArrayList<>();
    Forecast.Rows partitions =
        new RowEstimator(
                (from, until, limit) -> {
                  ProbedRange probed = keySpace.probe(from, until, limit);
                  seen.add(probed);
                  return probed.found();
                },
                PARTITIONS,
                PLACES_OF_TABLE)
            .estimate();
    List<Forecast.Rows> sampled = new ArrayList<>();
    Optional<Duration> span = Optional.empty();
    for (KeySpace partition : sample(survey, seen, wanted(partitions))) {
      sampled.add(
          new RowEstimator(
                  (from, until, limit) -> partition.probe(from, until, limit).found(),
                  KEYS,
                  PLACES_OF_SAMPLED)
              .estimate());
      span = longer(span, partition.timeSpan());
    }
    return new Found(rows(partitions, sampled), partitions, span);
  }

  private static int wanted(Forecast.Rows partitions) {
    boolean few = isExact(partitions) && partitions.rows().likely() <= FEW_PARTITIONS;
    return few ? FEW_PARTITIONS : SAMPLED_PARTITIONS;
  }

  /** Some partitions, from all places in turn. */
  private static List<KeySpace> sample(QuerySurvey survey, List<ProbedRange> seen, int wanted)
      throws InterruptedException {
    int most = seen.stream().mapToInt(ProbedRange::partitions).max().orElse(0);
    List<KeySpace> sample = new ArrayList<>();
    for (int index = 0; index < most; index++) {
      for (ProbedRange probed : seen) {
        if (sample.size() == wanted) {
          return sample;
        }
        if (index < probed.partitions()) {
          sample.add(survey.partition(probed, index));
        }
      }
    }
    return sample;
  }

  private static Optional<Duration> longer(Optional<Duration> one, Optional<Duration> other) {
    return one.isPresent() && other.isPresent()
        ? Optional.of(one.get()).filter(span -> span.compareTo(other.get()) >= 0).or(() -> other)
        : one.or(() -> other);
  }

  /** The rows of all partitions, of which some are known. */
  static Forecast.Rows rows(Forecast.Rows partitions, List<Forecast.Rows> sampled) {
    double count = partitions.rows().likely();
    Bounds sum = Bounds.of(0);
    for (Forecast.Rows one : sampled) {
      sum = sum.plus(one.rows());
    }
    String how =
        "%d of the partitions were looked at, and %s of the rows in them"
            .formatted(
                sampled.size(), sampled.stream().allMatch(RowSurvey::isExact) ? "all" : "some");
    if (sampled.size() >= count) {
      boolean exact = isExact(partitions) && sampled.stream().allMatch(RowSurvey::isExact);
      return exact
          ? Forecast.Rows.exact(Math.round(sum.likely()), "counted")
          : Forecast.Rows.of(sum, how);
    }
    int n = sampled.size();
    double mean = sum.likely() / n;
    double squares =
        sampled.stream().mapToDouble(one -> Math.pow(one.rows().likely() - mean, 2)).sum();
    // The fewer partitions are left out, the less they can differ from the others.
    double leftOut = 1 - n / count;
    double error = n < 2 ? mean : STANDARD_ERRORS * Math.sqrt(leftOut * squares / (n - 1.0) / n);
    Bounds all =
        partitions
            .rows()
            .times(new Bounds(Math.max(0, sum.low() / n - error), mean, sum.high() / n + error));
    return Forecast.Rows.of(
        new Bounds(Math.max(sum.low(), all.low()), all.likely(), all.high()), how);
  }

  private static boolean isExact(Forecast.Rows estimate) {
    return estimate.certainty() == Forecast.Rows.Certainty.EXACT;
  }
}
