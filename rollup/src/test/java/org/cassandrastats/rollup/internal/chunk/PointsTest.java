/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.rollup.internal.chunk;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class PointsTest {
  private static final long SEED = 20261122;

  @Test
  void should_sort_and_keep_the_last_of_a_time() {
    Points points = Points.of(new long[] {5, 3, 5, -1, 3}, new long[] {1, 2, 3, 4, 5}, 5);

    assertThat(points.isSame(points(-1, 4, 3, 5, 5, 3))).isTrue();
    assertThat(points(1, 2).isSame(points(1, 3))).isFalse();
    assertThat(points(1, 2).isSame(points(1, 2, 3, 4))).isFalse();
  }

  @Test
  void should_look_at_no_more_of_an_array_than_it_is_told_to() {
    assertThat(Points.of(new long[] {1, 2, 0}, new long[] {7, 8, 9}, 2).isSame(points(1, 7, 2, 8)))
        .isTrue();
  }

  @Test
  void should_prefer_the_value_of_the_newer_one() {
    Points old = points(1, 10, 2, 20, 3, 30);

    assertThat(old.with(points(2, 21, 4, 40)).isSame(points(1, 10, 2, 21, 3, 30, 4, 40))).isTrue();
    assertThat(old.with(Points.NONE).isSame(old)).isTrue();
    assertThat(Points.NONE.with(old).isSame(old)).isTrue();
  }

  @Test
  void should_tell_what_is_missing_and_what_differs() {
    Points packed = points(1, 10, 2, 20, 3, 30);
    Points rows = points(2, 21, 3, 30, 9, 90);

    assertThat(packed.without(rows).isSame(points(1, 10))).isTrue();
    assertThat(packed.differences(rows)).isEqualTo(1);
    assertThat(packed.without(packed).size()).isZero();
  }

  @Test
  void should_merge_like_a_map() {
    System.out.println("seed " + SEED);
    Random random = new Random(SEED);
    for (int round = 0; round < 200; round++) {
      TreeMap<Long, Long> expected = new TreeMap<>();
      Points points = Points.NONE;
      for (int run = 0; run < 4; run++) {
        Points.Builder builder = new Points.Builder();
        for (int i = random.nextInt(600); i > 0; i--) {
          long time = random.nextLong(-250, 250);
          long bits = random.nextLong();
          builder.add(time, bits);
          expected.put(time, bits);
        }
        points = points.with(builder.build());
      }
      assertThat(points.size()).isEqualTo(expected.size());
      int i = 0;
      for (long time : expected.keySet()) {
        assertThat(points.time(i)).isEqualTo(time);
        assertThat(points.bits(i++)).isEqualTo(expected.get(time));
      }
    }
  }

  /** Points of times and bits in turn. */
  private static Points points(long... timesAndBits) {
    Points.Builder builder = new Points.Builder();
    for (int i = 0; i < timesAndBits.length; i += 2) {
      builder.add(timesAndBits[i], timesAndBits[i + 1]);
    }
    return builder.build();
  }
}
