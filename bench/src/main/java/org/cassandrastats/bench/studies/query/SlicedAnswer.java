/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.query;

import com.datastax.oss.driver.api.core.cql.Row;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import org.cassandrastats.bench.measure.ExactColumn;
import org.cassandrastats.bench.measure.ExactPart;
import org.cassandrastats.bench.measure.MeasuredAggregate;
import org.cassandrastats.uda.moments.MomentsAggregates;
import org.cassandrastats.udf.moments.Moments;

/** What is wanted of a partition that is read in slices, and how their answers are joined. */
enum SlicedAnswer {
  /** All rows. */
  ROWS("rows", "at, value") {
    @Override
    Object join(List<List<Row>> slices) {
      return slices.stream().flatMap(List::stream).toList();
    }

    @Override
    Optional<String> check(Object answer, ExactColumn column) {
      List<Row> rows = ((List<?>) answer).stream().map(Row.class::cast).toList();
      return column.check(column.size(), i -> i, rows);
    }
  },
  /** A count, and the mean by the averages of the slices and their counts. */
  AVERAGE("count and avg", "count(value), avg(value)") {
    @Override
    Object join(List<List<Row>> slices) {
      long count = 0;
      BigDecimal sum = BigDecimal.ZERO;
      for (List<Row> slice : slices) {
        long rows = slice.get(0).getLong(0);
        count += rows;
        sum = sum.add(new BigDecimal(slice.get(0).getDouble(1)).multiply(BigDecimal.valueOf(rows)));
      }
      return new Average(
          count,
          count == 0
              ? Double.NaN
              : sum.divide(BigDecimal.valueOf(count), MathContext.DECIMAL128).doubleValue());
    }

    @Override
    Optional<String> check(Object answer, ExactColumn column) {
      Average average = (Average) answer;
      return average.count == column.size()
          ? MeasuredAggregate.checkMean(
              average.mean, column.first(column.size()).mean(), MEAN_ERROR)
          : Optional.of("the count is %d instead of %d".formatted(average.count, column.size()));
    }
  },
  /** A state of {@code moments}. */
  MOMENTS("moments", "%s.moments(value)") {
    @Override
    Object join(List<List<Row>> slices) {
      return slices.stream()
          .map(rows -> rows.get(0).getByteBuffer(0))
          .reduce(ByteBuffer.allocate(0), MomentsAggregates::union);
    }

    @Override
    Optional<String> check(Object answer, ExactColumn column) {
      ByteBuffer state = (ByteBuffer) answer;
      ExactPart exact = column.first(column.size());
      Long count = Moments.count(state);
      if (count == null || count != exact.count()) {
        return Optional.of("the count is %s instead of %d".formatted(count, exact.count()));
      }
      if (Moments.min(state) != exact.minimum() || Moments.max(state) != exact.maximum()) {
        return Optional.of("minimum or maximum differ");
      }
      return MeasuredAggregate.checkMean(Moments.mean(state), exact.mean(), MEAN_ERROR);
    }
  };

  /** Each part is right to about 1e-14; joining a few dozen adds as much again, at most. */
  private static final double MEAN_ERROR = 1e-12;

  private final String label;
  private final String selectors;

  SlicedAnswer(String label, String selectors) {
    this.label = label;
    this.selectors = selectors;
  }

  private record Average(long count, double mean) {}

  /** What is selected from each slice. */
  String selectors(String functions) {
    return selectors.formatted(functions);
  }

  /** Joins the rows of the slices, which are in their order. */
  abstract Object join(List<List<Row>> slices);

  /** What is wrong with the joined answer, if anything is. */
  abstract Optional<String> check(Object answer, ExactColumn column);

  @Override
  public String toString() {
    return label;
  }
}
