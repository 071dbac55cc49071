/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.histogram;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Random;
import org.cassandrastats.uda.contract.Blobs;
import org.cassandrastats.udf.histogram.Histogram;
import org.cassandrastats.udf.histogram.HistogramChart;
import org.cassandrastats.udf.histogram.HistogramText;
import org.junit.jupiter.api.Test;

/** Charts and sparklines, as they look. */
class HistogramChartTest {
  private static final long SEED = 20261121;

  private static ByteBuffer positions() {
    ByteBuffer state = Blobs.none();
    for (double value : new double[] {1, 0, -1, -1, 0, 7}) {
      state = HistogramAggregates.accumulate(state, value, -1, 1, 4);
    }
    return state;
  }

  @Test
  void should_draw_a_line_for_each_bin_and_for_values_beyond_the_last() {
    assertThat(HistogramChart.chart(positions(), 40))
        .isEqualTo(
            """
            count=6 min=-1.0 max=7.0            \s
             [-1.0, -0.5) 2 █████████████████████\s
             [-0.5,  0.0) 0                      \s
             [ 0.0,  0.5) 2 █████████████████████\s
             [ 0.5,  1.0) 0                      \s
             [ 1.0,  inf) 2 █████████████████████""");
  }

  @Test
  void should_draw_explicit_edges_as_they_are_and_eighths() {
    ByteBuffer state = Blobs.none();
    List<Double> edges = List.of(0.125, 1.0, 1234.5678);
    for (double value : new double[] {-5, 0.5, 0.5, 0.5, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2}) {
      state = HistogramAggregates.accumulate(state, value, edges);
    }
    assertThat(HistogramChart.chart(state, 10).lines().map(String::stripTrailing))
        .containsExactly(
            "count=14 min=-5.0 max=2.0",
            " ( -inf,     0.125)  1 ▊",
            " [0.125,       1.0)  3 ██▍",
            " [  1.0, 1234.5678) 10 ████████");
  }

  /**
   * With the blank before the first line and two characters for a newline, as cqlsh writes them.
   */
  @Test
  void should_fill_lines_to_the_width_in_cqlsh() {
    Random random = new Random(SEED);
    for (int bins : new int[] {1, 7, 50, 51, 4096}) {
      ByteBuffer state = Blobs.none();
      for (int row = 0; row < 5000; row++) {
        state = HistogramAggregates.accumulate(state, random.nextGaussian(), -1, 1, bins);
      }
      for (int width : new int[] {80, 133, 1000}) {
        String shown = " " + HistogramChart.chart(state, width).replace("\n", "\\n");
        int lines = HistogramChart.chart(state, width).split("\n").length;
        assertThat(lines).isLessThanOrEqualTo(53);
        for (int line = 1; line < lines; line++) {
          assertThat(shown.substring(0, line * width))
              .as("%d bins, %d characters, seed %d", bins, width, SEED)
              .endsWith("\\n");
        }
        assertThat(shown.length()).isLessThanOrEqualTo(lines * width);
      }
    }
  }

  @Test
  void should_keep_sums_and_edges_where_neighbours_are_drawn_as_one() {
    ByteBuffer state = Blobs.none();
    for (int value = 0; value < 101; value++) {
      state = HistogramAggregates.accumulate(state, value, 0, 101, 101);
    }
    List<String> lines = HistogramChart.chart(state, 60).lines().map(String::strip).toList();
    assertThat(lines).hasSize(1 + 34);
    assertThat(lines.get(1)).startsWith("[ 0.0,   3.0) 3 █");
    assertThat(lines.get(34)).startsWith("[99.0, 101.0) 2 █");
    assertThat(HistogramText.sparkline(state)).isEqualTo("█".repeat(50) + "▅");
  }

  @Test
  void should_round_edges_only_so_far_that_they_stay_apart() {
    ByteBuffer thirds = HistogramAggregates.accumulate(Blobs.none(), 0.5, 0, 1, 3);
    assertThat(HistogramChart.chart(thirds, 60)).contains("[0.333333, 0.666667) 1 █");
    ByteBuffer narrow = HistogramAggregates.accumulate(Blobs.none(), 1e9, 1e9, 1e9 + 3 * 1e-3, 3);
    assertThat(HistogramChart.chart(narrow, 60))
        .contains("[           1.0E9, 1.000000000001E9) 1 █");
    ByteBuffer huge =
        HistogramAggregates.accumulate(Blobs.none(), 0, -Double.MAX_VALUE, Double.MAX_VALUE, 2);
    assertThat(HistogramChart.chart(huge, 60)).contains("[         0.0, 1.79769E308) 1 █");
  }

  @Test
  void should_refuse_other_widths() {
    for (int width : new int[] {-1, 0, 9, 1001, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
      assertThatThrownBy(() -> HistogramChart.chart(positions(), width))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("histogram: expected a width from 10 to 1000 characters, found " + width);
    }
    assertThat(HistogramChart.chart(positions(), null)).isNull();
    assertThat(HistogramChart.chart(Blobs.none(), 5)).isNull();
  }

  @Test
  void should_draw_the_largest_counts() {
    ByteBuffer state = Histogram.state(positions());
    for (int doubling = 0; doubling < 60; doubling++) {
      state = HistogramUnion.union(state, Blobs.stored(state));
    }
    assertThat(HistogramChart.chart(state, 60))
        .contains("count=6917529027641081856 min")
        .contains(" 2305843009213693952 █");
    assertThat(HistogramText.sparkline(state)).isEqualTo("█▁█▁");
  }
}
