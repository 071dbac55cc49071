/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.time_weight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.assertj.core.data.Offset;
import org.cassandrastats.uda.contract.Blobs;
import org.cassandrastats.uda.time_weight.Observations.Method;
import org.cassandrastats.uda.time_weight.Observations.Point;
import org.cassandrastats.udf.time_weight.TimeWeight;
import org.cassandrastats.udf.time_weight.TimeWeightSpans;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Parts of a series, merged or interpolated, are the whole series. */
class TimeWeightMergeTest {
  private static final long SEED = 20261202;
  private static final int SERIES = 10_000;
  private static final int MOST_POINTS = 60;

  private static Offset<Double> error(double of) {
    return within(1e-15 * Math.abs(of) + Double.MIN_VALUE);
  }

  /** Buckets that are cut anywhere, merged from one or the other end, or from the middle. */
  @ParameterizedTest
  @EnumSource
  void should_give_the_integral_of_the_series_for_merged_buckets(Method method) {
    Random random = new Random(SEED);
    for (int round = 0; round < SERIES; round++) {
      Observations series = Observations.random(method, random, 1 + random.nextInt(MOST_POINTS));
      List<ByteBuffer> buckets = buckets(series, random);
      int begin = random.nextInt(buckets.size());
      int left = begin - 1;
      int right = begin + 1;
      ByteBuffer merged = TimeWeightAggregates.union(Blobs.startOfMerge(), buckets.get(begin));
      while (left >= 0 || right < buckets.size()) {
        boolean isLeft = right == buckets.size() || (left >= 0 && random.nextBoolean());
        merged = TimeWeightAggregates.union(merged, buckets.get(isLeft ? left-- : right++));
      }
      ByteBuffer state = TimeWeight.state(merged);
      double integral = series.integral().doubleValue();

      assertThat(TimeWeight.isValid(state)).isTrue();
      assertThat(TimeWeight.count(state)).isEqualTo(series.size());
      assertThat(TimeWeight.integral(state))
          .as("series %d, seed %d", round, SEED)
          .isCloseTo(integral, error(integral));
      assertThat(TimeWeight.integral(series.state())).isCloseTo(integral, error(integral));
    }
  }

  /** The states of parts; two parts may share the point at their border. */
  private static List<ByteBuffer> buckets(Observations series, Random random) {
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
  @EnumSource
  void should_sum_to_the_integral_of_the_series_for_interpolated_buckets(Method method) {
    Random random = new Random(SEED);
    int empty = 0;
    for (int round = 0; round < SERIES; round++) {
      Observations series = Observations.random(method, random, 1 + random.nextInt(MOST_POINTS));
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
        Observations own = series.between(from, to);
        ByteBuffer before = nearest(series, borders, bucket, -1);
        ByteBuffer after = nearest(series, borders, bucket, 1);
        Double integral =
            TimeWeightSpans.interpolatedIntegral(own.state(), from, to, before, after);
        Double average = TimeWeightSpans.interpolatedAverage(own.state(), from, to, before, after);
        long begin = Math.max(from, series.first().time());
        long end = method == Method.LOCF ? to : Math.min(to, series.last().time());
        double exact = series.integral(begin, end).doubleValue();
        empty += own.size() == 0 ? 1 : 0;
        if (integral == null) {
          assertThat(begin).isGreaterThanOrEqualTo(end);
        } else {
          assertThat(integral)
              .as("series %d, bucket %d, seed %d", round, bucket, SEED)
              .isCloseTo(exact, within(1e-12 * Math.max(1, Math.abs(exact))));
          sum += integral;
        }
        if (begin < end) {
          double mean = exact / ((end - begin) / 1e3);
          assertThat(average).isCloseTo(mean, within(1e-12 * Math.max(1, Math.abs(mean))));
        } else {
          assertThat(average).isNull();
        }
      }
      double whole =
          (method == Method.LOCF ? series.integral(borders.get(0), start) : series.integral())
              .doubleValue();

      assertThat(sum)
          .as("series %d, seed %d", round, SEED)
          .isCloseTo(whole, within(1e-12 * Math.max(1, Math.abs(whole))));
    }
    assertThat(empty).isGreaterThan(SERIES);
  }

  /** The state of the next bucket with points in a direction, if there is one. */
  private static ByteBuffer nearest(Observations series, List<Long> borders, int bucket, int step) {
    for (int next = bucket + step; next >= 0 && next + 1 < borders.size(); next += step) {
      Observations points = series.between(borders.get(next), borders.get(next + 1));
      if (points.size() > 0) {
        return points.state();
      }
    }
    return null;
  }

  /** Positive and negative areas that nearly cancel keep the digits of what is left. */
  @ParameterizedTest
  @EnumSource
  void should_keep_what_large_areas_leave(Method method) {
    List<Point> points = new ArrayList<>();
    for (int row = 0; row < 100_000; row++) {
      points.add(new Point(row * 1000L, (row % 2 == 0 ? 1e12 : -1e12) + 0.1));
    }
    Observations series = new Observations(method, points);
    double integral = series.integral().doubleValue();

    assertThat(TimeWeight.integral(series.state())).isCloseTo(integral, error(integral));
  }
}
