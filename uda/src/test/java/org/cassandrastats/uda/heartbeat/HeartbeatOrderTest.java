/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.heartbeat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.cassandrastats.uda.contract.Blobs;
import org.cassandrastats.udf.heartbeat.Heartbeat;
import org.cassandrastats.udf.heartbeat.HeartbeatSpans;
import org.junit.jupiter.api.Test;

/** Beats, states and buckets that are in no order, or of different intervals. */
class HeartbeatOrderTest {
  private static final int INTERVAL = 700;

  private static ByteBuffer state(long... times) {
    return Beats.of(INTERVAL, times).state();
  }

  private static void assertRefused(ThrowingCallable call, String... words) {
    assertThatThrownBy(call)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll(words);
  }

  @Test
  void should_refuse_a_beat_among_those_before() {
    assertRefused(
        () -> state(1000, 3000, 2000),
        "accumulate: expected one series in the order of time",
        "found a beat at 1970-01-01T00:00:02Z",
        "beats of 1970-01-01T00:00:01Z to 1970-01-01T00:00:03Z",
        "GROUP BY");
  }

  @Test
  void should_go_on_behind_a_beat_that_was_refused() {
    ByteBuffer own = HeartbeatAggregates.accumulate(Blobs.none(), 1000, INTERVAL);
    HeartbeatAggregates.accumulate(own, 3000, INTERVAL);
    assertRefused(() -> HeartbeatAggregates.accumulate(own, 2000, INTERVAL), "found a beat at");

    assertThat(Heartbeat.count(own)).isEqualTo(2);
    assertThat(Blobs.hex(Heartbeat.state(HeartbeatAggregates.accumulate(own, 4000, INTERVAL))))
        .isEqualTo(Blobs.hex(state(1000, 3000, 4000)));
  }

  @Test
  void should_count_beats_at_one_time_once() {
    String both = Blobs.hex(state(1000, 2000));

    assertThat(Blobs.hex(state(1000, 1000, 2000, 2000, 1000))).isEqualTo(both);
    assertThat(Blobs.hex(state(2000, 2000, 1000, 1000, 2000))).isEqualTo(both);
    assertThat(Blobs.hex(HeartbeatAggregates.union(state(1000), state(1000))))
        .isEqualTo(Blobs.hex(state(1000)));
  }

  @Test
  void should_have_no_gap_where_the_next_beat_comes_when_the_one_before_ends() {
    assertThat(HeartbeatSpans.gaps(state(1000, 1700))).isZero();
    assertThat(HeartbeatSpans.uptime(state(1000, 1700))).isEqualTo(0.7);
    assertThat(HeartbeatSpans.gaps(state(1000, 1701))).isEqualTo(1);
    assertThat(HeartbeatSpans.downtime(state(1000, 1701))).isEqualTo(0.001);
  }

  @Test
  void should_refuse_another_interval_and_none() {
    ByteBuffer own = HeartbeatAggregates.accumulate(Blobs.none(), 1000, INTERVAL);
    ByteBuffer other = Beats.of(800, 9000).state();

    assertRefused(
        () -> HeartbeatAggregates.accumulate(own, 2000, 800),
        "the interval must be the same for every row");
    for (int interval : new int[] {0, -1, Integer.MIN_VALUE}) {
      assertRefused(
          () -> HeartbeatAggregates.accumulate(Blobs.none(), 2000, interval),
          "expected an interval from 1 to 2147483647 milliseconds, found " + interval);
    }
    assertRefused(
        () -> HeartbeatAggregates.union(state(1000), other),
        "expected states of one interval, found 700 and 800 milliseconds");
    assertRefused(
        () -> HeartbeatSpans.interpolatedUptime(other, 8000L, 10_000L, state(1000)),
        "expected states of one interval, found 700 and 800 milliseconds");
    assertThat(Heartbeat.count(own)).isEqualTo(1);
  }

  @Test
  void should_refuse_states_that_overlap_and_go_on() {
    ByteBuffer outer = state(1000, 9000);
    ByteBuffer merged = HeartbeatAggregates.union(Blobs.startOfMerge(), outer);
    for (ByteBuffer other : List.of(state(2000, 3000), state(5000, 20_000), outer)) {
      assertRefused(() -> HeartbeatAggregates.union(outer, other), "that do not overlap");
      assertRefused(() -> HeartbeatAggregates.union(other, outer), "that do not overlap");
      assertRefused(() -> HeartbeatAggregates.union(merged, other), "that do not overlap");
    }
    ByteBuffer all = HeartbeatAggregates.union(merged, state(9000, 9500));
    assertThat(Heartbeat.count(all)).isEqualTo(3);
  }

  @Test
  void should_refuse_beats_outside_of_their_bucket() {
    ByteBuffer own = state(6000, 9000);
    String message = "expected values before, from and until behind a bucket from 1970";

    assertRefused(() -> HeartbeatSpans.interpolatedUptime(own, 6001L, 10_000L, null), message);
    assertRefused(() -> HeartbeatSpans.interpolatedUptime(own, 5000L, 9000L, null), message);
    assertRefused(() -> HeartbeatSpans.interpolatedUptime(own, 10_000L, 5000L, null), message);
    assertRefused(() -> HeartbeatSpans.interpolatedUptime(null, 8000L, 9900L, own), message);
    assertThat(HeartbeatSpans.interpolatedUptime(null, 9001L, 9900L, own)).isEqualTo(0.699);
    assertThat(HeartbeatSpans.interpolatedUptime(own, null, 9900L, null)).isNull();
  }
}
