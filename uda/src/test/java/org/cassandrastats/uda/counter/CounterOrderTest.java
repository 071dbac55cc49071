/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.counter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.cassandrastats.uda.contract.Blobs;
import org.cassandrastats.uda.counter.Series.Point;
import org.cassandrastats.udf.counter.Counter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rows and states in an order, in the other one, and in none. */
class CounterOrderTest {
  private static final long SEED = 20261127;

  private static ByteBuffer state(Point... points) {
    return new Series(List.of(points)).state();
  }

  private static void assertRefused(ThrowingCallable call, String... words) {
    assertThatThrownBy(call)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll(words);
  }

  @Test
  void should_give_the_same_bytes_for_descending_rows() {
    Random random = new Random(SEED);
    for (int round = 0; round < 1000; round++) {
      Series series = Series.random(random, 1 + random.nextInt(30), false);
      List<Point> reversed = new ArrayList<>(series.points());
      Collections.reverse(reversed);

      assertThat(Blobs.hex(new Series(reversed).state()))
          .as("round %d, seed %d", round, SEED)
          .isEqualTo(Blobs.hex(series.state()));
    }
  }

  @Test
  void should_refuse_a_row_among_those_before() {
    assertRefused(
        () -> state(new Point(1000, 1), new Point(3000, 2), new Point(2000, 2)),
        "expected one series in the order of time",
        "found the value 2.0 at 1970-01-01T00:00:02Z",
        "rows of 1970-01-01T00:00:01Z to 1970-01-01T00:00:03Z",
        "GROUP BY");
  }

  /** Rows of a second partition come from the beginning again. */
  @Test
  void should_refuse_rows_of_two_partitions() {
    Random random = new Random(SEED);
    for (int round = 0; round < 100; round++) {
      Series series = Series.random(random, 10, false);
      List<Point> twice = new ArrayList<>(series.points());
      series.points().forEach(point -> twice.add(new Point(point.time() + 1, point.value() + 1)));

      assertRefused(() -> new Series(twice).state(), "expected one series");
    }
  }

  @Test
  void should_count_a_point_once_that_comes_again() {
    Point first = new Point(1000, 7);
    Point last = new Point(2000, 3);

    assertThat(Blobs.hex(state(first, first, last, last))).isEqualTo(Blobs.hex(state(first, last)));
    assertThat(Blobs.hex(state(last, last, first, first))).isEqualTo(Blobs.hex(state(first, last)));
  }

  @ParameterizedTest
  @CsvSource({
    "1e17, 1, 4, 4",
    "9.223372036854776e18, 1, 3, 3",
    "1e300, 1, 3, 3",
    "1e16, 0.5, 1.5, 1.5",
    "1e17, 8, 15, 15",
    "1000000000.1, 0.1, 0.2, 0.2"
  })
  void should_keep_what_follows_a_reset_of_much_more(
      double first, double second, double third, double delta) {
    ByteBuffer state = state(new Point(0, first), new Point(1000, second), new Point(2000, third));

    assertThat(Counter.delta(state)).isCloseTo(delta, within(1e-15 * delta));
  }

  @Test
  void should_refuse_two_values_at_one_time() {
    Point first = new Point(1000, 7);

    assertRefused(() -> state(first, new Point(1000, 8)), "found the value 8.0 at", "00:00:01Z");
    assertRefused(() -> state(first, new Point(2000, 8), new Point(1000, 8)), "found the value 8");
    assertRefused(
        () -> CounterAggregates.union(state(first), state(new Point(1000, 8))), "do not overlap");
  }

  @Test
  void should_skip_what_is_no_finite_value_wherever_it_is() {
    ByteBuffer state =
        state(
            new Point(5000, Double.NaN),
            new Point(1000, 1),
            new Point(0, Double.POSITIVE_INFINITY),
            new Point(2000, 4));

    assertThat(Blobs.hex(state))
        .isEqualTo(Blobs.hex(state(new Point(1000, 1), new Point(2000, 4))));
  }

  @Test
  void should_refuse_states_that_overlap_and_name_their_ranges() {
    ByteBuffer outer = state(new Point(1000, 1), new Point(9000, 2));
    ByteBuffer inner = state(new Point(2000, 1), new Point(3000, 2));
    ByteBuffer beside = state(new Point(5000, 1), new Point(20_000, 2));
    for (ByteBuffer other : List.of(inner, beside, outer)) {
      assertRefused(() -> CounterAggregates.union(outer, other), "that do not overlap");
      assertRefused(() -> CounterAggregates.union(other, outer), "that do not overlap");
    }
    assertRefused(
        () -> CounterAggregates.union(outer, inner),
        "found 1970-01-01T00:00:01Z to 1970-01-01T00:00:09Z and 1970-01-01T00:00:02Z to"
            + " 1970-01-01T00:00:03Z");
  }

  @Test
  void should_refuse_a_counter_with_a_gauge() {
    ByteBuffer counter = state(new Point(1000, 1));
    ByteBuffer gauge = new Series(List.of(new Point(2000, 1)), true).state();
    String both = "counter_union: expected states of one kind, found a counter and a gauge";

    assertRefused(() -> CounterAggregates.union(counter, gauge), both);
    assertRefused(() -> CounterAggregates.union(gauge, counter), both);
    assertThat(CounterAggregates.union(gauge, Blobs.none())).isEqualTo(gauge);
  }

  @Test
  void should_give_one_state_of_a_gauge_in_either_order() {
    ByteBuffer falling = Series.none(true);
    for (Point point :
        List.of(new Point(9, 2), new Point(5, 7), new Point(5, 7), new Point(1, 3))) {
      falling = CounterAggregates.accumulate(falling, point.time(), point.value());
    }
    ByteBuffer gauge =
        new Series(List.of(new Point(1, 3), new Point(5, 7), new Point(9, 2)), true).state();

    assertThat(Counter.state(falling)).isEqualTo(gauge);
    assertThat(Counter.delta(gauge)).isEqualTo(-1.0);
    assertThat(Counter.numResets(gauge)).isZero();
    assertThat(Counter.numChanges(gauge)).isEqualTo(2);
    assertThat(Counter.state(Series.none(true))).isEqualTo(Blobs.none());
  }

  /** A merge that is refused changes nothing. */
  @Test
  void should_go_on_after_a_refused_merge() {
    ByteBuffer outer = state(new Point(1000, 1), new Point(9000, 2));
    ByteBuffer merged = CounterAggregates.union(Blobs.startOfMerge(), outer);
    String before = Blobs.hex(merged);

    assertRefused(() -> CounterAggregates.union(merged, outer), "that do not overlap");

    assertThat(Blobs.hex(merged)).isEqualTo(before);
    ByteBuffer all = CounterAggregates.union(merged, state(new Point(9000, 2), new Point(9500, 5)));
    assertThat(Counter.count(all)).isEqualTo(3);
    assertThat(Counter.delta(all)).isEqualTo(4.0);
  }
}
