/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.chart;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.cassandrastats.cli.chart.Chart.Bar;
import org.cassandrastats.cli.chart.Chart.Bars;
import org.cassandrastats.cli.chart.Chart.Line;
import org.cassandrastats.cli.chart.Chart.Lines;
import org.cassandrastats.cli.chart.Chart.Point;
import org.cassandrastats.client.api.StatsRow;

/**
 * What can be drawn of the rows of a result. Where a column has times, each column of numbers is
 * drawn over time, a line for each group; elsewhere as a bar for each group. A list of n numbers
 * beside one of n + 1 is a histogram, its bins a bar each; the numbers of another list are drawn as
 * if each had a column of its own.
 */
public final class ChartRows {
  private final List<String> columns;
  private final List<StatsRow> rows;
  private final List<Integer> labels;
  private final int time;

  private ChartRows(List<String> columns, Set<String> groups, List<StatsRow> rows) {
    this.columns = columns;
    this.rows = rows;
    this.time =
        indexes()
            .filter(
                column ->
                    all(column, value -> value instanceof Instant || value instanceof LocalDate))
            .findFirst()
            .orElse(-1);
    this.labels =
        indexes()
            .filter(column -> column != time && groups.contains(columns.get(column)))
            .boxed()
            .toList();
  }

  /**
   * The pictures of a result.
   *
   * @param groups the columns that name groups
   * @return none where there is nothing to compare: one row of single numbers, or no numbers
   */
  public static List<Chart> of(List<String> columns, Set<String> groups, List<StatsRow> rows) {
    return rows.isEmpty() ? List.of() : new ChartRows(columns, groups, rows).charts();
  }

  private IntStream indexes() {
    return IntStream.range(0, columns.size());
  }

  /** Whether a column has values, all of one kind. */
  private boolean all(int column, Function<Object, Boolean> isKind) {
    List<Object> known =
        rows.stream().map(row -> row.get(column)).filter(value -> value != null).toList();
    return !known.isEmpty() && known.stream().allMatch(isKind::apply);
  }

  private List<Chart> charts() {
    List<Integer> measured =
        indexes().filter(column -> column != time && !labels.contains(column)).boxed().toList();
    List<Integer> lists =
        measured.stream().filter(column -> all(column, ChartRows::isNumbers)).toList();
    List<Chart> charts = new ArrayList<>();
    for (int column : measured) {
      if (all(column, Number.class::isInstance)) {
        charts.addAll(chart(columns.get(column), row -> number(row.get(column))));
      } else if (lists.contains(column)) {
        charts.addAll(list(column, lists));
      }
    }
    return charts;
  }

  private static boolean isNumbers(Object value) {
    return value instanceof List<?> list && list.stream().allMatch(Number.class::isInstance);
  }

  private List<Chart> chart(String title, Function<StatsRow, Double> value) {
    if (time >= 0) {
      return lines(title, row -> Map.of(name(row), value.apply(row)));
    }
    return rows.size() == 1
        ? List.of()
        : List.of(
            new Bars(
                title, rows.stream().map(row -> new Bar(name(row), value.apply(row))).toList()));
  }

  private List<Chart> list(int column, List<Integer> lists) {
    for (int edges : lists) {
      if (rows.stream().allMatch(row -> size(row, edges) == size(row, column) + 1)) {
        return rows.stream().map(row -> histogram(row, edges, column)).toList();
      }
      if (rows.stream().allMatch(row -> size(row, edges) == size(row, column) - 1)) {
        return List.of(); // These are the edges of another list.
      }
    }
    if (time >= 0) {
      return lines(columns.get(column), row -> elements(row, column));
    }
    return rows.stream()
        .<Chart>map(
            row ->
                new Bars(
                    title(columns.get(column), name(row)),
                    elements(row, column).entrySet().stream()
                        .map(element -> new Bar(element.getKey(), element.getValue()))
                        .toList()))
        .toList();
  }

  private Map<String, Double> elements(StatsRow row, int column) {
    Map<String, Double> elements = new LinkedHashMap<>();
    for (int element = 0; element < size(row, column); element++) {
      elements.put(
          title(name(row), "[" + element + "]"), number(((List<?>) row.get(column)).get(element)));
    }
    return elements;
  }

  private Chart histogram(StatsRow row, int edges, int counts) {
    List<?> borders = (List<?>) row.get(edges);
    return new Bars(
        title(columns.get(counts), time < 0 ? name(row) : title(name(row), text(row.get(time)))),
        IntStream.range(0, size(row, counts))
            .mapToObj(
                bin ->
                    new Bar(
                        Axis.label(number(borders.get(bin)))
                            + " to "
                            + Axis.label(number(borders.get(bin + 1))),
                        number(((List<?>) row.get(counts)).get(bin))))
            .toList());
  }

  private static int size(StatsRow row, int column) {
    return row.get(column) instanceof List<?> list ? list.size() : 0;
  }

  private List<Chart> lines(String title, Function<StatsRow, Map<String, Double>> values) {
    Map<String, List<Point>> lines = new LinkedHashMap<>();
    for (StatsRow row : rows) {
      if (row.get(time) != null) {
        values
            .apply(row)
            .forEach(
                (name, value) ->
                    lines
                        .computeIfAbsent(name, first -> new ArrayList<>())
                        .add(new Point(milliseconds(row.get(time)), value)));
      }
    }
    lines.values().forEach(points -> points.sort(Comparator.comparingDouble(Point::time)));
    return lines.isEmpty()
        ? List.of()
        : List.of(
            new Lines(
                title,
                lines.entrySet().stream()
                    .map(line -> new Line(line.getKey(), line.getValue()))
                    .toList()));
  }

  private String name(StatsRow row) {
    return labels.stream().map(column -> text(row.get(column))).collect(Collectors.joining(", "));
  }

  private static String title(String first, String second) {
    return first.isEmpty() || second.isEmpty() ? first + second : first + ", " + second;
  }

  private static String text(Object value) {
    return String.valueOf(value);
  }

  private static double number(Object value) {
    return value instanceof Number number ? number.doubleValue() : Double.NaN;
  }

  private static double milliseconds(Object value) {
    return value instanceof LocalDate date
        ? date.atStartOfDay(ZoneOffset.UTC).toInstant().toEpochMilli()
        : ((Instant) value).toEpochMilli();
  }
}
