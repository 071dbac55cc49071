/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.internal.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;
import org.cassandrastats.client.internal.plan.Forecast.Rows.Certainty;
import org.cassandrastats.client.internal.plan.KeySpace.ProbedRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class RowEstimatorTest {
  private static final int LIMIT = 500;
  private static final int MOST_LOOKS = 40;

  /** Keys in ascending order, looked at as a partition is. */
  private static final class Keys {
    private final long[] keys;
    private int results;
    private int largest;

    Keys(long[] keys) {
      this.keys = keys;
    }

    static Keys of(int count, IntToLongFunction key) {
      return new Keys(IntStream.range(0, count).mapToLong(key).sorted().toArray());
    }

    ProbedRange.Result probe(double from, double until, int limit) {
      results++;
      int low = from <= 0 ? 0 : firstFrom(keyAt(from));
      int high = until >= 1 ? keys.length : firstFrom(keyAt(until));
      int seen = Math.min(limit, Math.max(0, high - low));
      largest = Math.max(largest, seen);
      double start = from <= 0 ? 0 : place(keyAt(from));
      double begin = seen == 0 ? start : Math.max(start, place(keys[low]));
      if (seen < limit) {
        return new ProbedRange.Result(start, begin, until, seen, true);
      }
      long end = keys[low + limit - 1];
      long below = Arrays.stream(keys, low, low + limit).filter(key -> key < end).count();
      double to = width() == 0 ? until : Math.min(until, Math.max(begin, place(end)));
      return new ProbedRange.Result(start, begin, to, below, false);
    }

    private double width() {
      return keys[keys.length - 1] - keys[0];
    }

    private double place(long key) {
      return width() == 0 ? 0 : (key - keys[0]) / width();
    }

    private long keyAt(double place) {
      return keys[0] + (long) Math.nextUp(Math.nextUp(place * width()));
    }

    private int firstFrom(long key) {
      int index = Arrays.binarySearch(keys, key);
      if (index < 0) {
        return -index - 1;
      }
      while (index > 0 && keys[index - 1] == key) {
        index--;
      }
      return index;
    }

    Forecast.Rows estimate() throws InterruptedException {
      return new RowEstimator(this::probe, LIMIT, MOST_LOOKS).estimate();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, LIMIT - 1})
  void should_count_few_rows(int count) throws InterruptedException {
    Keys keys = count == 0 ? null : Keys.of(count, key -> 7L * key);
    Forecast.Rows estimate =
        keys == null
            ? new RowEstimator(
                    (from, until, limit) -> new ProbedRange.Result(from, from, until, 0, true),
                    LIMIT,
                    40)
                .estimate()
            : keys.estimate();

    assertThat(estimate.certainty()).isEqualTo(Certainty.EXACT);
    assertThat(estimate.rows()).isEqualTo(Bounds.of(count));
  }

  @Test
  void should_estimate_rows_at_equal_distances_closely() throws InterruptedException {
    Keys keys = Keys.of(1_000_000, key -> 1_000L * key);

    Forecast.Rows estimate = keys.estimate();

    assertThat(estimate.certainty()).isEqualTo(Certainty.ESTIMATED);
    assertThat(estimate.rows().likely()).isBetween(990_000.0, 1_010_000.0);
    assertThat(estimate.rows().high()).isLessThan(1_100_000);
    assertThat(keys.results).isLessThan(12);
  }

  /** Between the places that are looked at lie so few that their number is chance. */
  @Test
  void should_hold_a_small_number_of_randomly_spread_rows_nearly_always_between_its_limits()
      throws InterruptedException {
    int held = 0;
    for (long seed = 1; seed <= 100; seed++) {
      Random random = new Random(seed);
      Keys keys = Keys.of(600, key -> random.nextLong(1L << 50));
      Forecast.Rows estimate = new RowEstimator(keys::probe, 200, 16).estimate();
      held += estimate.rows().contains(600) ? 1 : 0;
    }
    assertThat(held).isGreaterThanOrEqualTo(90);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void should_hold_the_number_of_randomly_spread_rows_between_its_limits(long seed)
      throws InterruptedException {
    Random random = new Random(seed);
    Keys keys = Keys.of(300_000, key -> random.nextLong(1L << 50));

    Forecast.Rows estimate = keys.estimate();

    assertThat(estimate.rows().contains(300_000)).as("seed %d: %s", seed, estimate).isTrue();
    assertThat(estimate.rows().likely()).isBetween(270_000.0, 330_000.0);
    assertThat(keys.results).isLessThanOrEqualTo(MOST_LOOKS);
    assertThat(keys.largest).isLessThanOrEqualTo(LIMIT);
  }

  @Test
  void should_find_where_rows_begin_to_be_rare() throws InterruptedException {
    // Nine tenths of the rows are in a millionth of the keys.
    Keys keys = Keys.of(100_000, key -> key < 90_000 ? key : key * 1_000_000L);

    Forecast.Rows estimate = keys.estimate();

    assertThat(estimate.rows().contains(100_000)).as("%s", estimate).isTrue();
    assertThat(estimate.rows().likely()).isBetween(70_000.0, 250_000.0);
    assertThat(keys.results).isLessThanOrEqualTo(MOST_LOOKS);
  }

  @Test
  void should_follow_rows_that_become_more_and_more_frequent() throws InterruptedException {
    Keys keys = Keys.of(200_000, key -> (long) (1e12 * Math.log1p(key)));

    Forecast.Rows estimate = keys.estimate();

    assertThat(estimate.rows().contains(200_000)).as("%s", estimate).isTrue();
    assertThat(estimate.rows().likely()).isBetween(150_000.0, 260_000.0);
  }

  @Test
  void should_pass_over_a_gap() throws InterruptedException {
    Keys keys = Keys.of(100_000, key -> key < 50_000 ? key : key + 100_000_000L);

    Forecast.Rows estimate = keys.estimate();

    assertThat(estimate.rows().contains(100_000)).as("%s", estimate).isTrue();
    assertThat(estimate.rows().low()).isGreaterThan(30_000);
  }

  @Test
  void should_know_no_upper_limit_where_all_rows_have_one_key() throws InterruptedException {
    Keys keys = Keys.of(50_000, key -> 5);

    Forecast.Rows estimate = keys.estimate();

    assertThat(estimate.certainty()).isEqualTo(Certainty.AT_LEAST);
    assertThat(estimate.rows().low()).isEqualTo(20_000);
    assertThat(estimate.rows().high()).isInfinite();
  }

  @Test
  void should_see_through_keys_that_many_rows_have() throws InterruptedException {
    Keys keys = Keys.of(200_000, key -> key / 2000);

    Forecast.Rows estimate = keys.estimate();

    assertThat(estimate.isBounded()).isTrue();
    assertThat(estimate.rows().likely()).isBetween(150_000.0, 250_000.0);
  }

  @Test
  void should_multiply_sampled_partitions() {
    Forecast.Rows partitions = Forecast.Rows.of(new Bounds(900, 1000, 1100), "");
    Forecast.Rows ten = Forecast.Rows.exact(10, "");
    Forecast.Rows thirty = Forecast.Rows.exact(30, "");

    Forecast.Rows equal = RowSurvey.rows(partitions, List.of(ten, ten, ten));
    Forecast.Rows different = RowSurvey.rows(partitions, List.of(ten, thirty));
    Forecast.Rows all = RowSurvey.rows(Forecast.Rows.exact(2, ""), List.of(ten, thirty));

    assertThat(equal.rows()).isEqualTo(new Bounds(9000, 10_000, 11_000));
    assertThat(different.rows().likely()).isEqualTo(20_000);
    // What was seen is there at least. The standard error of the mean of 10 and 30 is 10, and 998
    // of
    // 1000 partitions are left out.
    assertThat(different.rows().low()).isEqualTo(40);
    assertThat(different.rows().high()).isEqualTo(1100 * (20 + 20 * Math.sqrt(0.998)));
    assertThat(all).isEqualTo(Forecast.Rows.exact(40, "counted"));
  }
}
