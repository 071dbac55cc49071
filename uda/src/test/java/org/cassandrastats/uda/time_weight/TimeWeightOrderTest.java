/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.time_weight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.cassandrastats.uda.contract.Blobs;
import org.cassandrastats.uda.time_weight.Observations.Method;
import org.cassandrastats.uda.time_weight.Observations.Point;
import org.cassandrastats.udf.time_weight.TimeWeight;
import org.cassandrastats.udf.time_weight.TimeWeightSpans;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Rows, states and buckets in an order, in the other one, and in none. */
class TimeWeightOrderTest {
  private static final long SEED = 20261203;

  private static ByteBuffer state(Method method, Point... points) {
    return new Observations(method, List.of(points)).state();
  }

  private static void assertRefused(ThrowingCallable call, String... words) {
    assertThatThrownBy(call)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll(words);
  }

  @ParameterizedTest
  @EnumSource
  void should_give_the_same_answers_for_descending_rows(Method method) {
    Random random = new Random(SEED);
    for (int round = 0; round < 1000; round++) {
      Observations series = Observations.random(method, random, 1 + random.nextInt(30));
      List<Point> points = new ArrayList<>(series.points());
      Collections.reverse(points);
      ByteBuffer reversed = new Observations(method, points).state();

      assertThat(TimeWeight.integral(reversed))
          .as("round %d, seed %d", round, SEED)
          .isEqualTo(TimeWeight.integral(series.state()));
      assertThat(TimeWeight.text(reversed)).isEqualTo(TimeWeight.text(series.state()));
    }
  }

  @ParameterizedTest
  @EnumSource
  void should_refuse_a_row_among_those_before_and_two_values_at_one_time(Method method) {
    Point first = new Point(1000, 7);

    assertRefused(
        () -> state(method, first, new Point(3000, 2), new Point(2000, 2)),
        "accumulate: expected one series in the order of time",
        "found the value 2.0 at 1970-01-01T00:00:02Z",
        "rows of 1970-01-01T00:00:01Z to 1970-01-01T00:00:03Z",
        "GROUP BY");
    assertRefused(() -> state(method, first, new Point(1000, 8)), "found the value 8.0 at");
    assertRefused(
        () -> TimeWeightAggregates.union(state(method, first), state(method, new Point(1000, 8))),
        "do not overlap");
  }

  @ParameterizedTest
  @EnumSource
  void should_count_a_point_once_that_comes_again(Method method) {
    Point first = new Point(1000, 7);
    Point last = new Point(2000, 3);

    assertThat(Blobs.hex(state(method, first, first, last, last)))
        .isEqualTo(Blobs.hex(state(method, first, last)));
    assertThat(Blobs.hex(state(method, last, last, first, first)))
        .isEqualTo(Blobs.hex(state(method, first, last)));
    assertThat(Blobs.hex(TimeWeightAggregates.union(state(method, first), state(method, first))))
        .isEqualTo(Blobs.hex(state(method, first)));
  }

  @ParameterizedTest
  @EnumSource
  void should_refuse_states_that_overlap_and_go_on(Method method) {
    ByteBuffer outer = state(method, new Point(1000, 1), new Point(9000, 2));
    ByteBuffer inner = state(method, new Point(2000, 1), new Point(3000, 2));
    ByteBuffer beside = state(method, new Point(5000, 1), new Point(20_000, 2));
    ByteBuffer merged = TimeWeightAggregates.union(Blobs.startOfMerge(), outer);
    for (ByteBuffer other : List.of(inner, beside, outer)) {
      assertRefused(() -> TimeWeightAggregates.union(outer, other), "that do not overlap");
      assertRefused(() -> TimeWeightAggregates.union(other, outer), "that do not overlap");
      assertRefused(() -> TimeWeightAggregates.union(merged, other), "that do not overlap");
    }
    ByteBuffer all =
        TimeWeightAggregates.union(merged, state(method, new Point(9000, 2), new Point(9500, 5)));
    assertThat(TimeWeight.count(all)).isEqualTo(3);
  }

  @Test
  void should_refuse_states_of_both_methods() {
    ByteBuffer locf = state(Method.LOCF, new Point(1000, 1), new Point(2000, 2));
    ByteBuffer linear = state(Method.LINEAR, new Point(6000, 1), new Point(7000, 2));
    ByteBuffer own = TimeWeightAggregates.locf(Blobs.none(), 1, 1);
    String message = "expected states of one method, found locf and linear";

    assertRefused(() -> TimeWeightAggregates.union(locf, linear), message);
    assertRefused(() -> TimeWeightAggregates.union(linear, locf), message);
    assertRefused(
        () -> TimeWeightSpans.interpolatedAverage(linear, 5000L, 9000L, locf, null), message);
    assertRefused(
        () -> TimeWeightSpans.interpolatedIntegral(null, 3000L, 5000L, locf, linear), message);
    assertRefused(
        () -> TimeWeightAggregates.linear(own, 2, 2),
        "time_weight_linear_accumulate: expected the empty blob 0x",
        "join stored states with time_weight_union");
  }

  @Test
  void should_refuse_values_outside_of_their_bucket() {
    ByteBuffer own = state(Method.LOCF, new Point(6000, 30), new Point(9000, 36));
    ByteBuffer other = state(Method.LOCF, new Point(20_000, 1));
    List<Object[]> calls =
        List.of(
            new Object[] {own, 6001L, 10_000L, null, null},
            new Object[] {own, 5000L, 9000L, null, null},
            new Object[] {own, 10_000L, 5000L, null, null},
            new Object[] {other, 20_000L, 30_000L, null, own},
            new Object[] {other, 8000L, 30_000L, own, null});
    for (Object[] call : calls) {
      assertRefused(
          () ->
              TimeWeightSpans.interpolatedIntegral(
                  (ByteBuffer) call[0],
                  (Long) call[1],
                  (Long) call[2],
                  (ByteBuffer) call[3],
                  (ByteBuffer) call[4]),
          "expected values before, from and until behind a bucket from 1970");
    }
  }

  /** Known answers: what holds in a bucket depends on its neighbours. */
  @Test
  void should_take_the_time_to_neighbours_into_account() {
    ByteBuffer before = state(Method.LOCF, new Point(0, 9), new Point(4000, 1));
    ByteBuffer own = state(Method.LOCF, new Point(6000, 2), new Point(8000, 5));

    // 1 for a second, 2 for two, 5 for two, which nothing ends.
    assertThat(TimeWeightSpans.interpolatedIntegral(own, 5000L, 10_000L, before, null))
        .isEqualTo(15);
    assertThat(TimeWeightSpans.interpolatedAverage(own, 5000L, 10_000L, before, null)).isEqualTo(3);
    assertThat(TimeWeightSpans.interpolatedAverage(own, 5000L, 10_000L, Blobs.none(), null))
        .isEqualTo(3.5);
    assertThat(TimeWeightSpans.interpolatedIntegral(null, 10_000L, 12_000L, own, null))
        .isEqualTo(10);
    assertThat(TimeWeightSpans.interpolatedIntegral(null, 1000L, 2000L, null, own)).isNull();
    assertThat(TimeWeightSpans.interpolatedIntegral(own, null, 12_000L, before, null)).isNull();

    ByteBuffer point = state(Method.LINEAR, new Point(6000, 2));
    ByteBuffer after = state(Method.LINEAR, new Point(16_000, 12));
    assertThat(TimeWeightSpans.interpolatedAverage(point, 5000L, 10_000L, null, null)).isNull();
    assertThat(TimeWeightSpans.interpolatedIntegral(point, 5000L, 10_000L, null, null))
        .isEqualTo(0);
    assertThat(TimeWeightSpans.interpolatedAverage(point, 5000L, 10_000L, null, after))
        .isEqualTo(4);
    assertThat(TimeWeightSpans.interpolatedAverage(null, 10_000L, 12_000L, point, null)).isNull();
  }
}
