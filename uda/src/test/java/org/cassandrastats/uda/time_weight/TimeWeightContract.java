/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.time_weight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.cassandrastats.uda.contract.Blobs;
import org.cassandrastats.uda.contract.StateContract;
import org.cassandrastats.uda.time_weight.Observations.Method;
import org.cassandrastats.uda.time_weight.Observations.Point;
import org.cassandrastats.udf.time_weight.TimeWeight;
import org.cassandrastats.udf.time_weight.TimeWeightSpans;
import org.cassandrastats.udf.time_weight.TimeWeightState;

/** The contract for the states of a method. */
abstract class TimeWeightContract extends StateContract<Point> {
  /** The end of a span that all points are in. */
  private static final long STOP = 1L << 40;

  private final Method method;

  /** Later than all rows before. */
  private long clock;

  TimeWeightContract(Method method) {
    this.method = method;
  }

  /** An exact answer rounded once, and how far an answer may be off it. */
  private record Rounded(double answer, double error) {
    /** Sums are kept in two doubles; an answer is rounded a few times. */
    static Rounded of(double answer, double scale) {
      return new Rounded(answer, 1e-15 * Math.abs(answer) + 1e-30 * scale + Double.MIN_VALUE);
    }
  }

  @Override
  protected boolean isOrdered() {
    return true;
  }

  @Override
  protected ByteBuffer accumulate(ByteBuffer state, Point row) {
    return method.add(state, row);
  }

  @Override
  protected ByteBuffer union(ByteBuffer left, ByteBuffer right) {
    return TimeWeightAggregates.union(left, right);
  }

  @Override
  protected ByteBuffer finish(ByteBuffer state) {
    return TimeWeight.state(state);
  }

  @Override
  protected boolean isValid(ByteBuffer state) {
    return TimeWeight.isValid(state);
  }

  @Override
  protected Map<String, Function<ByteBuffer, Object>> accessors() {
    Map<String, Function<ByteBuffer, Object>> accessors = new LinkedHashMap<>();
    accessors.put("time_weight_count", TimeWeight::count);
    accessors.put("time_weight_average", TimeWeight::average);
    accessors.put("time_weight_integral", TimeWeight::integral);
    accessors.put("time_weight_first_time", TimeWeight::firstTime);
    accessors.put("time_weight_last_time", TimeWeight::lastTime);
    accessors.put("time_weight_first_value", TimeWeight::firstValue);
    accessors.put("time_weight_last_value", TimeWeight::lastValue);
    accessors.put(
        "time_weight_interpolated_integral",
        state -> TimeWeightSpans.interpolatedIntegral(state, -1L, STOP, null, Blobs.none()));
    accessors.put("time_weight_text", TimeWeight::text);
    return accessors;
  }

  @Override
  protected Map<String, Object> expected(List<Point> rows) {
    Map<String, Object> expected = new LinkedHashMap<>();
    accessors().keySet().forEach(name -> expected.put(name, null));
    Observations all =
        new Observations(
            method, rows.stream().filter(point -> Double.isFinite(point.value())).toList());
    if (all.size() == 0) {
      return expected;
    }
    Point first = all.first();
    Point last = all.last();
    double seconds = (last.time() - first.time()) / 1e3;
    double integral = all.integral().doubleValue();
    expected.put("time_weight_count", (long) all.size());
    expected.put("time_weight_integral", Rounded.of(integral, all.scale()));
    expected.put("time_weight_first_time", Date.from(Instant.ofEpochMilli(first.time())));
    expected.put("time_weight_last_time", Date.from(Instant.ofEpochMilli(last.time())));
    expected.put("time_weight_first_value", first.value() + 0.0);
    expected.put("time_weight_last_value", last.value() + 0.0);
    expected.put(
        "time_weight_text",
        "time_weight %s count=%d first=%d last=%d average="
            .formatted(
                method == Method.LOCF ? "locf" : "linear", all.size(), first.time(), last.time()));
    if (all.size() > 1) {
      expected.put("time_weight_average", Rounded.of(integral / seconds, all.scale() / seconds));
    }
    expected.put("time_weight_interpolated_integral", interpolated(all));
    return expected;
  }

  /** Where the last value is carried forward, it is over the whole span. */
  private Rounded interpolated(Observations all) {
    boolean isLocf = method == Method.LOCF;
    double integral = (isLocf ? all.integral(-1, STOP) : all.integral()).doubleValue();
    double scale = all.scale() + Math.abs(all.last().value()) * (isLocf ? STOP : 0);
    return new Rounded(integral, 1e-15 * scale + Double.MIN_VALUE);
  }

  @Override
  protected void assertAnswer(String accessor, Object actual, Object expected) {
    if (accessor.equals("time_weight_text") && expected != null) {
      assertThat((String) actual).startsWith((String) expected);
    } else if (expected instanceof Rounded rounded) {
      assertThat((Double) actual).as(accessor).isCloseTo(rounded.answer, within(rounded.error));
    } else {
      super.assertAnswer(accessor, actual, expected);
    }
  }

  @Override
  protected List<Point> rows(double[] values) {
    List<Point> rows = new ArrayList<>();
    for (double value : values) {
      rows.add(new Point(clock, value));
      clock += 500 + 1000 * (rows.size() % 3);
    }
    return rows;
  }

  @Override
  protected List<Point> skippedRows() {
    return List.of(
        new Point(0, Double.NaN),
        new Point(3, Double.POSITIVE_INFINITY),
        new Point(1, Double.NEGATIVE_INFINITY));
  }

  @Override
  protected int maximumSize() {
    return TimeWeightState.SIZE;
  }

  /** The first of so many values is long before 1970. */
  @Override
  protected byte[] withLargestCount(byte[] state) {
    ByteBuffer.wrap(state).putLong(TimeWeightState.FIRST, Long.MIN_VALUE);
    return super.withLargestCount(state);
  }
}
