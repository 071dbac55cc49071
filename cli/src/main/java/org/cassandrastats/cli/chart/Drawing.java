/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.chart;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/** Series of points and their axes, drawn as SVG: texts are texts, so that they can be searched. */
public final class Drawing {
  static final int WIDTH = 920;

  private static final int CHARACTER = 7;
  private static final int LINE = 20;
  private static final int MARGIN = 16;
  private static final int TITLE = 28;
  private static final int BELOW = 48;
  private static final String MIDDLE = "text-anchor=\"middle\"";
  private static final String END = "text-anchor=\"end\"";
  private static final String GREY = "fill=\"#666666\"";

  /** How points are marked: a path, relative to the point. */
  public enum Marker {
    CIRCLE("m-4.5,0a4.5,4.5 0 1,0 9,0a4.5,4.5 0 1,0 -9,0z"),
    SQUARE("m-4,-4h8v8h-8z"),
    TRIANGLE("m0,-5l5,9h-10z"),
    DIAMOND("m0,-5.5l5.5,5.5l-5.5,5.5l-5.5,-5.5z"),
    BAR("m0,-10v20"),
    NONE("");

    private final String path;

    Marker(String path) {
      this.path = path;
    }

    /** One of the first four, by number. */
    public static Marker of(int number) {
      return values()[number % 4];
    }
  }

  /**
   * A point.
   *
   * @param at its place: a number along the x axis, or that of a group
   * @param low where the line through it begins that shows its spread
   * @param value where it is
   * @param high where the line of its spread ends
   */
  public record Point(double at, double low, double value, double high) {
    /** A point without a spread. */
    static Point of(double at, double value) {
      return new Point(at, value, value, value);
    }
  }

  /**
   * Points of one name.
   *
   * @param dashes of the line that joins them, "none" for an unbroken one; empty for no line
   */
  private record Series(
      String name, String colour, Marker marker, String dashes, List<Point> points) {}

  private final List<Series> all = new ArrayList<>();
  private final StringBuilder svg = new StringBuilder();
  private final String title;
  private final String places;
  private final String values;
  private final List<String> groups;
  private int left;
  private int top;
  private int height;
  private boolean isOverTime;
  private Axis x;
  private Axis y;

  /**
   * @param places what is along the x axis, or what the groups are
   * @param values what was measured: along the y axis, or along the x axis where there are groups
   * @param groups their names from top to bottom; empty where places are numbers
   */
  public Drawing(String title, String places, String values, List<String> groups) {
    this.title = title;
    this.places = places;
    this.values = values;
    this.groups = List.copyOf(groups);
  }

  /**
   * Adds points, if there are any, with a line through them unless its dashes are empty. The line
   * is broken where the value of a point is no number.
   */
  public void add(String name, String colour, Marker marker, String dashes, List<Point> points) {
    if (points.stream().anyMatch(point -> Double.isFinite(point.value()))) {
      all.add(new Series(name, colour, marker, dashes, List.copyOf(points)));
    }
  }

  /** Takes places for times, in milliseconds since 1970. */
  Drawing overTime() {
    isOverTime = true;
    return this;
  }

  private boolean hasGroups() {
    return !groups.isEmpty();
  }

  private DoubleStream places() {
    return points().mapToDouble(Point::at);
  }

  private Axis times() {
    double from = places().min().orElse(0);
    return new Axis(from, Math.max(from + 1, places().max().orElse(1)), false);
  }

  private Stream<Point> points() {
    return all.stream().flatMap(series -> series.points().stream());
  }

  /**
   * Draws.
   *
   * @param start where a linear axis of what was measured begins, if nothing is less
   * @param room how high the place for points is
   */
  public String draw(boolean isLogarithmic, double start, int room) {
    Axis value =
        Axis.of(
            isLogarithmic,
            start,
            points()
                .flatMapToDouble(each -> DoubleStream.of(each.low(), each.value(), each.high())));
    x = hasGroups() ? value : isOverTime ? times() : Axis.of(isLogarithmic, 0, places());
    y = hasGroups() ? new Axis(groups.size() - 0.5, -0.5, false) : value;
    List<String> labels = hasGroups() ? groups : y.ticks().stream().map(Axis::label).toList();
    left = 2 * MARGIN + CHARACTER * labels.stream().mapToInt(String::length).max().orElse(0);
    height = room;
    svg.setLength(0);
    text(MARGIN, TITLE, "font-size=\"16\" font-weight=\"bold\"", title);
    top = legend() + LINE;
    text(MARGIN, top, GREY, hasGroups() ? places : values);
    top += LINE / 2;
    axes();
    text(
        (left + WIDTH - MARGIN) / 2,
        top + room + 40,
        MIDDLE + " " + GREY,
        hasGroups() ? values : places);
    all.forEach(this::draw);
    return """
        <svg xmlns="http://www.w3.org/2000/svg" width="%1$d" height="%2$d" viewBox="0 0 %1$d %2$d" font-family="sans-serif" font-size="13" fill="#333333">
        <rect width="%1$d" height="%2$d" fill="#ffffff"/>
        %3$s</svg>
        """
        .formatted(WIDTH, top + room + BELOW, svg);
  }

  /** Names of series in as many lines as they need; gives where the last line is. */
  private int legend() {
    int at = MARGIN;
    int line = TITLE + LINE + 4;
    // A single series is what the title says.
    for (Series series : all.size() == 1 ? List.<Series>of() : all) {
      int width = 44 + CHARACTER * series.name().length();
      if (at > MARGIN && at + width > WIDTH - MARGIN) {
        at = MARGIN;
        line += LINE;
      }
      paths(
          series,
          series.dashes().isEmpty() ? "" : "M%d,%dh28".formatted(at, line - 4),
          "",
          "M%d,%d%s".formatted(at + 14, line - 4, series.marker().path));
      text(at + 34, line, "", series.name());
      at += width;
    }
    return line;
  }

  private void axes() {
    StringBuilder grid = new StringBuilder();
    TimeTicks times = isOverTime ? TimeTicks.between(x.from(), x.to()) : null;
    for (double tick : isOverTime ? times.ticks() : x.ticks()) {
      grid.append("M%s,%dv%d".formatted(x(tick), top, height));
      text(x(tick), top + height + 18, MIDDLE, isOverTime ? times.label(tick) : Axis.label(tick));
    }
    for (double tick : hasGroups() ? List.<Double>of() : y.ticks()) {
      grid.append("M%d,%sH%d".formatted(left, y(tick), WIDTH - MARGIN));
      text(left - 8, y(tick).plus(4.5), END, Axis.label(tick));
    }
    for (int group = 0; group < groups.size(); group++) {
      // The points of a group stand between two lines.
      grid.append("M%d,%sH%d".formatted(MARGIN, y(group + 0.5), WIDTH - MARGIN));
      text(left - 8, y(group).plus(4.5), END, groups.get(group));
    }
    svg.append("<path d=\"%s\" stroke=\"#e4e4e4\"/>\n".formatted(grid));
  }

  private Pixels x(double number) {
    return new Pixels(left + x.at(number) * (WIDTH - MARGIN - left));
  }

  private Pixels y(double number) {
    return new Pixels(top + height - y.at(number) * height);
  }

  private void draw(Series series) {
    StringBuilder line = new StringBuilder();
    StringBuilder spreads = new StringBuilder();
    StringBuilder markers = new StringBuilder();
    boolean isBroken = true;
    for (Point point : series.points()) {
      if (!Double.isFinite(point.value())) {
        isBroken = true;
        continue;
      }
      String place =
          hasGroups()
              ? x(point.value()) + "," + y(point.at())
              : x(point.at()) + "," + y(point.value());
      line.append(isBroken ? "M" : "L").append(place);
      isBroken = false;
      markers.append("M").append(place).append(series.marker().path);
      if (point.low() < point.high()) {
        spreads.append(
            hasGroups()
                ? "M%s,%sH%s".formatted(x(point.low()), y(point.at()), x(point.high()))
                : "M%s,%sV%s".formatted(x(point.at()), y(point.low()), y(point.high())));
      }
    }
    paths(series, series.dashes().isEmpty() ? "" : line, spreads, markers);
  }

  private void paths(Series series, CharSequence line, CharSequence spreads, CharSequence markers) {
    if (!line.isEmpty()) {
      svg.append(
          "<path d=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\" stroke-dasharray=\"%s\"/>\n"
              .formatted(line, series.colour(), series.dashes()));
    }
    if (!spreads.isEmpty()) {
      svg.append("<path d=\"%s\" stroke=\"%s\"/>\n".formatted(spreads, series.colour()));
    }
    if (series.marker() == Marker.BAR) {
      svg.append(
          "<path d=\"%s\" stroke=\"%s\" stroke-width=\"2\"/>\n"
              .formatted(markers, series.colour()));
    } else if (series.marker() != Marker.NONE) {
      svg.append("<path d=\"%s\" fill=\"%s\"/>\n".formatted(markers, series.colour()));
    }
  }

  private void text(Object atX, Object atY, String attributes, String text) {
    svg.append(
        "<text x=\"%s\" y=\"%s\" %s>%s</text>\n"
            .formatted(
                atX,
                atY,
                attributes,
                text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")));
  }

  /** A length that is written to a tenth of a pixel. */
  private record Pixels(double length) {
    Pixels plus(double more) {
      return new Pixels(length + more);
    }

    @Override
    public String toString() {
      long tenths = Math.round(length * 10);
      return tenths / 10 + (tenths % 10 == 0 ? "" : "." + tenths % 10);
    }
  }
}
