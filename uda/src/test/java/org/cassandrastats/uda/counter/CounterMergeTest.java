/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.counter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.cassandrastats.uda.contract.Blobs;
import org.cassandrastats.udf.counter.Counter;
import org.cassandrastats.udf.counter.CounterSpans;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Parts of a series, merged or interpolated, are the whole series. */
class CounterMergeTest {
  private static final long SEED = 20261126;
  private static final int SERIES = 10_000;
  private static final int MOST_POINTS = 60;

  /** Buckets that are cut anywhere, merged from one or the other end, or from the middle. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void should_give_the_state_of_the_series_for_merged_buckets(boolean isGauge) {
    Random random = new Random(SEED);
    for (int round = 0; round < SERIES; round++) {
      Series series = Series.random(random, 1 + random.nextInt(MOST_POINTS), isGauge);
      List<ByteBuffer> buckets = buckets(series, random);
      int begin = random.nextInt(buckets.size());
      int left = begin - 1;
      int right = begin + 1;
      ByteBuffer merged = CounterAggregates.union(Blobs.startOfMerge(), buckets.get(begin));
      while (left >= 0 || right < buckets.size()) {
        boolean isLeft = right == buckets.size() || (left >= 0 && random.nextBoolean());
        merged = CounterAggregates.union(merged, buckets.get(isLeft ? left-- : right++));
      }
      ByteBuffer state = Counter.state(merged);

      assertThat(Blobs.hex(state))
          .as("series %d, seed %d", round, SEED)
          .isEqualTo(Blobs.hex(series.state()));
      assertThat(Counter.delta(state)).isEqualTo(series.delta().doubleValue());
      assertThat(Counter.numResets(state)).isEqualTo(series.resets());
      assertThat(Counter.numChanges(state)).isEqualTo(series.changes());
    }
  }

  /** The states of parts; two parts may share the point at their border. */
  private static List<ByteBuffer> buckets(Series series, Random random) {
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
  @ValueSource(booleans = {false, true})
  void should_sum_to_the_delta_of_the_series_for_interpolated_buckets(boolean isGauge) {
    Random random = new Random(SEED);
    int empty = 0;
    for (int round = 0; round < SERIES; round++) {
      Series series = Series.random(random, 1 + random.nextInt(MOST_POINTS), isGauge);
      long width = 1000L + random.nextInt(20_000);
      long start = series.first().time() - random.nextInt(20_000);
      List<Long> borders = new ArrayList<>(List.of(start));
      while (start <= series.last().time()) {
        start += width;
        borders.add(start);
      }
      double sum = 0;
      for (int bucket = 0; bucket + 1 < borders.size(); bucket++) {
        long from = borders.get(bucket);
        long to = borders.get(bucket + 1);
        Series own = series.between(from, to);
        Double delta =
            CounterSpans.interpolatedDelta(
                own.state(),
                from,
                to,
                nearest(series, borders, bucket, -1),
                nearest(series, borders, bucket, 1));
        empty += own.size() == 0 ? 1 : 0;
        sum += delta == null ? 0 : delta;
      }
      double whole = series.delta().doubleValue();

      assertThat(sum)
          .as("series %d, seed %d", round, SEED)
          .isCloseTo(whole, within(1e-12 * Math.max(isGauge ? 1000 : 1, whole)));
    }
    assertThat(empty).isGreaterThan(SERIES);
  }

  /** The state of the next bucket with points in a direction, if there is one. */
  private static ByteBuffer nearest(Series series, List<Long> borders, int bucket, int step) {
    for (int next = bucket + step; next >= 0 && next + 1 < borders.size(); next += step) {
      Series points = series.between(borders.get(next), borders.get(next + 1));
      if (points.size() > 0) {
        return points.state();
      }
    }
    return null;
  }

  /** What is lost at resets keeps its digits, however many there are. */
  @Test
  void should_keep_what_many_resets_lost() {
    ByteBuffer state = Blobs.none();
    int rows = 1_000_001;
    for (int row = 0; row < rows; row++) {
      state = CounterAggregates.accumulate(state, row, row % 2 == 0 ? 0 : 0.1);
    }

    assertThat(Counter.delta(state)).isEqualTo(100_000.0 / 2);
  }
}
