/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.report;

import java.awt.Color;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.cassandrastats.bench.run.Cell;
import org.cassandrastats.bench.run.Spread;
import org.knowm.xchart.XYChart;

/** A plot of lines through the medians of cells, each median with its quartiles. */
public final class LinePlot {
  private final XYChart chart;
  private final boolean isLogarithmic;

  private LinePlot(XYChart chart, boolean isLogarithmic) {
    this.chart = chart;
    this.isLogarithmic = isLogarithmic;
  }

  /** A plot with logarithmic axes. */
  public static LinePlot logarithmic(String title, String xAxis, String yAxis) {
    return new LinePlot(Charts.logarithmic(title, xAxis, yAxis), true);
  }

  /** A plot with linear axes. */
  public static LinePlot linear(String title, String xAxis, String yAxis) {
    return new LinePlot(Charts.linear(title, xAxis, yAxis), false);
  }

  /**
   * Adds a line, unless none of its points is known.
   *
   * @param style which of three strokes and markers
   */
  public LinePlot line(
      String name,
      Color colour,
      int style,
      List<Cell> cells,
      ToDoubleFunction<Cell> x,
      Function<Cell, Spread> y) {
    List<Double> middle = new ArrayList<>();
    List<Double> medians = new ArrayList<>();
    List<Double> ends = new ArrayList<>();
    List<Double> quartiles = new ArrayList<>();
    for (Cell cell : cells) {
      double at = x.applyAsDouble(cell);
      Spread value = y.apply(cell);
      if (isShown(at) && isShown(value.median())) {
        middle.add(at);
        medians.add(value.median());
        if (isShown(value.first()) && value.first() < value.third()) {
          // A line that ends at a number that is none, and begins anew behind it.
          ends.addAll(List.of(at, at, at));
          quartiles.addAll(List.of(value.first(), value.third(), Double.NaN));
        }
      }
    }
    if (!middle.isEmpty()) {
      Charts.addLine(chart, name, colour, style, middle, medians);
    }
    if (!ends.isEmpty()) {
      Charts.addWhiskers(chart, name + ", quartiles", colour, ends, quartiles);
    }
    return this;
  }

  private boolean isShown(double value) {
    return Double.isFinite(value) && (!isLogarithmic || value > 0);
  }

  /** Adds a line for comparison: black, and thick if its points are marked. */
  public LinePlot reference(String name, List<Double> x, List<Double> y, boolean marked) {
    if (!x.isEmpty()) {
      Charts.addReference(chart, name, x, y, marked);
    }
    return this;
  }

  /**
   * Adds a single point.
   *
   * @param colour of the palette
   * @param marker which of four: circle, square, triangle, diamond
   * @param inLegend whether the legend names it
   */
  public LinePlot point(
      String name, Color colour, int marker, boolean inLegend, double x, double y) {
    Charts.addPoints(chart, name, colour, marker, List.of(x), List.of(y)).setShowInLegend(inLegend);
    return this;
  }

  /** Adds a single point for comparison: a black cross. */
  public LinePlot referencePoint(String name, double x, double y) {
    Charts.addReferencePoint(chart, name, x, y);
    return this;
  }

  /**
   * The plot.
   *
   * @param file its name, without the ending
   * @param caption what it shows, for those who cannot see it
   */
  public Report.Plot named(String file, String caption) {
    Charts.labelLogarithms(chart);
    return new Report.Plot(file, caption, chart);
  }
}
