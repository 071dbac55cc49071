/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.measure;

import com.datastax.oss.driver.api.core.cql.Row;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.cassandrastats.cli.demo.SensorData;

/**
 * The values that a study loads, in the order of their clustering key, and what is known of them.
 */
public final class ExactColumn {
  private final double[] values;
  private final Map<Integer, ExactPart> parts = new ConcurrentHashMap<>();

  private ExactColumn(double[] values) {
    this.values = values;
  }

  /** Readings like those of a thermometer; the same arguments give the same values. */
  public static ExactColumn generate(int rows, long seed) {
    return new ExactColumn(SensorData.generate(rows, seed).toArray());
  }

  /** Any values. */
  public static ExactColumn of(double... values) {
    return new ExactColumn(values.clone());
  }

  /** How many values there are. */
  public int size() {
    return values.length;
  }

  /** The value of a row. */
  public double value(int row) {
    return values[row];
  }

  private Optional<String> check(int at, Row row) {
    return row.getLong(0) == at
            && Double.doubleToRawLongBits(row.getDouble(1))
                == Double.doubleToRawLongBits(values[at])
        ? Optional.empty()
        : Optional.of(
            "there is (%d, %s) instead of (%d, %s)"
                .formatted(row.getLong(0), row.getDouble(1), at, values[at]));
  }

  /**
   * What is wrong with rows (at, value) of the values' table, if anything is.
   *
   * @param count how many there have to be
   * @param at which row each of them has to be
   */
  public Optional<String> check(int count, IntUnaryOperator at, List<Row> rows) {
    return rows.size() == count
        ? IntStream.range(0, count)
            .mapToObj(i -> check(at.applyAsInt(i), rows.get(i)))
            .flatMap(Optional::stream)
            .findFirst()
        : Optional.of("there are %d rows instead of %d".formatted(rows.size(), count));
  }

  /**
   * The exact results over the rows, of which there is at least one, that a condition holds for.
   */
  public ExactPart only(IntPredicate condition) {
    return new ExactPart(
        IntStream.range(0, values.length)
            .filter(condition)
            .mapToDouble(row -> values[row])
            .toArray());
  }

  /** The exact results over the rows from one on to before another one. */
  public ExactPart part(int from, int to) {
    return new ExactPart(Arrays.copyOfRange(values, from, to));
  }

  /** The exact results over the first rows. */
  public ExactPart first(int rows) {
    return parts.computeIfAbsent(rows, n -> new ExactPart(Arrays.copyOf(values, n)));
  }
}
