/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.chart;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.cassandrastats.cli.chart.Chart.Bar;
import org.cassandrastats.cli.chart.Chart.Bars;
import org.cassandrastats.cli.chart.Chart.Line;
import org.cassandrastats.cli.chart.Chart.Lines;
import org.cassandrastats.cli.chart.Chart.Point;
import org.cassandrastats.client.api.StatsRow;
import org.junit.jupiter.api.Test;

final class ChartRowsTest {
  private static final Instant ONE = Instant.ofEpochMilli(1000);
  private static final Instant TWO = Instant.ofEpochMilli(2000);

  @Test
  void should_draw_a_line_for_each_group_over_time() {
    List<String> columns = List.of("s", "t", "mean", "name");

    List<Chart> charts =
        ChartRows.of(
            columns,
            Set.of("s", "t"),
            List.of(
                row(columns, "a", TWO, 2.5, "x"),
                row(columns, "a", ONE, null, "y"),
                row(columns, "b", ONE, 4, null)));

    assertThat(charts)
        .containsExactly(
            new Lines(
                "mean",
                List.of(
                    new Line("a", List.of(new Point(1000, Double.NaN), new Point(2000, 2.5))),
                    new Line("b", List.of(new Point(1000, 4))))));
  }

  @Test
  void should_draw_each_element_of_a_list_as_a_line() {
    List<String> columns = List.of("day", "q");

    List<Chart> charts =
        ChartRows.of(
            columns,
            Set.of("day"),
            List.of(
                row(columns, LocalDate.ofEpochDay(0), List.of(1.0, 2.0)),
                row(columns, LocalDate.ofEpochDay(1), List.of(3.0, 4.0))));

    assertThat(charts)
        .containsExactly(
            new Lines(
                "q",
                List.of(
                    new Line("[0]", List.of(new Point(0, 1), new Point(86_400_000, 3))),
                    new Line("[1]", List.of(new Point(0, 2), new Point(86_400_000, 4))))));
  }

  @Test
  void should_draw_a_bar_for_each_group() {
    List<String> columns = List.of("station", "kind", "count");

    List<Chart> charts =
        ChartRows.of(
            columns,
            Set.of("station", "kind"),
            List.of(row(columns, 7, "x", 3L), row(columns, 8, "y", null)));

    assertThat(charts)
        .containsExactly(
            new Bars("count", List.of(new Bar("7, x", 3), new Bar("8, y", Double.NaN))));
  }

  @Test
  void should_draw_bins_of_a_histogram_between_their_edges() {
    List<String> columns = List.of("edges", "counts");

    List<Chart> charts =
        ChartRows.of(
            columns, Set.of(), List.of(row(columns, List.of(0.0, 0.5, 1.0), List.of(10L, 20L))));

    assertThat(charts)
        .containsExactly(
            new Bars("counts", List.of(new Bar("0 to 0.5", 10), new Bar("0.5 to 1", 20))));
  }

  @Test
  void should_draw_nothing_of_single_numbers_and_texts() {
    List<String> columns = List.of("mean", "name");

    assertThat(ChartRows.of(columns, Set.of(), List.of(row(columns, 1.5, "x")))).isEmpty();
    assertThat(ChartRows.of(columns, Set.of(), List.of())).isEmpty();
    assertThat(ChartRows.of(columns, Set.of("mean"), List.of(row(columns, null, null)))).isEmpty();
  }

  private static StatsRow row(List<String> columns, Object... values) {
    return StatsRow.of(columns, Arrays.asList(values));
  }
}
