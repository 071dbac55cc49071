/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.counter;

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
import org.cassandrastats.uda.counter.Series.Point;
import org.cassandrastats.udf.counter.Counter;
import org.cassandrastats.udf.counter.CounterPoints;
import org.cassandrastats.udf.counter.CounterSpans;
import org.cassandrastats.udf.counter.CounterState;

/** The contract for the states of a counter or a gauge. */
abstract class CounterContract extends StateContract<Point> {
  /** A span that all points are in. */
  private static final long START = -1;

  private static final long STOP = 1L << 40;

  private final boolean isGauge;

  /** Later than all rows before. */
  private long clock;

  CounterContract(boolean isGauge) {
    this.isGauge = isGauge;
  }

  /** An exact answer rounded once, and the size of what is added up to it. */
  private record Rounded(double answer, double scale) {}

  @Override
  protected boolean isOrdered() {
    return true;
  }

  @Override
  protected ByteBuffer accumulate(ByteBuffer state, Point row) {
    ByteBuffer before = state.hasRemaining() ? state : Series.none(isGauge);
    ByteBuffer after = CounterAggregates.accumulate(before, row.time(), row.value());
    return CounterState.startsGauge(after) ? state : after;
  }

  @Override
  protected ByteBuffer union(ByteBuffer left, ByteBuffer right) {
    return CounterAggregates.union(left, right);
  }

  @Override
  protected ByteBuffer finish(ByteBuffer state) {
    return Counter.state(state);
  }

  @Override
  protected boolean isValid(ByteBuffer state) {
    return Counter.isValid(state);
  }

  @Override
  protected Map<String, Function<ByteBuffer, Object>> accessors() {
    Map<String, Function<ByteBuffer, Object>> accessors = new LinkedHashMap<>();
    accessors.put("counter_count", Counter::count);
    accessors.put("counter_delta", Counter::delta);
    accessors.put("counter_rate", Counter::rate);
    accessors.put("counter_num_resets", Counter::numResets);
    accessors.put("counter_num_changes", Counter::numChanges);
    accessors.put("counter_first_time", CounterPoints::firstTime);
    accessors.put("counter_last_time", CounterPoints::lastTime);
    accessors.put("counter_first_value", CounterPoints::firstValue);
    accessors.put("counter_last_value", CounterPoints::lastValue);
    accessors.put("counter_idelta_left", CounterPoints::ideltaLeft);
    accessors.put("counter_idelta_right", CounterPoints::ideltaRight);
    accessors.put("counter_irate_left", CounterPoints::irateLeft);
    accessors.put("counter_irate_right", CounterPoints::irateRight);
    accessors.put(
        "counter_interpolated_delta",
        state -> CounterSpans.interpolatedDelta(state, START, STOP, null, Blobs.none()));
    accessors.put("counter_text", Counter::text);
    return accessors;
  }

  @Override
  protected Map<String, Object> expected(List<Point> rows) {
    Map<String, Object> expected = new LinkedHashMap<>();
    accessors().keySet().forEach(name -> expected.put(name, null));
    Series series = new Series(rows.stream().filter(Point::isFinite).toList(), isGauge);
    if (series.size() == 0) {
      return expected;
    }
    Point first = series.first();
    Point last = series.last();
    double scale = series.scale();
    Rounded delta = new Rounded(series.delta().doubleValue(), scale);
    expected.put("counter_count", (long) series.size());
    expected.put("counter_delta", delta);
    expected.put("counter_interpolated_delta", delta);
    expected.put("counter_num_resets", series.resets());
    expected.put("counter_num_changes", series.changes());
    expected.put("counter_first_time", Date.from(Instant.ofEpochMilli(first.time())));
    expected.put("counter_last_time", Date.from(Instant.ofEpochMilli(last.time())));
    expected.put("counter_first_value", first.value() + 0.0);
    expected.put("counter_last_value", last.value() + 0.0);
    expected.put(
        "counter_text",
        "%s count=%d first=%d last=%d delta="
            .formatted(isGauge ? "gauge" : "counter", series.size(), first.time(), last.time()));
    if (series.size() > 1) {
      expect(expected, series, delta);
    }
    return expected;
  }

  private static void expect(Map<String, Object> expected, Series series, Rounded delta) {
    int lastButOne = series.size() - 2;
    double seconds = (series.last().time() - series.first().time()) / 1e3;
    double left = (series.points().get(1).time() - series.first().time()) / 1e3;
    double right = (series.last().time() - series.points().get(lastButOne).time()) / 1e3;
    double first = series.step(0).doubleValue();
    double last = series.step(lastButOne).doubleValue();
    expected.put(
        "counter_rate", new Rounded(delta.answer / seconds, delta.scale / Math.min(1, seconds)));
    expected.put("counter_idelta_left", new Rounded(first, 0));
    expected.put("counter_idelta_right", new Rounded(last, 0));
    expected.put("counter_irate_left", new Rounded(first / left, 0));
    expected.put("counter_irate_right", new Rounded(last / right, 0));
  }

  @Override
  protected void assertAnswer(String accessor, Object actual, Object expected) {
    if (accessor.equals("counter_text") && expected != null) {
      assertThat((String) actual).startsWith((String) expected);
    } else if (expected instanceof Rounded rounded) {
      double scale = Math.max(Math.abs(rounded.answer), rounded.scale);
      assertThat((Double) actual)
          .as(accessor)
          .isCloseTo(rounded.answer, within(1e-15 * scale + Double.MIN_VALUE));
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
    return CounterState.SIZE;
  }

  /** The first of so many values is long before 1970. */
  @Override
  protected byte[] withLargestCount(byte[] state) {
    ByteBuffer.wrap(state).putLong(CounterState.FIRST, Long.MIN_VALUE);
    return super.withLargestCount(state);
  }
}
