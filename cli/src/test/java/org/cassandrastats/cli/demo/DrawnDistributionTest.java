/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.cassandrastats.cli.chart.Glyphs;
import org.junit.jupiter.api.Test;

final class DrawnDistributionTest {
  private final DrawnDistribution distribution =
      new DrawnDistribution(List.of(-1.0, -0.5, 0.0, 0.5), List.of(1000L, 1L, 495L), 0, 20);

  @Test
  void should_draw_bars_of_block_characters() {
    assertThat(distribution.drawn(Glyphs.BLOCKS).lines())
        .containsExactly(
            "  below -1              0",
            "  -1 to -0.5        1,000 " + "\u2588".repeat(50),
            "  -0.5 to 0             1 \u258f",
            "  0 to 0.5            495 " + "\u2588".repeat(24) + "\u258a",
            "  from 0.5 on          20 \u2588");
  }

  @Test
  void should_draw_bars_in_ascii() {
    assertThat(distribution.drawn(Glyphs.ASCII).lines())
        .containsExactly(
            "  below -1              0",
            "  -1 to -0.5        1,000 " + "#".repeat(50),
            "  -0.5 to 0             1 #",
            "  0 to 0.5            495 " + "#".repeat(25),
            "  from 0.5 on          20 #");
  }
}
