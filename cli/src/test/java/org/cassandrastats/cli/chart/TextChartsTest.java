/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.chart;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.cassandrastats.cli.chart.Chart.Bar;
import org.cassandrastats.cli.chart.Chart.Bars;
import org.cassandrastats.cli.chart.Chart.Line;
import org.cassandrastats.cli.chart.Chart.Lines;
import org.cassandrastats.cli.chart.Chart.Point;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

final class TextChartsTest {
  @Test
  void should_draw_a_line_that_is_broken_where_there_is_no_value() {
    assertThat(draw(60, Glyphs.ASCII, line("", 0, 1, 2, 3, 4, 5, 6, 7, Double.NaN, 0)))
        .containsExactly(
            "v",
            "7 |                                         ****",
            "  |                                   ******",
            "  |                             ******",
            "  |                       ******",
            "  |                *******",
            "  |          ******",
            "  |    ******",
            "0 |****                                                    *",
            "   1970-01-01T00:00:00Z                 1970-01-01T00:00:09Z");
  }

  @Test
  void should_draw_a_single_value_at_its_time() {
    assertThat(draw(60, Glyphs.ASCII, line("", 5)))
        .startsWith("v", "6 |")
        .contains("5 |*")
        .endsWith("   1970-01-01T00:00:00Z                 1970-01-01T00:00:00Z");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 40, 80, 200})
  void should_keep_to_the_width_of_the_terminal(int width) {
    int most = Math.max(width, 60);
    for (Glyphs glyphs : Glyphs.values()) {
      assertThat(draw(width, glyphs, line("a", 1e300, -1e300), line("b", 1, 2)))
          .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(most));
      assertThat(
              draw(
                  width,
                  glyphs,
                  new Bars("v", List.of(new Bar("x".repeat(100), 5), new Bar("y", -1.25)))))
          .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(most));
    }
  }

  @Test
  void should_draw_many_lines_as_sparklines_on_one_scale() {
    List<Line> lines = new ArrayList<>();
    for (int line = 0; line < 5; line++) {
      lines.add(line("s" + line, 8, line, Double.NaN, 0));
    }

    assertThat(draw(80, Glyphs.BLOCKS, new Lines("v", lines)))
        .hasSize(7)
        .anySatisfy(
            line -> assertThat(line).contains("s4").contains("0").endsWith("\u2588\u2585 \u2581"));
  }

  @Test
  void should_draw_negative_values_to_the_left() {
    assertThat(draw(60, Glyphs.ASCII, new Bars("v", List.of(new Bar("a", -10), new Bar("b", 10)))))
        .containsExactly(
            "v", "  a -10 " + "#".repeat(26), "  b  10 " + " ".repeat(26) + "#".repeat(26));
  }

  @ParameterizedTest
  @EnumSource(Glyphs.class)
  void should_draw_odd_values(Glyphs glyphs) {
    double[] odd = {
      Double.NaN,
      Double.POSITIVE_INFINITY,
      Double.NEGATIVE_INFINITY,
      Double.MAX_VALUE,
      -Double.MAX_VALUE,
      Double.MIN_VALUE,
      0,
      -0.0
    };
    for (double one : odd) {
      for (double other : odd) {
        assertThat(draw(80, glyphs, line("", one, other))).hasSize(10);
        assertThat(draw(80, glyphs, new Bars("v", List.of(new Bar("a", one), new Bar("b", other)))))
            .hasSize(3);
      }
    }
  }

  private static List<String> draw(int width, Glyphs glyphs, Line... lines) {
    return draw(width, glyphs, new Lines("v", List.of(lines)));
  }

  private static List<String> draw(int width, Glyphs glyphs, Chart chart) {
    return new TextCharts(width, glyphs).draw(List.of(chart)).lines().toList();
  }

  private static Line line(String name, double... values) {
    return new Line(
        name,
        IntStream.range(0, values.length)
            .mapToObj(second -> new Point(second * 1000.0, values[second]))
            .toList());
  }
}
