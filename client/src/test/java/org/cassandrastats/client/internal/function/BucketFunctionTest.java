/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.internal.function;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.type.DataTypes;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.cassandrastats.udf.scalars.NumberBucket;
import org.cassandrastats.udf.scalars.TimeBucket;
import org.junit.jupiter.api.Test;

@SuppressWarnings("JavaUtilDate") // What the function gives.
final class BucketFunctionTest {
  private static final long SEED = 20261124;
  private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

  private static BucketFunction days() {
    return new BucketFunction(
        "days",
        "at",
        "at",
        DataTypes.TIMESTAMP,
        at -> TimeBucket.timeBucket("1d", at, BERLIN.getId()).getTime(),
        millis -> millis);
  }

  @Test
  void should_find_the_next_day_where_clocks_change() {
    for (LocalDate day = LocalDate.parse("2026-03-01");
        day.getYear() == 2026;
        day = day.plusDays(1)) {
      long start = day.atStartOfDay(BERLIN).toInstant().toEpochMilli();
      long next = day.plusDays(1).atStartOfDay(BERLIN).toInstant().toEpochMilli();

      assertThat(days().next(start)).isEqualTo(OptionalLong.of(next));
      assertThat(days().start(next - 1)).isEqualTo(start);
    }
  }

  @Test
  void should_recognise_the_bucket_of_the_row_before() {
    long first = Instant.parse("2026-03-01T00:00:00Z").toEpochMilli();
    Random random = new Random(SEED);
    for (long step : List.of(60_000L, 40_000_000L, -60_000L)) {
      UnaryOperator<ByteBuffer> rows = days().ofRows();
      long at = first;
      for (int row = 0; row < 50_000; row++) {
        ByteBuffer time = days().bytes(at);
        assertThat(rows.apply(time)).as("seed %d, %d", SEED, at).isEqualTo(days().ofRow(time));
        // The next partition may begin anywhere.
        at =
            random.nextInt(10_000) == 0 ? first + random.nextInt() : at + random.nextLong(2) * step;
      }
      assertThat(rows.apply(null)).isNull();
      assertThat(rows.apply(ByteBuffer.allocate(0))).isNull();
    }
  }

  @Test
  void should_recognise_the_last_bucket_which_has_no_end() {
    UnaryOperator<ByteBuffer> rows = centuries().ofRows();
    for (long at = Long.MAX_VALUE - 200; at > 0; at++) {
      ByteBuffer time = centuries().bytes(at);
      assertThat(rows.apply(time)).isEqualTo(centuries().ofRow(time));
    }
  }

  private static BucketFunction centuries() {
    return new BucketFunction(
        "centuries",
        "at",
        "at",
        DataTypes.BIGINT,
        at -> NumberBucket.timeBucket("100y", at, "ns"),
        millis -> millis * 1_000_000);
  }

  @Test
  void should_find_no_bucket_behind_the_last() {
    BucketFunction centuries = centuries();

    assertThat(centuries.next(centuries.start(Long.MAX_VALUE))).isEmpty();
    assertThat(centuries.next(centuries.start(0)))
        .isEqualTo(
            OptionalLong.of(
                Instant.parse("2000-01-01T00:00:00Z").getEpochSecond() * 1_000_000_000));
  }

  @Test
  void should_keep_dates_as_cassandra_does() {
    BucketFunction months =
        new BucketFunction(
            "months",
            "day",
            "day",
            DataTypes.DATE,
            at -> TimeBucket.timeBucket("1mo", (int) at),
            millis -> Math.floorDiv(millis, 86_400_000));

    for (String day : List.of("1969-12-31", "1970-01-01", "2028-02-29")) {
      LocalDate date = LocalDate.parse(day);
      long time = date.toEpochDay();
      assertThat(months.time(months.bytes(time))).isEqualTo(time);
      assertThat(BuiltinCalls.decode(DataTypes.DATE, months.bytes(time))).isEqualTo(date);
      assertThat(months.next(months.start(time)))
          .isEqualTo(OptionalLong.of(date.withDayOfMonth(1).plusMonths(1).toEpochDay()));
    }
  }

  @Test
  void should_tell_buckets_that_are_wider_than_partitions() {
    long day = 86_400_000;
    assertThat(days().isWiderThan(List.of(0L, day, 2 * day))).isFalse();
    assertThat(days().isWiderThan(List.of(0L, day / 2, day))).isTrue();
    assertThat(days().isWiderThan(List.of(0L))).isFalse();
  }
}
