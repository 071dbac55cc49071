/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.rollup.internal.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.OptionalLong;
import org.cassandrastats.client.api.StatsException;
import org.cassandrastats.client.internal.text.TimeTexts;
import org.cassandrastats.rollup.internal.time.Buckets.Limits;
import org.junit.jupiter.api.Test;

final class LimitsTest {
  private static final Buckets HOURS = Buckets.of("1h", null);
  private static final Instant NOW = Instant.parse("2026-07-01T12:03:00Z");

  @Test
  void should_wait_for_late_rows() {
    assertThat(until(limits("5m"), null)).isEqualTo("2026-07-01T11:00:00Z");
    assertThat(until(limits("3m"), null)).isEqualTo("2026-07-01T12:00:00Z");
    assertThat(until(limits("0s"), null)).isEqualTo("2026-07-01T12:00:00Z");
    assertThat(until(limits("1d"), null)).isEqualTo("2026-06-30T12:00:00Z");
  }

  @Test
  void should_end_with_a_complete_bucket() {
    assertThat(until(limits("5m"), "2026-07-01T09:59:59Z")).isEqualTo("2026-07-01T09:00:00Z");
    assertThat(until(limits("5m"), "2026-07-01T12:00:00Z")).isEqualTo("2026-07-01T12:00:00Z");
    assertThatThrownBy(() -> until(limits("5m"), "2026-07-01T12:03:01Z"))
        .isInstanceOf(StatsException.class)
        .hasMessageContaining("is still to come");
  }

  @Test
  void should_not_overtake_a_source_that_is_a_rollup() {
    Limits limits =
        new Limits(
            Buckets.of("1d", null),
            NOW,
            Duration.ZERO,
            OptionalLong.of(Instant.parse("2026-06-29T23:00:00Z").toEpochMilli()),
            "--recompute");

    assertThat(until(limits, null)).isEqualTo("2026-06-29T00:00:00Z");
    assertThat(until(limits, "2026-07-01T00:00:00Z")).isEqualTo("2026-06-29T00:00:00Z");
  }

  @Test
  void should_recompute_whole_buckets() {
    Buckets.Span span =
        limits("5m")
            .again(Instant.parse("2026-07-01T08:59:00Z"), Instant.parse("2026-07-01T10:00:01Z"));

    assertThat(Instant.ofEpochMilli(span.from())).isEqualTo("2026-07-01T08:00:00Z");
    assertThat(Instant.ofEpochMilli(span.until())).isEqualTo("2026-07-01T11:00:00Z");
    assertThatThrownBy(
            () -> limits("5m").again(Instant.parse("2026-07-01T08:00:00Z"), NOW.minusSeconds(200)))
        .isInstanceOf(StatsException.class)
        .hasMessageContaining("goes beyond what is complete, which ends at 2026-07-01T11:00:00Z");
  }

  private static Limits limits(String lag) {
    return new Limits(HOURS, NOW, TimeTexts.parse(lag), OptionalLong.empty(), "--recompute");
  }

  private static String until(Limits limits, String until) {
    return Instant.ofEpochMilli(limits.until(until == null ? null : Instant.parse(until)))
        .toString();
  }
}
