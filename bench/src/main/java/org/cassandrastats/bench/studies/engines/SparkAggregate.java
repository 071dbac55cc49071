/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.engines;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import org.cassandrastats.bench.measure.ExactPart;
import org.cassandrastats.bench.measure.MeasuredAggregate;
import org.cassandrastats.udf.moments.Moments;
import org.cassandrastats.udf.tdigest.Tdigest;

/** What is asked of Cassandra and of Spark. */
enum SparkAggregate {
  /** The built-in averages. */
  AVG("avg(value)", "%s.moments_mean(%s)", "moments_merge", "%s.chunk_moments(%s)") {
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
  MOMENTS("%s.moments(value)", "%2$s", "moments_merge", "%s.chunk_moments(%s)") {
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
  QUANTILES("%s.tdigest(value)", "%2$s", "tdigest_merge", "%s.chunk_tdigest(%s, 100)") {
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
  private final String ofState;
  private final String merge;
  private final String ofChunk;

  SparkAggregate(String ofRows, String ofState, String merge, String ofChunk) {
    this.ofRows = ofRows;
    this.ofState = ofState;
    this.merge = merge;
    this.ofChunk = ofChunk;
  }

  /** The call in CQL over rows. */
  String ofRows(String functions) {
    return ofRows.formatted(functions);
  }

  /** The call in CQL over all chunks together. */
  String ofChunks(String functions, String chunk) {
    return ofState.formatted(
        functions, "%s.%s(%s)".formatted(functions, merge, ofChunk.formatted(functions, chunk)));
  }

  /** The call in CQL over each chunk by itself. */
  String ofEachChunk(String functions, String chunk) {
    return ofState.formatted(functions, ofChunk.formatted(functions, chunk));
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

  /**
   * What is wrong with the numbers of several rows, one after the other, if anything is.
   *
   * @param exact results of each row
   */
  Optional<String> checkAll(List<Double> values, List<ExactPart> exact, double allowed) {
    if (values.isEmpty() || values.size() % exact.size() != 0) {
      return Optional.of("there are %d numbers for %d rows".formatted(values.size(), exact.size()));
    }
    int width = values.size() / exact.size();
    return IntStream.range(0, exact.size())
        .mapToObj(
            row -> check(values.subList(row * width, (row + 1) * width), exact.get(row), allowed))
        .flatMap(Optional::stream)
        .findFirst();
  }

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
