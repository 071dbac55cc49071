/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.cassandrastats.bench.measure.Spread;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class GroupPlotTest {
  private static final List<String> GROUPS = List.of("a <b>", "a & b");

  private static GroupPlot plot() {
    return new GroupPlot("title", "layout", "time, ms", GROUPS)
        .series("native", List.of(new Spread(5, 1.1, 1.2, 1.3), Spread.of()));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 60})
  void should_name_each_group_as_text(int count) {
    List<String> groups =
        IntStream.range(0, count)
            .mapToObj("a partition of many columns, number %02d"::formatted)
            .toList();

    String svg =
        new GroupPlot("title", "layout", "time, ms", groups)
            .series("native", Collections.nCopies(count, new Spread(5, 1, 2, 3)))
            .named("file", "caption")
            .svg();

    assertThat(groups).allSatisfy(group -> assertThat(svg).contains(">" + group + "</text>"));
    assertThat(svg).hasSizeLessThan(60_000);
  }

  @Test
  void should_escape_names_and_leave_out_unknown_points() {
    String svg = plot().named("file", "caption").svg();

    assertThat(svg).contains(">a &lt;b&gt;</text>", ">a &amp; b</text>");
    assertThat(svg.split("a4.5,4.5 0 1,0 9,0", -1)).as("circles").hasSize(2);
  }

  @Test
  void should_begin_at_zero_unless_asked_for_another_start() {
    assertThat(plot().named("file", "caption").svg()).contains(">0</text>", ">1</text>");
    assertThat(plot().from(1).named("file", "caption").svg())
        .contains(">1</text>", ">1.3</text>")
        .doesNotContain(">0</text>");
    assertThat(plot().from(1.15).named("file", "caption").svg())
        .as("a spread begins below that")
        .contains(">0</text>");
  }

  @Test
  void should_draw_limits_as_bars_and_name_them() {
    String svg =
        plot()
            .limits("limit", List.of(Spread.exactly(1.25), Spread.of()))
            .named("file", "caption")
            .svg();

    assertThat(svg).contains(">limit</text>", ">native</text>");
    assertThat(svg.split("m0,-10v20", -1)).as("one bar, and one in the legend").hasSize(3);
  }
}
