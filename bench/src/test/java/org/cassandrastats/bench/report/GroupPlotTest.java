/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.cassandrastats.bench.run.Spread;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.knowm.xchart.ChartEncoder;
import org.knowm.xchart.XYChart;

final class GroupPlotTest {
  @ParameterizedTest
  @Timeout(60)
  @ValueSource(ints = {1, 3, 14})
  void should_name_each_group(int count) throws IOException {
    List<String> groups =
        IntStream.range(0, count).mapToObj(group -> "group %02d".formatted(group)).toList();
    List<Spread> values =
        IntStream.range(0, count).mapToObj(group -> new Spread(5, 1, 2 + group, 20)).toList();

    List<String> labels = labels(groups, values);

    assertThat(labels).isEqualTo(groups);
  }

  @Test
  @Timeout(60)
  void should_shorten_a_long_name() throws IOException {
    String rows = "a partition of many rows";
    List<String> groups = List.of("a", "a partition of many columns, each of one value", rows);

    List<String> labels = labels(groups, Collections.nCopies(3, new Spread(5, 1, 2, 3)));

    assertThat(labels).containsExactly("a", groups.get(1).substring(0, 39) + "…", rows);
  }

  /** What the axis writes beside the groups, once the plot was rendered. */
  private static List<String> labels(List<String> groups, List<Spread> values) throws IOException {
    Report.Plot plot =
        new GroupPlot("title", "layout", "time, ms", groups)
            .series("native", values)
            .named("file", "caption");
    assertThat(ChartEncoder.getBytes(plot.chart(), "svg")).isNotEmpty();
    Function<Double, String> label =
        ((XYChart) plot.chart()).getStyler().getYAxisTickLabelsFormattingFunction();
    return IntStream.range(0, groups.size())
        .mapToObj(group -> label.apply(groups.size() - 1.0 - group))
        .toList();
  }
}
