/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.chart;

import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleBinaryOperator;
import org.cassandrastats.cli.chart.Chart.Bar;
import org.cassandrastats.cli.chart.Chart.Bars;
import org.cassandrastats.cli.chart.Chart.Line;
import org.cassandrastats.cli.chart.Chart.Lines;
import org.cassandrastats.cli.chart.Chart.Point;

/**
 * Draws in a terminal: a few lines over time one below the other, on the same scale; more of them
 * as a table with a sparkline each; bars of groups and bins.
 */
public final class TextCharts {
  private static final int MOST_PLOTS = 4;
  private static final int ROWS = 8;
  private static final int LEAST_WIDTH = 20;
  private static final int NUMBER = 8;

  private final int width;
  private final Glyphs glyphs;

  /**
   * @param width of the terminal, in characters
   */
  public TextCharts(int width, Glyphs glyphs) {
    this.width = Math.max(3 * LEAST_WIDTH, width);
    this.glyphs = glyphs;
  }

  /** The pictures, with a blank line between two. */
  public String draw(List<Chart> charts) {
    List<String> pictures = new ArrayList<>();
    for (Chart chart : charts) {
      List<String> lines = new ArrayList<>();
      lines.add(chart.title());
      if (chart instanceof Lines over) {
        if (over.lines().size() <= MOST_PLOTS) {
          over.lines().forEach(line -> plot(line, over.scale(), over.times(), lines));
        } else {
          sparklines(over, lines);
        }
      } else if (chart instanceof Bars bars) {
        bars(bars.bars(), lines);
      }
      pictures.add(String.join("\n", lines));
    }
    return String.join("\n\n", pictures);
  }

  private void plot(Line line, Axis scale, Axis times, List<String> lines) {
    if (!line.name().isEmpty()) {
      lines.add(line.name());
    }
    String top = Axis.label(scale.to());
    String bottom = Axis.label(scale.from());
    int margin = Math.max(top.length(), bottom.length());
    Canvas canvas = new Canvas(width - margin - 2, ROWS, glyphs);
    Point before = null;
    for (Point point : line.points()) {
      boolean isKnown = Double.isFinite(point.value());
      if (isKnown) {
        Point from = before == null ? point : before;
        canvas.line(
            times.at(from.time()),
            scale.at(from.value()),
            times.at(point.time()),
            scale.at(point.value()));
      }
      before = isKnown ? point : null;
    }
    for (int row = 0; row < canvas.rows(); row++) {
      String label = row == 0 ? top : row == canvas.rows() - 1 ? bottom : "";
      lines.add(
          (" ".repeat(margin - label.length()) + label + " |" + canvas.row(row)).stripTrailing());
    }
    lines.add(" ".repeat(margin + 2) + ends(times, width - margin - 2));
  }

  /** The first and the last time, at both ends of a line. */
  private static String ends(Axis times, int length) {
    DateTimeFormatter format = DateTimeFormatter.ISO_INSTANT;
    String first = format.format(Instant.ofEpochMilli((long) times.from()));
    String last = format.format(Instant.ofEpochMilli((long) times.to()));
    return first + " ".repeat(Math.max(1, length - first.length() - last.length())) + last;
  }

  private void sparklines(Lines chart, List<String> lines) {
    int name = Math.min(width / 2, longest(chart.lines().stream().map(Line::name).toList()));
    int room = Math.max(LEAST_WIDTH, width - name - 3 * NUMBER - 6);
    Axis scale = chart.scale();
    Axis times = chart.times();
    String columns = "  %-" + Math.max(1, name) + "s" + (" %" + NUMBER + "s").repeat(3) + " %s";
    lines.add(columns.formatted("", "least", "most", "last", ends(times, room)));
    for (Line line : chart.lines()) {
      double[] values =
          line.points().stream().mapToDouble(Point::value).filter(Double::isFinite).toArray();
      lines.add(
          columns
              .formatted(
                  cut(line.name(), name),
                  Axis.label(Arrays.stream(values).min().orElse(Double.NaN)),
                  Axis.label(Arrays.stream(values).max().orElse(Double.NaN)),
                  Axis.label(line.last().value()),
                  sparkline(line, scale, times, room))
              .stripTrailing());
    }
  }

  /** The greatest value of each part of the time, since peaks are what is looked for. */
  private String sparkline(Line line, Axis scale, Axis times, int room) {
    double[] heights = new double[Math.min(room, line.points().size())];
    Arrays.fill(heights, Double.NaN);
    for (Point point : line.points()) {
      if (Double.isFinite(point.value())) {
        int part = (int) Math.round(times.at(point.time()) * (heights.length - 1));
        double height = scale.at(point.value());
        heights[part] = Double.isNaN(heights[part]) ? height : Math.max(heights[part], height);
      }
    }
    StringBuilder text = new StringBuilder();
    for (double height : heights) {
      text.append(glyphs.spark(height));
    }
    return text.toString();
  }

  private void bars(List<Bar> bars, List<String> lines) {
    boolean isWhole =
        bars.stream()
            .allMatch(bar -> bar.value() == Math.rint(bar.value()) && Math.abs(bar.value()) < 1e15);
    List<String> numbers =
        bars.stream()
            .map(
                bar ->
                    isWhole
                        ? String.format(Locale.ROOT, "%,.0f", bar.value())
                        : Axis.label(bar.value()))
            .toList();
    int name = Math.min(width / 2, longest(bars.stream().map(Bar::name).toList()));
    int number = longest(numbers);
    int room = Math.max(LEAST_WIDTH, width - name - number - 4);
    double most = extreme(bars, Math::max);
    double least = extreme(bars, Math::min);
    int below = most > least ? (int) Math.ceil(room * (-least / (most - least))) : 0;
    for (int i = 0; i < bars.size(); i++) {
      double value = bars.get(i).value();
      String bar =
          value < 0
              ? align(glyphs.bar(-value, -least, below), below)
              : " ".repeat(below) + glyphs.bar(value, most, room - below);
      lines.add(
          ("  %-" + Math.max(1, name) + "s %" + number + "s %s")
              .formatted(cut(bars.get(i).name(), name), numbers.get(i), bar)
              .stripTrailing());
    }
  }

  /** A bar to the left of zero; its eighths would stand at the wrong end. */
  private String align(String bar, int length) {
    String whole = bar.isEmpty() ? "" : glyphs.bar(1, 1, bar.length());
    return " ".repeat(Math.max(0, length - whole.length())) + whole;
  }

  private static double extreme(List<Bar> bars, DoubleBinaryOperator ofTwo) {
    return bars.stream().mapToDouble(Bar::value).filter(Axis::isWithin).reduce(0, ofTwo);
  }

  private static String cut(String text, int length) {
    return text.length() <= length ? text : text.substring(0, length - 3) + "...";
  }

  private static int longest(List<String> texts) {
    return texts.stream().mapToInt(String::length).max().orElse(0);
  }
}
