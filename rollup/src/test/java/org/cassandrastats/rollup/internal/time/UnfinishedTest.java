/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.rollup.internal.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.cassandrastats.rollup.internal.time.Buckets.Limits;
import org.junit.jupiter.api.Test;

final class UnfinishedTest {
  @Test
  void should_begin_where_it_is_told_to_and_go_on_from_what_is_done() {
    assertThat(unfinished(null, 100_000, 0).span(null)).isEqualTo(new Buckets.Span(null, 100_000));
    assertThat(unfinished(30_000L, 100_000, 0).span(null))
        .isEqualTo(new Buckets.Span(30_000L, 100_000));
    assertThat(unfinished(30_000L, 100_000, 0).span(60_000L))
        .isEqualTo(new Buckets.Span(60_000L, 100_000));
    assertThat(unfinished(30_000L, 100_000, 0).span(100_000L)).isNull();
    assertThat(unfinished(120_000L, 100_000, 0).span(null)).isNull();
  }

  @Test
  void should_look_back_but_not_before_the_beginning() {
    assertThat(unfinished(null, 100_000, 20_000).span(null))
        .isEqualTo(new Buckets.Span(null, 100_000));
    assertThat(unfinished(null, 100_000, 20_000).span(100_000L))
        .isEqualTo(new Buckets.Span(80_000L, 100_000));
    assertThat(unfinished(90_000L, 100_000, 20_000).span(100_000L))
        .isEqualTo(new Buckets.Span(90_000L, 100_000));
    assertThat(unfinished(null, 100_000, 20_000).span(130_000L)).isNull();
  }

  @Test
  void should_only_move_forward() {
    assertThat(unfinished(null, 100_000, 20_000).isNews(null)).isTrue();
    assertThat(unfinished(null, 100_000, 20_000).isNews(99_000L)).isTrue();
    assertThat(unfinished(null, 100_000, 20_000).isNews(100_000L)).isFalse();
    assertThat(unfinished(120_000L, 100_000, 0).isNews(null)).isFalse();
  }

  @Test
  void should_look_back_at_whole_buckets() {
    assertThat(unfinished(null, 100_000, 19_001).span(100_000L))
        .isEqualTo(new Buckets.Span(80_000L, 100_000));
    Buckets months = Buckets.of("1mo", "Europe/Berlin");
    long july = Instant.parse("2026-06-30T22:00:00Z").toEpochMilli();
    long may = Instant.parse("2026-04-30T22:00:00Z").toEpochMilli();
    assertThat(
            new Limits.Unfinished(
                    months, null, july + 1, Duration.ofDays(31).toMillis(), Long.MIN_VALUE)
                .span(july))
        .isEqualTo(new Buckets.Span(may, july + 1));
  }

  @Test
  void should_not_look_again_where_rows_may_have_expired() {
    assertThat(expiring(79_999).span(100_000L)).isEqualTo(new Buckets.Span(80_000L, 120_000));
    assertThat(expiring(80_001).span(100_000L)).isEqualTo(new Buckets.Span(81_000L, 120_000));
    assertThat(expiring(110_000).span(100_000L)).isEqualTo(new Buckets.Span(100_000L, 120_000));
    assertThat(expiring(110_000).span(null)).isEqualTo(new Buckets.Span(null, 120_000));
  }

  private static Limits.Unfinished expiring(long oldest) {
    return new Limits.Unfinished(Buckets.of("1s", null), null, 120_000, 20_000, oldest);
  }

  private static Limits.Unfinished unfinished(Long since, long until, long back) {
    return new Limits.Unfinished(Buckets.of("1s", null), since, until, back, Long.MIN_VALUE);
  }
}
