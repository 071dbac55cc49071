/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.rollup.internal.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is said of buckets, beside their borders of two years. */
final class BucketAlignmentTest {
  private static final long FROM = Instant.parse("2026-01-01T00:00:00Z").toEpochMilli();
  private static final long UNTIL = Instant.parse("2028-01-01T00:00:00Z").toEpochMilli();

  @ParameterizedTest
  @CsvSource({
    "1d, , 1h, , true",
    "90m, , 1h, , false",
    "15m, , 1h, , false",
    "14h, , 7h, , true",
    "1d, , 7h, , false",
    "1w, , 1d, , true",
    "1w, , 7d, , false",
    "7d, , 1w, , false",
    "4w, , 2w, , true",
    "3w, , 2w, , false",
    "1mo, , 1h, , true",
    "1mo, , 90m, , true",
    "1mo, , 7h, , false",
    "1mo, , 1w, , false",
    "1y, , 1mo, , true",
    "1y, , 5mo, , false",
    "1d, , 1mo, , false",
    "1mo, , 1y, , false",
    "1d, UTC, 1h, , true",
    "1d, Europe/Berlin, 1h, Europe/Berlin, true",
    "8h, Europe/Berlin, 4h, Europe/Berlin, true",
    "8h, Europe/Berlin, 3h, Europe/Berlin, false",
    "1mo, Europe/Berlin, 1d, Europe/Berlin, true",
    "1mo, Europe/Berlin, 1w, Europe/Berlin, false",
    "1y, Europe/Berlin, 3mo, Europe/Berlin, true",
    "1d, Europe/Berlin, 1h, , true",
    "1mo, America/New_York, 15m, , true",
    "1y, Europe/Berlin, 1h, UTC, true",
    "1d, Europe/Berlin, 2h, , false",
    "1d, Asia/Kolkata, 1h, , false",
    "1d, Asia/Kolkata, 30m, , true",
    "1d, Australia/Lord_Howe, 1h, , false",
    "1d, , 1h, Europe/Berlin, true",
    "1d, , 1h, Asia/Kolkata, false",
    "1d, Europe/Berlin, 1h, America/New_York, true",
    "1d, Europe/Berlin, 1d, , false",
    "1d, Europe/Berlin 06:00, 1h, , true",
    "1w, Europe/Berlin Sunday 06:00, 15m, , true",
    "1d, Europe/Berlin 06:30, 1h, , false",
    "1mo, Europe/Berlin 06:00, 1d, Europe/Berlin 06:00, true",
    "1w, Europe/Berlin Sunday, 1d, Europe/Berlin, true",
    "1w, Europe/Berlin Sunday, 1w, Europe/Berlin, false",
    "1d, Europe/Berlin 06:00, 1d, Europe/Berlin, false",
    "1d, Europe/Berlin 06:00, 2h, Europe/Berlin, false",
    "1d, Europe/Berlin 06:00, 1h, Europe/Berlin, true",
    "1h, , 250ms, , true",
    "1d, Europe/Berlin, 250ms, , true",
    "1s, , 300ms, , false",
  })
  void should_say_whether_buckets_are_made_of_others(
      String wide, String wideZone, String narrow, String narrowZone, boolean expected) {
    Buckets buckets = Buckets.of(wide, wideZone);
    Buckets parts = Buckets.of(narrow, narrowZone);

    assertThat(BucketAlignment.fits(buckets, parts)).isEqualTo(expected);
    if (expected) {
      for (long start = buckets.startFrom(FROM); start < UNTIL; start = buckets.end(start)) {
        assertThat(parts.start(start)).isEqualTo(start);
      }
    }
  }
}
