/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.state_time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.cassandrastats.uda.contract.Blobs;
import org.cassandrastats.udf.state_time.StateTime;
import org.cassandrastats.udf.state_time.StateTimeSpans;
import org.junit.jupiter.api.Test;

/** Rows, states and buckets that are in no order. */
class StateTimeOrderTest {
  private static ByteBuffer state(Object... timesAndStates) {
    return Timeline.of(timesAndStates).state();
  }

  private static void assertRefused(ThrowingCallable call, String... words) {
    assertThatThrownBy(call)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll(words);
  }

  @Test
  void should_refuse_a_row_among_those_before_and_two_states_at_one_time() {
    assertRefused(
        () -> state(1000, "a", 3000, "b", 2000, "b"),
        "accumulate: expected one series in the order of time",
        "found a row at 1970-01-01T00:00:02Z",
        "rows of 1970-01-01T00:00:01Z to 1970-01-01T00:00:03Z",
        "GROUP BY");
    assertRefused(() -> state(1000, "a", 1000, "b"), "found a row at");
    assertRefused(
        () -> StateTimeAggregates.union(state(1000, "a"), state(1000, "b")), "do not overlap");
  }

  @Test
  void should_go_on_behind_a_row_that_was_refused() {
    ByteBuffer own = StateTimeAggregates.accumulate(Blobs.none(), 1000, 1);
    assertRefused(() -> StateTimeAggregates.accumulate(own, 1000, 2), "found a row at");

    assertThat(StateTime.count(own)).isEqualTo(1);
    assertThat(Blobs.hex(StateTime.state(StateTimeAggregates.accumulate(own, 2000, 2))))
        .isEqualTo(Blobs.hex(state(1000, "1", 2000, "2")));
  }

  @Test
  void should_count_a_row_once_that_comes_again() {
    String both = Blobs.hex(state(1000, "a", 2000, "b"));

    assertThat(Blobs.hex(state(1000, "a", 1000, "a", 2000, "b", 2000, "b"))).isEqualTo(both);
    assertThat(Blobs.hex(state(2000, "b", 2000, "b", 1000, "a", 1000, "a"))).isEqualTo(both);
    assertThat(Blobs.hex(StateTimeAggregates.union(state(1000, "a"), state(1000, "a"))))
        .isEqualTo(Blobs.hex(state(1000, "a")));
  }

  @Test
  void should_refuse_states_that_overlap_and_go_on() {
    ByteBuffer outer = state(1000, "a", 9000, "b");
    ByteBuffer merged = StateTimeAggregates.union(Blobs.startOfMerge(), outer);
    for (ByteBuffer other :
        List.of(state(2000, "a", 3000, "b"), state(5000, "a", 20_000, "b"), outer)) {
      assertRefused(() -> StateTimeAggregates.union(outer, other), "that do not overlap");
      assertRefused(() -> StateTimeAggregates.union(other, outer), "that do not overlap");
      assertRefused(() -> StateTimeAggregates.union(merged, other), "that do not overlap");
    }
    ByteBuffer all = StateTimeAggregates.union(merged, state(9000, "b", 9500, "c"));
    assertThat(StateTime.count(all)).isEqualTo(3);
  }

  @Test
  void should_refuse_rows_outside_of_their_bucket() {
    ByteBuffer own = state(6000, "a", 9000, "b");
    String message = "expected values before, from and until behind a bucket from 1970";

    assertRefused(
        () -> StateTimeSpans.interpolatedSeconds(own, "a", 6001L, 10_000L, null), message);
    assertRefused(() -> StateTimeSpans.interpolatedSeconds(own, "a", 5000L, 9000L, null), message);
    assertRefused(
        () -> StateTimeSpans.interpolatedSeconds(own, "a", 10_000L, 5000L, null), message);
    assertRefused(() -> StateTimeSpans.interpolatedSeconds(null, "a", 8000L, 9900L, own), message);
    assertThat(StateTimeSpans.interpolatedSeconds(null, "b", 9001L, 9900L, own)).isEqualTo(0.899);
    assertThat(StateTimeSpans.interpolatedSeconds(own, null, 6000L, 9900L, null)).isNull();
  }
}
