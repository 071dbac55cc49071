/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.measure;

import com.datastax.oss.driver.api.core.cql.Row;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.Locale;
import java.util.Optional;
import org.cassandrastats.udf.tdigest.Tdigest;
import org.cassandrastats.udf.tdigest.TdigestAccessors;

/** What is timed, and how its answer is checked. */
public enum MeasuredAggregate {
  /** Cassandra's own average: the baseline, without any function of the pack. */
  AVG("avg(value)"),
  /** The pack's mean. */
  MEAN("%s.mean(value)"),
  /** A t-digest of the values, as a state. */
  TDIGEST("%s.tdigest(value)");

  private static final double AVG_ERROR = 1e-12;
  // What docs/design.md promises.
  private static final double MEAN_ERROR = 1e-14;
  private static final double RANK_ERROR = 0.02;
  private static final double[] QUANTILES = {0.01, 0.25, 0.5, 0.75, 0.99};

  /** What is to be known of traced requests. */
  public static final String TRACED =
      "User-defined functions are not traced: a trace has an event for each of their calls, so that the request takes many times as long.";

  private final String call;

  MeasuredAggregate(String call) {
    this.call = call;
  }

  /** Whether it is also asked with tracing; never where it calls user-defined functions. */
  public boolean isTraced(String lane) {
    return this == AVG || lane.equals("native");
  }

  /** The call in CQL. */
  public String selector(String functions) {
    return call.formatted(functions);
  }

  /** What is wrong with a result, if anything is. */
  public Optional<String> check(Row row, ExactPart exact) {
    if (row.isNull(0)) {
      return Optional.of("the result is null");
    }
    return check(this == TDIGEST ? row.getBytesUnsafe(0) : (Object) row.getDouble(0), exact);
  }

  /**
   * What is wrong with a value, if anything is.
   *
   * @param value a double or a state; not null
   */
  public Optional<String> check(Object value, ExactPart exact) {
    return switch (this) {
      case AVG -> checkMean((Double) value, exact.mean(), AVG_ERROR);
      case MEAN -> checkMean((Double) value, exact.mean(), MEAN_ERROR);
      case TDIGEST -> checkDigest((ByteBuffer) value, exact);
    };
  }

  /** What is wrong with a mean, if it is off by more than a part of itself. */
  public static Optional<String> checkMean(double found, BigDecimal exact, double allowed) {
    if (!Double.isFinite(found)) {
      return Optional.of("the mean is " + found);
    }
    BigDecimal error = new BigDecimal(found).subtract(exact).abs();
    return error.compareTo(exact.abs().multiply(new BigDecimal(allowed))) <= 0
        ? Optional.empty()
        : Optional.of("the mean is %s instead of %s".formatted(found, exact));
  }

  /** What is wrong with a t-digest, if anything is. */
  public static Optional<String> checkDigest(ByteBuffer state, ExactPart exact) {
    if (TdigestAccessors.count(state) != exact.count()) {
      return Optional.of(
          "the count is %d instead of %d".formatted(TdigestAccessors.count(state), exact.count()));
    }
    if (TdigestAccessors.min(state) != exact.minimum()
        || TdigestAccessors.max(state) != exact.maximum()) {
      return Optional.of("minimum or maximum differ");
    }
    for (double quantile : QUANTILES) {
      double error = exact.rankError(Tdigest.quantile(state, quantile), quantile);
      if (error > RANK_ERROR) {
        return Optional.of(
            String.format(Locale.ROOT, "the rank of quantile %s is off by %.4f", quantile, error));
      }
    }
    return Optional.empty();
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
