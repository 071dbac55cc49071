/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.chart;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TimeTicksTest {
  @ParameterizedTest
  @CsvSource({
    "2026-03-01T00:00:03Z, 2026-03-01T00:00:09Z, 00:00:03, 00:00:09",
    "2026-03-01T10:07:00Z, 2026-03-01T12:00:00Z, 10:15, 12:00",
    "2026-03-01T10:00:00Z, 2026-03-03T00:00:00Z, 03-01 12:00, 03-03 00:00",
    "2026-03-01T00:00:00Z, 2026-03-08T00:00:00Z, 2026-03-01, 2026-03-08",
    "2025-11-15T00:00:00Z, 2026-06-02T00:00:00Z, 2025-12, 2026-06",
    "1003-05-01T00:00:00Z, 2026-06-01T00:00:00Z, 2000, 2000",
  })
  void should_stand_at_whole_units(Instant from, Instant to, String first, String last) {
    TimeTicks ticks = TimeTicks.between((double) from.toEpochMilli(), (double) to.toEpochMilli());

    assertThat(ticks.ticks()).hasSizeBetween(1, 9);
    assertThat(ticks.label(ticks.ticks().get(0))).isEqualTo(first);
    assertThat(ticks.label(ticks.ticks().get(ticks.ticks().size() - 1))).isEqualTo(last);
  }

  @Test
  void should_stand_at_both_ends_of_the_longest_time() {
    assertThat(TimeTicks.between(-8e15, 8e15).ticks()).hasSizeLessThan(10);
  }
}
