/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.engines;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.cassandrastats.bench.measure.ExactPart;
import org.cassandrastats.bench.measure.MeasuredAggregate;
import org.cassandrastats.udf.moments.Moments;
import org.cassandrastats.udf.tdigest.Tdigest;

/** What is asked of Cassandra and of Spark. */
enum SparkAggregate {
  /** The built-in averages. */
  AVG("avg(value)", "%1$s.moments_mean(%1$s.moments_merge(%1$s.chunk_moments(points)))") {
    @Override
    List<String> sparkSql() {
      return List.of("avg(value)");
    }

    @Override
    List<Double> values(Object result) {
      return List.of((Double) result);
    }

    @Override
    Optional<String> check(List<Double> values, ExactPart exact, double allowed) {
      return MeasuredAggregate.checkMean(values.get(0), exact.mean(), allowed);
    }
  },
  /** Count, mean and population standard deviation. */
  MOMENTS("%1$s.moments(value)", "%1$s.moments_merge(%1$s.chunk_moments(points))") {
    @Override
    List<String> sparkSql() {
      return List.of("count(value)", "avg(value)", "stddev_pop(value)");
    }

    @Override
    List<Double> values(Object result) {
      ByteBuffer state = (ByteBuffer) result;
      return List.of(
          Moments.count(state).doubleValue(), Moments.mean(state), Moments.stddevPop(state));
    }

    @Override
    Optional<String> check(List<Double> values, ExactPart exact, double allowed) {
      if (values.get(0) != exact.count()) {
        return Optional.of("the count is %s instead of %d".formatted(values.get(0), exact.count()));
      }
      return MeasuredAggregate.checkMean(values.get(1), exact.mean(), allowed)
          .or(() -> checkDeviation(values.get(2), exact.deviation()));
    }
  },
  /** Median and 99th percentile. */
  QUANTILES("%1$s.tdigest(value)", "%1$s.tdigest_merge(%1$s.chunk_tdigest(points, 100))") {
    @Override
    List<String> sparkSql() {
      return List.of("percentile_approx(value, array(0.5D, 0.99D), 10000)");
    }

    @Override
    List<Double> values(Object result) {
      ByteBuffer state = (ByteBuffer) result;
      return QUANTILES_ASKED.stream().map(rank -> Tdigest.quantile(state, rank)).toList();
    }

    @Override
    Optional<String> check(List<Double> values, ExactPart exact, double allowed) {
      for (int i = 0; i < QUANTILES_ASKED.size(); i++) {
        double rank = QUANTILES_ASKED.get(i);
        double error = exact.rankError(values.get(i), rank);
        // Nothing compares with NaN.
        if (!(error <= RANK_ERROR)) {
          return Optional.of(
              String.format(Locale.ROOT, "the rank of quantile %s is off by %.4f", rank, error));
        }
      }
      return Optional.empty();
    }
  };

  private static final List<Double> QUANTILES_ASKED = List.of(0.5, 0.99);
  private static final double RANK_ERROR = 0.02;
  private static final double DEVIATION_ERROR = 1e-9;

  private final String ofRows;
  private final String ofChunks;

  SparkAggregate(String ofRows, String ofChunks) {
    this.ofRows = ofRows;
    this.ofChunks = ofChunks;
  }

  /** The call in CQL. */
  String cql(boolean chunks, String functions) {
    return (chunks ? ofChunks : ofRows).formatted(functions);
  }

  /** The expressions in Spark SQL; they give the numbers that {@link #values} does. */
  abstract List<String> sparkSql();

  /** The numbers in the answer of Cassandra: a double or a state. */
  abstract List<Double> values(Object result);

  /**
   * What is wrong with the numbers, if anything is.
   *
   * @param allowed relative error of a mean
   */
  abstract Optional<String> check(List<Double> values, ExactPart exact, double allowed);

  private static Optional<String> checkDeviation(double found, double exact) {
    return Math.abs(found - exact) <= exact * DEVIATION_ERROR
        ? Optional.empty()
        : Optional.of("the standard deviation is %s instead of %s".formatted(found, exact));
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
