/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.scalars;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class SparklineTest {
  @Test
  void should_draw_heights_in_proportion() {
    assertThat(Sparkline.sparkline(List.of(0L, 1L, 2L, 3L, 4L, 5L, 6L, 7L))).isEqualTo("▁▂▃▄▅▆▇█");
    assertThat(Sparkline.sparkline(List.of(7L, 0L, 7L))).isEqualTo("█▁█");
  }

  @Test
  void should_tell_zero_from_the_smallest_count() {
    assertThat(Sparkline.sparkline(List.of(0L, 1L, Long.MAX_VALUE))).isEqualTo("▁▂█");
    assertThat(Sparkline.sparkline(List.of(Long.MAX_VALUE - 1, Long.MAX_VALUE))).isEqualTo("██");
  }

  @Test
  void should_draw_counts_that_doubles_round() {
    long largest = 3_000_000_000_000_002L;

    assertThat(7.0 * largest / largest).isGreaterThan(7);
    assertThat(Sparkline.sparkline(List.of(largest, 1L))).isEqualTo("█▂");
  }

  @Test
  void should_draw_no_counts_and_only_zeros() {
    assertThat(Sparkline.sparkline(List.of())).isEmpty();
    assertThat(Sparkline.sparkline(List.of(0L, 0L, 0L))).isEqualTo("▁▁▁");
    assertThat(Sparkline.sparkline(List.of(3L))).isEqualTo("█");
  }

  @Test
  void should_draw_4096_counts_and_no_more() {
    assertThat(Sparkline.sparkline(Collections.nCopies(4096, 1L))).hasSize(4096);
    assertThatThrownBy(() -> Sparkline.sparkline(Collections.nCopies(4097, 1L)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("sparkline: expected at most 4096 counts, found 4097");
  }

  @Test
  void should_refuse_what_is_no_count() {
    assertThatThrownBy(() -> Sparkline.sparkline(List.of(1L, -2L)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("sparkline: expected counts from 0 to 2^63-1, found -2");
    assertThatThrownBy(() -> Sparkline.sparkline(Arrays.asList(1L, null)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("sparkline: expected counts from 0 to 2^63-1, found null");
  }
}
