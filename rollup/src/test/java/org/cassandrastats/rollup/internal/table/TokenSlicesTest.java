/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.rollup.internal.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.cassandrastats.rollup.internal.bucket.SpanSplitter;
import org.cassandrastats.rollup.internal.time.Buckets;
import org.junit.jupiter.api.Test;

final class TokenSlicesTest {
  private static final long SEED = 20261121;

  @Test
  void should_cover_all_tokens_once() {
    assertThat(Watermarks.Slices.above(0)).isEqualTo(Long.MIN_VALUE);
    for (int slice = 0; slice < Watermarks.Slices.COUNT; slice++) {
      assertThat(Watermarks.Slices.above(slice)).isLessThan(Watermarks.Slices.upTo(slice));
      if (slice > 0) {
        assertThat(Watermarks.Slices.above(slice)).isEqualTo(Watermarks.Slices.upTo(slice - 1));
      }
    }
    assertThat(Watermarks.Slices.upTo(Watermarks.Slices.COUNT - 1)).isEqualTo(Long.MAX_VALUE);
    // Stored progress counts on it.
    assertThat(Watermarks.Slices.upTo(31)).isZero();
    assertThat(Watermarks.Slices.upTo(0)).isEqualTo(Long.MIN_VALUE + (1L << 58));
  }

  @Test
  void should_cut_spans_into_stretches_that_hold_all_buckets() {
    System.out.println("seed " + SEED);
    Random random = new Random(SEED);
    for (int round = 0; round < 1000; round++) {
      Buckets buckets = Buckets.of(1 + random.nextInt(1_000_000) + "s", null);
      long from = buckets.start(random.nextLong() >> 20);
      long count = 1L + random.nextInt(1000);
      int most = 1 + random.nextInt(10);

      List<Buckets.Span> stretches =
          SpanSplitter.cut(buckets, from, from + count * buckets.millis(), most);

      assertThat(stretches).hasSize((int) Math.max(1, Math.min(most, count / 32)));
      long next = from;
      for (Buckets.Span stretch : stretches) {
        assertThat(stretch.from()).isEqualTo(next).isEqualTo(buckets.start(next));
        assertThat(stretch.until()).isGreaterThan(next);
        next = stretch.until();
      }
      assertThat(next).isEqualTo(from + count * buckets.millis());
    }
  }
}
