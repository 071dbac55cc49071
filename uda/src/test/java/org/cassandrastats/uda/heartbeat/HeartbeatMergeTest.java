/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.heartbeat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.cassandrastats.uda.contract.Blobs;
import org.cassandrastats.udf.heartbeat.Heartbeat;
import org.cassandrastats.udf.heartbeat.HeartbeatSpans;
import org.junit.jupiter.api.Test;

/** Parts of a series, merged or interpolated, are the whole series. */
class HeartbeatMergeTest {
  private static final long SEED = 20261127;
  private static final int SERIES = 10_000;
  private static final int MOST_BEATS = 150;

  /** Buckets that are cut anywhere, merged from one or the other end, or from the middle. */
  @Test
  void should_give_the_bytes_of_the_series_for_merged_buckets() {
    Random random = new Random(SEED);
    int beyond = 0;
    for (int round = 0; round < SERIES; round++) {
      Beats series = Beats.random(random, 1 + random.nextInt(MOST_BEATS));
      List<ByteBuffer> buckets = buckets(series, random);
      int begin = random.nextInt(buckets.size());
      int left = begin - 1;
      int right = begin + 1;
      ByteBuffer merged = HeartbeatAggregates.union(Blobs.startOfMerge(), buckets.get(begin));
      while (left >= 0 || right < buckets.size()) {
        boolean isLeft = right == buckets.size() || (left >= 0 && random.nextBoolean());
        merged = HeartbeatAggregates.union(merged, buckets.get(isLeft ? left-- : right++));
      }
      ByteBuffer state = Heartbeat.state(merged);

      assertThat(Heartbeat.isValid(state)).isTrue();
      assertThat(Blobs.hex(state))
          .as("series %d, seed %d", round, SEED)
          .isEqualTo(Blobs.hex(series.state()));
      beyond += series.gaps().size() > 64 ? 1 : 0;
    }
    assertThat(beyond).isGreaterThan(SERIES / 10);
  }

  /** The states of parts; two parts may share the beat at their border. */
  private static List<ByteBuffer> buckets(Beats series, Random random) {
    List<ByteBuffer> buckets = new ArrayList<>();
    int from = 0;
    while (from < series.size()) {
      int to = from + 1 + random.nextInt(series.size() - from);
      buckets.add(series.part(from, to).state());
      from = to - (to - from > 1 && to < series.size() && random.nextInt(4) == 0 ? 1 : 0);
    }
    return buckets;
  }

  @Test
  void should_agree_with_the_definition_and_give_the_same_bytes_for_descending_rows() {
    Random random = new Random(SEED);
    for (int round = 0; round < SERIES; round++) {
      Beats series = Beats.random(random, 1 + random.nextInt(MOST_BEATS));
      List<Long> times = new ArrayList<>(series.times());
      Collections.reverse(times);
      ByteBuffer state = series.state();

      assertThat(Blobs.hex(new Beats(series.interval(), times).state()))
          .as("series %d, seed %d", round, SEED)
          .isEqualTo(Blobs.hex(state));
      assertThat(HeartbeatSpans.uptime(state))
          .isEqualTo(series.uptime(series.first(), series.last()) / 1e3);
      assertThat(HeartbeatSpans.downtime(state)).isEqualTo(series.downtime() / 1e3);
      assertThat(HeartbeatSpans.gaps(state)).isEqualTo(series.gaps().size());
      assertThat(HeartbeatSpans.longestGap(state)).isEqualTo(series.longestGap() / 1e3);
      assertThat(HeartbeatSpans.gapList(state)).isEqualTo(series.gapList());
    }
  }

  @Test
  void should_sum_to_the_uptime_of_the_series_for_interpolated_buckets() {
    Random random = new Random(SEED);
    int empty = 0;
    for (int round = 0; round < SERIES; round++) {
      Beats series = Beats.random(random, 1 + random.nextInt(30));
      long width = 1L + random.nextInt(5 * series.interval());
      // Not more than some thousand buckets.
      width = Math.max(width, (series.last() - series.first()) / 100);
      long start = series.first() - random.nextInt((int) width);
      long begin = start;
      ByteBuffer before = null;
      double sum = 0;
      while (start <= series.last() + series.interval()) {
        Beats own = series.between(start, start + width);
        Double uptime =
            HeartbeatSpans.interpolatedUptime(own.state(), start, start + width, before);
        if (before == null && own.size() == 0) {
          assertThat(uptime).isNull();
        } else {
          assertThat(uptime)
              .as("series %d, seed %d", round, SEED)
              .isEqualTo(series.uptime(start, start + width) / 1e3);
          sum += uptime;
        }
        empty += own.size() == 0 ? 1 : 0;
        before = own.size() == 0 ? before : own.state();
        start += width;
      }
      assertThat(sum).isCloseTo(series.uptime(begin, start) / 1e3, within(1e-9 * (1 + sum)));
    }
    assertThat(empty).isGreaterThan(SERIES);
  }

  /** A span of all times that there are is longer than 2^63 milliseconds. */
  @Test
  void should_count_the_milliseconds_of_all_times() {
    ByteBuffer state = Beats.of(1000, Long.MIN_VALUE, Long.MAX_VALUE).state();

    assertThat(Heartbeat.isValid(state)).isTrue();
    assertThat(HeartbeatSpans.uptime(state)).isEqualTo(1);
    assertThat(HeartbeatSpans.longestGap(state)).isEqualTo(0x1p64 / 1000);
    assertThat(HeartbeatSpans.downtime(state)).isEqualTo(0x1p64 / 1000);
    ByteBuffer early = Beats.of(1000, Long.MIN_VALUE).state();
    assertThat(HeartbeatSpans.interpolatedUptime(null, 0L, Long.MAX_VALUE, early)).isZero();
    assertThat(
            HeartbeatSpans.interpolatedUptime(early, Long.MIN_VALUE, Long.MAX_VALUE, Blobs.none()))
        .isEqualTo(1);
  }
}
