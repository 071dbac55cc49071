/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.rollup.internal.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.Random;
import org.cassandrastats.rollup.internal.bucket.SpanSplitter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class BucketsTest {
  private static final long SEED = 20261121;

  @ParameterizedTest
  @CsvSource({
    "3600, 2026-07-01T12:59:59.999Z, 2026-07-01T12:00:00Z",
    "3600, 2026-07-01T13:00:00Z, 2026-07-01T13:00:00Z",
    "3600, 1969-12-31T23:59:59.999Z, 1969-12-31T23:00:00Z",
    "3600, 1969-12-31T23:00:00Z, 1969-12-31T23:00:00Z",
    "3600, 1969-12-31T22:59:59.999Z, 1969-12-31T22:00:00Z",
    "86400, 0001-01-01T00:00:00.001Z, 0001-01-01T00:00:00Z",
    "604800, 1970-01-07T23:59:59Z, 1970-01-01T00:00:00Z",
    "604800, 1969-12-31T00:00:00Z, 1969-12-25T00:00:00Z",
    "7, 1970-01-01T00:00:06.999Z, 1970-01-01T00:00:00Z",
    "7, 1969-12-31T23:59:59.999Z, 1969-12-31T23:59:53Z",
  })
  void should_begin_at_or_before_a_time(long seconds, Instant time, Instant expected) {
    Buckets buckets = Buckets.of(seconds + "s", null);

    assertThat(Instant.ofEpochMilli(buckets.start(time.toEpochMilli()))).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "utc, UTC",
    "europe/BERLIN, Europe/Berlin",
    "europe/berlin sunday  06:00, Europe/Berlin Sunday 06:00",
    "Europe/Berlin Monday 00:00, Europe/Berlin",
    "UTC, UTC",
    "+02:00, +02:00",
  })
  void should_take_zones_in_any_case(String zone, String expected) {
    assertThat(Buckets.of("1d", zone).zone()).isEqualTo(expected);
  }

  @Test
  void should_put_every_time_into_exactly_one_bucket() {
    System.out.println("seed " + SEED);
    Random random = new Random(SEED);
    for (int round = 0; round < 10_000; round++) {
      long width = 1000L * (1 + random.nextInt(100_000));
      Buckets buckets = Buckets.of(width / 1000 + "s", null);
      long time = random.nextLong() >> (2 + random.nextInt(60));

      long start = buckets.start(time);

      assertThat(start).isLessThanOrEqualTo(time).isGreaterThan(time - width);
      assertThat(buckets.start(start)).isEqualTo(start);
      assertThat(buckets.start(start - 1)).isEqualTo(start - width);
      assertThat(buckets.startFrom(start)).isEqualTo(start);
      assertThat(buckets.startFrom(start + 1))
          .isEqualTo(buckets.end(start))
          .isEqualTo(start + width);
      assertThat(buckets.between(start, buckets.end(start))).isOne();
    }
  }

  @Test
  void should_begin_with_the_least_time() {
    Buckets buckets = Buckets.of("1s", null);
    long second = -9_223_372_036_854_775_000L;

    assertThat(buckets.start(Long.MIN_VALUE)).isEqualTo(Long.MIN_VALUE);
    assertThat(buckets.start(second - 1)).isEqualTo(Long.MIN_VALUE);
    assertThat(buckets.end(Long.MIN_VALUE)).isEqualTo(second);
    assertThat(buckets.start(second)).isEqualTo(second);
    assertThat(buckets.startFrom(Long.MIN_VALUE)).isEqualTo(Long.MIN_VALUE);
    assertThat(buckets.between(Long.MIN_VALUE, 9_000_000_000_000_000_000L))
        .isEqualTo(18_223_372_036_854_775L);
    assertThat(SpanSplitter.cut(buckets, Long.MIN_VALUE, second + 128_000, 2))
        .containsExactly(
            new Buckets.Span(Long.MIN_VALUE, second + 63_000),
            new Buckets.Span(second + 63_000, second + 128_000));
  }

  @Test
  void should_refuse_what_is_no_bucket() {
    Buckets buckets = Buckets.of("1s", null);

    assertThatThrownBy(() -> buckets.end(buckets.start(Long.MAX_VALUE)))
        .isInstanceOf(ArithmeticException.class);
  }
}
