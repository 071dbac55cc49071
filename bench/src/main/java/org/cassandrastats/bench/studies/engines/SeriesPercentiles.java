/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.engines;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.cassandrastats.bench.measure.ExactColumn;
import org.cassandrastats.bench.measure.ExactPart;

/** The exact 99th percentiles of a table, of each of its sensors and over all. */
final class SeriesPercentiles {
  private static final double PERCENTILE = 0.99;
  private static final double RANK_ERROR = 0.02;

  private final ExactPart all;
  private final List<ExactPart> series = new ArrayList<>();

  /** Of the first rows of a column: row i is in the sensor i modulo their number, plus 1. */
  SeriesPercentiles(ExactColumn column, int rows, int sensors) {
    all = column.first(rows);
    for (int sensor = 0; sensor < sensors; sensor++) {
      double[] values = new double[(rows - sensor + sensors - 1) / sensors];
      for (int i = 0; i < values.length; i++) {
        values[i] = column.value(sensor + i * sensors);
      }
      series.add(new ExactPart(values));
    }
  }

  /**
   * What is wrong with an answer, if anything is.
   *
   * @param numbers sensors, each with its percentile behind it; or that over all, alone
   */
  Optional<String> check(boolean ofSeries, List<Double> numbers) {
    return ofSeries ? checkSeries(numbers) : checkAll(numbers);
  }

  private Optional<String> checkAll(List<Double> numbers) {
    return numbers.size() == 1
        ? wrong("all rows", all, numbers.get(0))
        : Optional.of("there are %d numbers instead of one".formatted(numbers.size()));
  }

  private Optional<String> checkSeries(List<Double> numbers) {
    if (numbers.size() != 2 * series.size()) {
      return Optional.of(
          "there are %d numbers instead of two for each of %d sensors"
              .formatted(numbers.size(), series.size()));
    }
    boolean[] found = new boolean[series.size()];
    for (int i = 0; i < numbers.size(); i += 2) {
      double number = numbers.get(i);
      int sensor = (int) number;
      if (sensor != number || sensor < 1 || sensor > found.length || found[sensor - 1]) {
        return Optional.of("the sensor %s is there twice, or none".formatted(number));
      }
      found[sensor - 1] = true;
      Optional<String> wrong =
          wrong("sensor " + sensor, series.get(sensor - 1), numbers.get(i + 1));
      if (wrong.isPresent()) {
        return wrong;
      }
    }
    return Optional.empty();
  }

  private static Optional<String> wrong(String what, ExactPart exact, double found) {
    double error = exact.rankError(found, PERCENTILE);
    // Nothing compares with NaN.
    return error <= RANK_ERROR
        ? Optional.empty()
        : Optional.of(
            String.format(
                Locale.ROOT, "the rank of the percentile of %s is off by %.4f", what, error));
  }
}
