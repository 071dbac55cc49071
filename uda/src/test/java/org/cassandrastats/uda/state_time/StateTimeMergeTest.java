/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.state_time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.cassandrastats.uda.contract.Blobs;
import org.cassandrastats.uda.state_time.Timeline.Row;
import org.cassandrastats.udf.state_time.StateTime;
import org.cassandrastats.udf.state_time.StateTimeSpans;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Parts of a series, merged or interpolated, are the whole series. */
class StateTimeMergeTest {
  private static final long SEED = 20261127;
  private static final int SERIES = 300;
  private static final int MOST_ROWS = 200;

  /** Buckets that are cut anywhere, merged from one or the other end, or from the middle. */
  @ParameterizedTest
  @ValueSource(ints = {2, 10, 64, 65, 67, 120})
  void should_give_the_bytes_of_the_series_for_merged_buckets(int states) {
    Random random = new Random(SEED);
    for (int round = 0; round < SERIES; round++) {
      Timeline series = Timeline.random(random, 1 + random.nextInt(MOST_ROWS), states);
      List<ByteBuffer> buckets = buckets(series, random);
      int begin = random.nextInt(buckets.size());
      int left = begin - 1;
      int right = begin + 1;
      ByteBuffer merged = StateTimeAggregates.union(Blobs.startOfMerge(), buckets.get(begin));
      while (left >= 0 || right < buckets.size()) {
        boolean isLeft = right == buckets.size() || (left >= 0 && random.nextBoolean());
        merged = StateTimeAggregates.union(merged, buckets.get(isLeft ? left-- : right++));
      }
      ByteBuffer state = StateTime.state(merged);

      assertThat(StateTime.isValid(state)).isTrue();
      assertThat(Blobs.hex(state))
          .as("series %d, seed %d", round, SEED)
          .isEqualTo(Blobs.hex(series.state()));
    }
  }

  /** The states of parts; two parts may share the row at their border. */
  private static List<ByteBuffer> buckets(Timeline series, Random random) {
    List<ByteBuffer> buckets = new ArrayList<>();
    int from = 0;
    while (from < series.size()) {
      int to = from + 1 + random.nextInt(series.size() - from);
      buckets.add(series.part(from, to).state());
      from = to - (to - from > 1 && to < series.size() && random.nextInt(4) == 0 ? 1 : 0);
    }
    return buckets;
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 64, 65, 67, 120})
  void should_agree_with_the_definition_and_give_the_same_bytes_for_descending_rows(int states) {
    Random random = new Random(SEED);
    for (int round = 0; round < 50; round++) {
      Timeline series = Timeline.random(random, 1 + random.nextInt(MOST_ROWS), states);
      List<Row> rows = new ArrayList<>(series.rows());
      Collections.reverse(rows);
      ByteBuffer state = series.state();

      assertThat(Blobs.hex(new Timeline(rows).state()))
          .as("series %d, seed %d", round, SEED)
          .isEqualTo(Blobs.hex(state));
      assertThat(StateTime.transitions(state)).isEqualTo(series.transitions());
      assertThat(new ArrayList<>(StateTimeSpans.timeline(state).entrySet()))
          .isEqualTo(new ArrayList<>(series.runs().entrySet()));
      Map<String, Double> durations = series.durations();
      assertThat(StateTimeSpans.durations(state).keySet())
          .containsExactlyElementsOf(durations.keySet());
      StateTimeSpans.durations(state)
          .forEach(
              (name, seconds) -> assertThat(seconds).isCloseTo(durations.get(name), within(1e-6)));
    }
  }

  @Test
  void should_sum_to_the_seconds_of_the_series_for_interpolated_buckets() {
    Random random = new Random(SEED);
    int empty = 0;
    for (int round = 0; round < SERIES; round++) {
      Timeline series = Timeline.random(random, 1 + random.nextInt(30), 40);
      Set<String> names = new LinkedHashSet<>(List.of("none"));
      series.rows().forEach(row -> names.add(row.name()));
      long width = 1000L + random.nextInt(20_000);
      for (String name : names) {
        long start = series.first().time() - random.nextInt(20_000);
        ByteBuffer before = null;
        double sum = 0;
        while (start <= series.last().time()) {
          Timeline own = series.between(start, start + width);
          Double seconds =
              StateTimeSpans.interpolatedSeconds(own.state(), name, start, start + width, before);
          if (before == null && own.size() == 0) {
            assertThat(seconds).isNull();
          } else {
            assertThat(seconds)
                .as("series %d, seed %d", round, SEED)
                .isEqualTo(series.millis(name, start, start + width) / 1e3);
            sum += seconds;
          }
          empty += own.size() == 0 ? 1 : 0;
          before = own.size() == 0 ? before : own.state();
          start += width;
        }
        assertThat(sum)
            .isCloseTo(series.millis(name, Long.MIN_VALUE, start) / 1e3, within(1e-9 * (1 + sum)));
      }
    }
    assertThat(empty).isGreaterThan(SERIES);
  }

  /** A span of all times that there are is longer than 2^63 milliseconds. */
  @Test
  void should_count_the_milliseconds_of_all_times() {
    ByteBuffer state = Timeline.of(Long.MIN_VALUE, "on", Long.MAX_VALUE, "off").state();

    assertThat(StateTime.isValid(state)).isTrue();
    assertThat(StateTimeSpans.secondsIn(state, "on")).isEqualTo(0x1p64 / 1000);
    assertThat(StateTimeSpans.share(state, "on")).isEqualTo(1);
  }
}
