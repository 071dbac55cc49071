/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.containers;

import com.datastax.oss.driver.api.core.cql.Row;
import java.util.Arrays;
import java.util.Optional;
import org.cassandrastats.bench.measure.MeasuredAggregate;

/** The values of a partition by row number, and what aggregates have to give for them. */
final class KnownRows {
  private final double[] values;
  private SuiteAnswer exact;

  private KnownRows(double[] values) {
    this.values = values;
  }

  /** Rows from 0 on. */
  static KnownRows of(int count) {
    KnownRows rows = new KnownRows(new double[count]);
    rows.change(0, count, 1, 0);
    return rows;
  }

  /** The same with room for more rows. */
  KnownRows copy(int count) {
    double[] more = Arrays.copyOf(values, count);
    Arrays.fill(more, values.length, count, Double.NaN);
    return new KnownRows(more);
  }

  /**
   * Gives rows other values.
   *
   * @param step every how manieth row, from the first one
   * @param salt other values for another salt
   */
  void change(int from, int to, int step, int salt) {
    for (int at = from; at < to; at += step) {
      // Eighths: their sums are exact in every order.
      values[at] = Math.floorMod(at * 7919 + salt * 104_729, 8000) / 8.0;
    }
    exact = null;
  }

  /** Takes rows away. */
  void remove(int from, int to) {
    Arrays.fill(values, from, to, Double.NaN);
    exact = null;
  }

  /** The value of a row. */
  double value(int at) {
    return values[at];
  }

  /** The highest row number there is room for, plus 1. */
  int size() {
    return values.length;
  }

  /** What is right now. */
  SuiteAnswer exact() {
    if (exact == null) {
      exact =
          SuiteAnswer.exact(Arrays.stream(values).filter(value -> !Double.isNaN(value)).toArray());
    }
    return exact;
  }

  /** What is wrong with a result, if anything is. */
  Optional<String> check(MeasuredAggregate aggregate, Row row) {
    Object found =
        aggregate == MeasuredAggregate.TDIGEST ? row.getByteBuffer(0) : (Object) row.getDouble(0);
    Object right =
        switch (aggregate) {
          case AVG -> exact().average();
          case MEAN -> exact().mean();
          case TDIGEST -> exact().digest();
        };
    return right.equals(found)
        ? Optional.empty()
        : Optional.of("%s is %s instead of %s".formatted(aggregate, found, right));
  }
}
