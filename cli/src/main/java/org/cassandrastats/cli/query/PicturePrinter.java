/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.query;

import java.io.PrintWriter;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.cassandrastats.cli.chart.Chart;
import org.cassandrastats.cli.chart.ChartRows;
import org.cassandrastats.cli.chart.Glyphs;
import org.cassandrastats.cli.chart.HtmlPage;
import org.cassandrastats.cli.chart.TextCharts;
import org.cassandrastats.cli.console.ResultValues;
import org.cassandrastats.client.api.StatsRow;
import org.cassandrastats.client.internal.cql.Select;
import org.cassandrastats.client.internal.cql.Select.Expression;
import org.cassandrastats.client.internal.cql.Select.Expression.Column;
import org.cassandrastats.client.internal.run.RowList;
import picocli.CommandLine.Model.CommandSpec;

/** Draws a result, for which it waits for the last row: in the terminal, or as a page. */
abstract class PicturePrinter implements RowPrinter {
  private final Select select;
  private final RowList rows = new RowList();
  private final PrintWriter errors;
  final PrintWriter out;

  private PicturePrinter(CommandSpec spec, Select select) {
    this.out = spec.commandLine().getOut();
    this.errors = spec.commandLine().getErr();
    this.select = select;
  }

  /** Draws with characters. A result without a picture becomes a table. */
  static RowPrinter chart(CommandSpec spec, Select select) {
    return new PicturePrinter(spec, select) {
      @Override
      void print(List<String> columns, List<StatsRow> rows, List<Chart> charts) {
        if (charts.isEmpty()) {
          Table table = new Table(out);
          rows.forEach(table);
          table.complete(columns);
        } else {
          out.println(new TextCharts(width(spec), Glyphs.ofLocale()).draw(charts));
        }
      }
    };
  }

  /**
   * Makes a part of a page, with pictures and the table beneath.
   *
   * @param name its heading; empty without
   * @param statement what was asked
   * @param page is given it
   */
  static RowPrinter html(
      CommandSpec spec,
      Select select,
      String name,
      String statement,
      Consumer<HtmlPage.Section> page) {
    return new PicturePrinter(spec, select) {
      @Override
      void print(List<String> columns, List<StatsRow> rows, List<Chart> charts) {
        page.accept(
            new HtmlPage.Section(
                name,
                statement,
                charts,
                columns,
                IntStream.range(0, columns.size())
                    .mapToObj(column -> ResultValues.isNumeric(rows, column))
                    .toList(),
                ResultValues.texts(rows)));
      }
    };
  }

  abstract void print(List<String> columns, List<StatsRow> rows, List<Chart> charts);

  private static int width(CommandSpec spec) {
    String columns = System.getenv("COLUMNS");
    return columns != null && columns.matches("[1-9][0-9]{0,3}")
        ? Integer.parseInt(columns)
        : spec.usageMessage().autoWidth(true).width();
  }

  @Override
  public void accept(StatsRow row) {
    rows.accept(row);
  }

  @Override
  public void flush() {
    out.flush();
  }

  @Override
  public void complete(List<String> columns) {
    List<Chart> charts = ChartRows.of(columns, groups(), rows.rows());
    if (charts.isEmpty()) {
      errors.println(
          "There is nothing to draw, but a table: expected rows of groups (GROUP BY), or lists such as"
              + " those of histogram_edges and histogram_counts.");
    }
    print(columns, rows.rows(), charts);
  }

  /** The columns that say which group a row is of: what is grouped by, and other columns. */
  private Set<String> groups() {
    Set<Expression> grouped = new HashSet<>(select.groupBy());
    return select.selectors().stream()
        .filter(
            selector ->
                selector.expression() instanceof Column || grouped.contains(selector.expression()))
        .map(Select.Selector::name)
        .collect(Collectors.toSet());
  }
}
