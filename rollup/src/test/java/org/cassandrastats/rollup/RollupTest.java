/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.rollup;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.cassandrastats.client.api.StatsException;
import org.junit.jupiter.api.Test;

final class RollupTest {
  private static Rollup.Builder hourly() {
    return Rollup.builder()
        .from("shop.measurement")
        .time("at")
        .bucket("1h")
        .state("moments(value)")
        .into("shop.hourly");
  }

  @Test
  void should_require_what_has_no_default() {
    assertThatCode(hourly()::build).doesNotThrowAnyException();
    assertThatThrownBy(Rollup.builder()::build)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("expected state to be said before");
    assertThatThrownBy(() -> Rollup.builder().state("moments(value)").from("shop.rows").build())
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("expected time to be said before");
    assertThatThrownBy(() -> Rollup.builder().intoPartitions("1y"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("expected bucket to be said before");
    assertThatThrownBy(Pack.builder()::build)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("expected column to be said before");
  }

  @Test
  void should_refuse_what_cannot_be_read() {
    assertThatThrownBy(() -> hourly().from("rows"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("expected KEYSPACE.TABLE");
    assertThatThrownBy(() -> hourly().bucket("1 hour"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> hourly().bucket("1h", "Mars"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> hourly().partitions("day"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("expected a column and a width, such as day=1d");
    assertThatThrownBy(() -> hourly().timeUnit(TimeUnit.DAYS))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("found DAYS");
  }

  /** By a negative lag, buckets would be complete before they are over. */
  @Test
  void should_refuse_times_before_zero() {
    Duration before = Duration.ofDays(-1);
    assertThatThrownBy(() -> hourly().lag(before))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("lag is PT-24H: expected a time from zero to 1000 years");
    assertThatThrownBy(() -> hourly().late(before))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("late is PT-24H: expected a time from zero to 1000 years");
    assertThatThrownBy(() -> Pack.builder().late(before))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> hourly().lag(null))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("lag");
  }

  @Test
  void should_refuse_states_that_live_too_shortly_or_too_long() {
    assertThatThrownBy(() -> hourly().timeToLive(Duration.ofMinutes(5)).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("expected more than the --lag of 5m, and at most 7300d");
    assertThatThrownBy(() -> hourly().timeToLive(Duration.ofDays(7301)).build())
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void should_refuse_buckets_that_lie_in_several_partitions() {
    assertThatThrownBy(() -> hourly().bucket("1w").partitions("day=1d").build())
        .isInstanceOf(StatsException.class)
        .hasMessageContaining("are no parts of partitions of 1d");
  }

  @Test
  void should_refuse_a_range_without_times() {
    Instant time = Instant.parse("2026-07-01T00:00:00Z");

    assertThatThrownBy(() -> RunRange.again(time, time))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("holds no time: expected the earlier one first");
  }
}
