/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.counter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Random;
import org.assertj.core.data.Offset;
import org.cassandrastats.uda.contract.Blobs;
import org.cassandrastats.uda.counter.Series.Point;
import org.cassandrastats.udf.counter.CounterSpans;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a counter grew by in a span of time, of which the values cover a part. */
class CounterSpansTest {
  private static final long SEED = 20261128;
  private static final int SPANS = 10_000;

  private static ByteBuffer state(Point... points) {
    return new Series(List.of(points)).state();
  }

  @Test
  void should_share_what_it_grew_by_between_buckets_by_time() {
    ByteBuffer before = state(new Point(1000, 10), new Point(4000, 20));
    ByteBuffer own = state(new Point(6000, 30), new Point(9000, 36));
    ByteBuffer after = state(new Point(13_000, 8));

    // 10 in two seconds, of which one is in the bucket; after a reset 8 in four, of which one is.
    assertThat(CounterSpans.interpolatedDelta(own, 5000L, 10_000L, before, after))
        .isEqualTo(5.0 + 6 + 2);
    assertThat(CounterSpans.interpolatedDelta(own, 5000L, 10_000L, before, null)).isEqualTo(11.0);
    assertThat(CounterSpans.interpolatedDelta(own, 5000L, 10_000L, Blobs.none(), after))
        .isEqualTo(8.0);
    assertThat(CounterSpans.interpolatedDelta(null, 10_000L, 12_000L, own, after)).isEqualTo(4.0);
    assertThat(CounterSpans.interpolatedDelta(null, 10_000L, 12_000L, own, null)).isNull();
    assertThat(CounterSpans.interpolatedDelta(own, null, 12_000L, before, after)).isNull();
  }

  @Test
  void should_fall_evenly_from_a_gauge_to_its_neighbour() {
    ByteBuffer own = gauge(new Point(6000, 30), new Point(9000, 36));
    ByteBuffer after = gauge(new Point(13_000, 8));

    assertThat(CounterSpans.interpolatedDelta(own, 5000L, 10_000L, null, after)).isEqualTo(6.0 - 7);
    assertThatThrownBy(
            () ->
                CounterSpans.interpolatedDelta(
                    own, 5000L, 10_000L, null, state(new Point(13_000, 8))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "counter_interpolated_delta: expected states of one kind, found a counter and a gauge");
  }

  private static ByteBuffer gauge(Point... points) {
    return new Series(List.of(points), true).state();
  }

  @Test
  void should_refuse_values_outside_of_their_bucket() {
    ByteBuffer own = state(new Point(6000, 30), new Point(9000, 36));
    ByteBuffer other = state(new Point(20_000, 1));
    List<Object[]> calls =
        List.of(
            new Object[] {own, 6001L, 10_000L, null, null},
            new Object[] {own, 5000L, 9000L, null, null},
            new Object[] {own, 10_000L, 5000L, null, null},
            new Object[] {other, 20_000L, 30_000L, null, own},
            new Object[] {other, 8000L, 30_000L, own, null});
    for (Object[] call : calls) {
      assertThatThrownBy(
              () ->
                  CounterSpans.interpolatedDelta(
                      (ByteBuffer) call[0],
                      (Long) call[1],
                      (Long) call[2],
                      (ByteBuffer) call[3],
                      (ByteBuffer) call[4]))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("expected values before, from and until behind a bucket from 1970");
    }
    assertThatThrownBy(() -> CounterSpans.extrapolatedRate(own, 0L, 8000L))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("expected values in a span from 1970-01-01T00:00:00Z")
        .hasMessageContaining("found 1970-01-01T00:00:06Z to 1970-01-01T00:00:09Z");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void should_extrapolate_as_prometheus_does(boolean isGauge) {
    Random random = new Random(SEED);
    int near = 0;
    for (int round = 0; round < SPANS; round++) {
      Series series = Series.random(random, 2 + random.nextInt(20), isGauge);
      long start = series.first().time() - random.nextInt(20_000) - 1;
      long stop = series.last().time() + random.nextInt(20_000);
      double increase = extrapolated(series, start, stop);
      Offset<Double> error = within(1e-12 * Math.max(1, Math.abs(increase)));
      near += Math.abs(increase) > Math.abs(series.delta().doubleValue()) ? 1 : 0;

      assertThat(CounterSpans.extrapolatedDelta(series.state(), start, stop))
          .as("series %d, seed %d", round, SEED)
          .isCloseTo(increase, error);
      assertThat(CounterSpans.extrapolatedRate(series.state(), start, stop))
          .isCloseTo(increase / ((stop - start) / 1e3), error);
    }
    assertThat(near).isBetween(SPANS / 2, SPANS);
  }

  /**
   * What the documentation of increase() and delta() and the comments of its source say: the slope
   * between the first and the last sample is carried on to a border that is less than 1.1 average
   * intervals away, and half an interval otherwise; at the start of a counter never below zero.
   */
  private static double extrapolated(Series series, long start, long stop) {
    double covered = series.last().time() - series.first().time();
    double interval = covered / (series.size() - 1);
    double slope = series.delta().doubleValue() / covered;
    double ahead = series.first().time() - start;
    double behind = stop - series.last().time();
    if (ahead >= 1.1 * interval) {
      ahead = interval / 2;
    }
    if (behind >= 1.1 * interval) {
      behind = interval / 2;
    }
    if (!series.isGauge()
        && slope > 0
        && series.first().value() >= 0
        && slope * ahead > series.first().value()) {
      ahead = series.first().value() / slope;
    }
    return slope * (ahead + covered + behind);
  }

  @Test
  void should_extrapolate_to_known_answers() {
    // Of a scrape every 15 s: 20 in 45 s, and 7.5 s and 7.5 s to the borders.
    Series even =
        new Series(
            List.of(
                new Point(7500, 100),
                new Point(22_500, 105),
                new Point(37_500, 115),
                new Point(52_500, 120)));

    assertThat(CounterSpans.extrapolatedDelta(even.state(), 0L, 60_000L))
        .isCloseTo(20 * 60 / 45.0, within(1e-12));
    assertThat(CounterSpans.extrapolatedRate(even.state(), 0L, 60_000L))
        .isCloseTo(20 / 45.0, within(1e-15));
    assertThat(CounterSpans.extrapolatedDelta(even.part(0, 1).state(), 0L, 60_000L)).isNull();
    assertThat(CounterSpans.extrapolatedRate(even.part(0, 1).state(), 0L, 60_000L)).isNull();
    assertThat(CounterSpans.extrapolatedDelta(null, 0L, 60_000L)).isNull();
  }
}
