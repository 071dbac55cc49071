/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.chart;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.cassandrastats.cli.chart.Chart.Bar;
import org.cassandrastats.cli.chart.Chart.Bars;
import org.cassandrastats.cli.chart.Chart.Line;
import org.cassandrastats.cli.chart.Chart.Lines;
import org.cassandrastats.cli.chart.Drawing.Marker;
import org.cassandrastats.cli.chart.Drawing.Point;

/**
 * A page of pictures and the numbers beneath, which needs nothing beside it: no script, no network.
 */
public final class HtmlPage {
  private static final int MOST_LINES = 8;
  private static final int MOST_MARKED = 100;
  private static final int MOST_BARS = 200;
  private static final int ROOM = 300;
  private static final int ROOM_OF_A_BAR = 22;

  /** What those who do not see all colours tell apart, too (Okabe and Ito). */
  private static final List<String> COLOURS =
      List.of(
          "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#333333", "#b5a642");

  private HtmlPage() {}

  /** One of eight colours. */
  public static String colour(int number) {
    return COLOURS.get(number % COLOURS.size());
  }

  /**
   * A result.
   *
   * @param name its heading; empty without
   * @param statement what was asked; empty without
   * @param numeric for each column whether its values are aligned right
   * @param rows the values as texts
   */
  public record Section(
      String name,
      String statement,
      List<Chart> charts,
      List<String> columns,
      List<Boolean> numeric,
      List<List<String>> rows) {
    /** Copies the lists. */
    public Section {
      charts = List.copyOf(charts);
      columns = List.copyOf(columns);
      numeric = List.copyOf(numeric);
      rows = List.copyOf(rows);
    }
  }

  /** A page, whose title is what was asked first, or its name. */
  public static String of(List<Section> sections) {
    Section first = sections.get(0);
    return """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>%1$s</title>
        <style>
        body { font-family: sans-serif; margin: 2em auto; max-width: 960px; color: #333; background: #fff; }
        figure { margin: 1em 0; overflow-x: auto; }
        pre { white-space: pre-wrap; background: #f4f4f4; padding: 0.8em; }
        div { overflow-x: auto; }
        table { border-collapse: collapse; }
        th, td { text-align: left; padding: 0.2em 0.8em; border-bottom: 1px solid #e4e4e4; }
        td.number { text-align: right; font-variant-numeric: tabular-nums; }
        </style>
        </head>
        <body>
        %2$s</body>
        </html>
        """
        .formatted(
            escaped(first.name().isEmpty() ? first.statement() : first.name()),
            sections.stream().map(HtmlPage::section).collect(Collectors.joining()));
  }

  private static String section(Section section) {
    StringBuilder body = new StringBuilder();
    if (!section.name().isEmpty()) {
      body.append("<h2>").append(escaped(section.name())).append("</h2>\n");
    }
    if (!section.statement().isEmpty()) {
      body.append("<pre>").append(escaped(section.statement())).append("</pre>\n");
    }
    for (Chart chart : section.charts()) {
      body.append("<figure>").append(svg(chart)).append("</figure>\n");
    }
    body.append("<div><table>\n<tr>");
    section
        .columns()
        .forEach(column -> body.append("<th>").append(escaped(column)).append("</th>"));
    body.append("</tr>\n");
    for (List<String> row : section.rows()) {
      body.append("<tr>");
      for (int column = 0; column < row.size(); column++) {
        body.append(section.numeric().get(column) ? "<td class=\"number\">" : "<td>")
            .append(escaped(row.get(column)))
            .append("</td>");
      }
      body.append("</tr>\n");
    }
    return body.append("</table></div>\n").toString();
  }

  private static String svg(Chart chart) {
    return chart instanceof Lines lines ? lines(lines) : bars((Bars) chart);
  }

  private static String lines(Lines chart) {
    List<Line> shown = chart.lines().subList(0, Math.min(MOST_LINES, chart.lines().size()));
    Drawing drawing =
        new Drawing(
                title(chart.title(), shown.size(), chart.lines().size(), "groups"),
                "",
                "",
                List.of())
            .overTime();
    for (int number = 0; number < shown.size(); number++) {
      Line line = shown.get(number);
      drawing.add(
          line.name(),
          colour(number),
          line.points().size() <= MOST_MARKED ? Marker.of(number) : Marker.NONE,
          "none",
          line.points().stream().map(point -> Point.of(point.time(), point.value())).toList());
    }
    return drawing.draw(false, chart.scale().from(), ROOM);
  }

  private static String bars(Bars chart) {
    List<Bar> shown = chart.bars().subList(0, Math.min(MOST_BARS, chart.bars().size()));
    Drawing drawing =
        new Drawing(
            title(chart.title(), shown.size(), chart.bars().size(), "bars"),
            "",
            "",
            shown.stream().map(Bar::name).toList());
    List<Point> points = new ArrayList<>();
    IntStream.range(0, shown.size())
        .forEach(
            place -> {
              double value = shown.get(place).value();
              points.add(new Point(place, Math.min(0, value), value, Math.max(0, value)));
            });
    drawing.add("", colour(0), Marker.CIRCLE, "", points);
    double least =
        shown.stream().mapToDouble(Bar::value).filter(Axis::isWithin).reduce(0, Math::min);
    return drawing.draw(false, least, ROOM_OF_A_BAR * shown.size());
  }

  private static String title(String title, int shown, int all, String what) {
    return shown == all ? title : "%s: the first %d of %,d %s".formatted(title, shown, all, what);
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
