/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.report;

import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.cassandrastats.bench.measure.Cell;
import org.cassandrastats.bench.measure.Spread;
import org.cassandrastats.cli.chart.Drawing;
import org.cassandrastats.cli.chart.Drawing.Marker;
import org.cassandrastats.cli.chart.Drawing.Point;

/** A plot of lines through the medians of cells, each median with its spread. */
public final class LinePlot {
  private static final List<String> DASHES = List.of("none", "8,5", "2,4");
  private static final int ROOM = 400;

  private final Drawing drawing;
  private final boolean isLogarithmic;

  private LinePlot(String title, String xAxis, String yAxis, boolean isLogarithmic) {
    this.drawing = new Drawing(title, xAxis, yAxis, List.of());
    this.isLogarithmic = isLogarithmic;
  }

  /** A plot with logarithmic axes. */
  public static LinePlot logarithmic(String title, String xAxis, String yAxis) {
    return new LinePlot(title, xAxis, yAxis, true);
  }

  /** A plot with linear axes, which begin at 0. */
  public static LinePlot linear(String title, String xAxis, String yAxis) {
    return new LinePlot(title, xAxis, yAxis, false);
  }

  /**
   * Adds a line, unless none of its points is known.
   *
   * @param style which of three strokes and markers
   */
  public LinePlot line(
      String name,
      String colour,
      int style,
      List<Cell> cells,
      ToDoubleFunction<Cell> x,
      Function<Cell, Spread> y) {
    int stroke = style % DASHES.size();
    return add(
        name,
        colour,
        Marker.of(stroke),
        DASHES.get(stroke),
        cells.stream()
            .map(cell -> y.apply(cell).pointAt(x.applyAsDouble(cell)))
            .filter(point -> isShown(point.at()) && isShown(point.value()))
            .toList());
  }

  private boolean isShown(double number) {
    return Double.isFinite(number) && (!isLogarithmic || number > 0);
  }

  /** Adds a line for comparison: black, and without a dash if its points are marked. */
  public LinePlot reference(String name, List<Double> x, List<Double> y, boolean marked) {
    return add(
        name,
        Charts.BLACK,
        marked ? Marker.DIAMOND : Marker.NONE,
        DASHES.get(marked ? 0 : 1),
        IntStream.range(0, x.size())
            .mapToObj(i -> Spread.exactly(y.get(i)).pointAt(x.get(i)))
            .filter(point -> Double.isFinite(point.value()))
            .toList());
  }

  /** Draws a configured limit of what was measured as a line from end to end. */
  public LinePlot limit(String name, double y) {
    return reference(name, List.of(0.0, Double.POSITIVE_INFINITY), List.of(y, y), false);
  }

  private LinePlot add(
      String name, String colour, Marker marker, String dashes, List<Point> points) {
    drawing.add(name, colour, marker, dashes, points);
    return this;
  }

  /**
   * The plot.
   *
   * @param file its name, without the ending
   * @param caption what it shows, for those who cannot see it
   */
  public Report.Plot named(String file, String caption) {
    return new Report.Plot(file, caption, drawing.draw(isLogarithmic, 0, ROOM));
  }
}
