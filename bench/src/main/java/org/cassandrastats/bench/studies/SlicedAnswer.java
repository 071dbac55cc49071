/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies;

import com.datastax.oss.driver.api.core.cql.Row;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import org.cassandrastats.bench.run.ExactColumn;
import org.cassandrastats.bench.run.ExactPart;
import org.cassandrastats.bench.run.MeasuredAggregate;
import org.cassandrastats.uda.moments.MomentsAggregates;
import org.cassandrastats.udf.moments.Moments;

/** The answers of all slices, joined to that of the partition. */
interface SlicedAnswer {
  /** What is wrong with it, if anything is. */
  Optional<String> check(ExactColumn column);

  /**
   * Joins.
   *
   * @param slices the rows of each answer, in the order of the slices
   */
  static SlicedAnswer join(SliceAnswer answer, List<List<Row>> slices) {
    return switch (answer) {
      case ROWS -> new Rows(slices.stream().flatMap(List::stream).toList());
      case AVERAGE -> Average.join(slices.stream().map(rows -> rows.get(0)).toList());
      case MOMENTS ->
          new State(
              slices.stream()
                  .map(rows -> rows.get(0).getByteBuffer(0))
                  .reduce(ByteBuffer.allocate(0), MomentsAggregates::union));
    };
  }

  /** All rows. */
  record Rows(List<Row> rows) implements SlicedAnswer {
    @Override
    public Optional<String> check(ExactColumn column) {
      if (rows.size() != column.size()) {
        return Optional.of("there are %d rows instead of %d".formatted(rows.size(), column.size()));
      }
      for (int i = 0; i < rows.size(); i++) {
        long at = rows.get(i).getLong(0);
        double value = rows.get(i).getDouble(1);
        if (at != i
            || Double.doubleToRawLongBits(value) != Double.doubleToRawLongBits(column.value(i))) {
          return Optional.of(
              "row %d is (%d, %s) instead of (%d, %s)".formatted(i, at, value, i, column.value(i)));
        }
      }
      return Optional.empty();
    }
  }

  /** A count, and the mean by the averages of the slices and their counts. */
  record Average(long count, double mean) implements SlicedAnswer {
    /** Each part is right to about 1e-14; joining a few dozen adds as much again, at most. */
    private static final double ALLOWED = 1e-12;

    private static Average join(List<Row> rows) {
      long count = 0;
      BigDecimal sum = BigDecimal.ZERO;
      for (Row row : rows) {
        count += row.getLong(0);
        sum =
            sum.add(new BigDecimal(row.getDouble(1)).multiply(BigDecimal.valueOf(row.getLong(0))));
      }
      return new Average(
          count,
          count == 0
              ? Double.NaN
              : sum.divide(BigDecimal.valueOf(count), MathContext.DECIMAL128).doubleValue());
    }

    @Override
    public Optional<String> check(ExactColumn column) {
      return count == column.size()
          ? MeasuredAggregate.checkMean(mean, column.first(column.size()).mean(), ALLOWED)
          : Optional.of("the count is %d instead of %d".formatted(count, column.size()));
    }
  }

  /** A state of {@code moments}. */
  record State(ByteBuffer state) implements SlicedAnswer {
    @Override
    public Optional<String> check(ExactColumn column) {
      ExactPart exact = column.first(column.size());
      Long count = Moments.count(state);
      if (count == null || count != exact.count()) {
        return Optional.of("the count is %s instead of %d".formatted(count, exact.count()));
      }
      if (Moments.min(state) != exact.minimum() || Moments.max(state) != exact.maximum()) {
        return Optional.of("minimum or maximum differ");
      }
      return MeasuredAggregate.checkMean(Moments.mean(state), exact.mean(), Average.ALLOWED);
    }
  }
}
