/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.report;

import java.awt.Color;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.cassandrastats.bench.run.Spread;
import org.knowm.xchart.XYChart;

/**
 * A plot of medians with their quartiles, in groups that have names. Bars would hide the quartiles
 * below their tops, and have no foot on a logarithmic axis.
 */
public final class GroupPlot {
  /** Which part of the width of a group its points take. */
  private static final double WIDTH = 0.6;

  /** Characters of a label. */
  private static final int LONGEST = 20;

  /** Pixels between ticks: few enough that there is one for each group. */
  private static final int SPACING = 15;

  private static final int HEIGHT_OF_A_GROUP = 30;

  /** Over so many there is only room for numbers that begin with 1. */
  private static final double MANY_DECADES = 1e4;

  private final XYChart chart;
  private final List<String> groups;
  private final List<Series> all = new ArrayList<>();
  private boolean isLogarithmic;

  private record Series(String name, Color colour, List<Spread> values) {}

  /**
   * A plot without points yet.
   *
   * @param axis what is measured, with its unit
   * @param kind what the groups are
   * @param groups their names, which are written beside each other's points from top to bottom
   */
  public GroupPlot(String title, String kind, String axis, List<String> groups) {
    this.chart = Charts.linear(title, axis, kind, HEIGHT_OF_A_GROUP * groups.size());
    this.groups =
        IntStream.range(0, groups.size())
            .mapToObj(group -> shortened(group + 1, groups.get(group)))
            .toList();
    chart
        .getStyler()
        .setYAxisMin(-0.5)
        .setYAxisMax(groups.size() - 0.5)
        .setYAxisTickMarkSpacingHint(SPACING)
        .setYAxisTickLabelsFormattingFunction(this::name);
    // What is compared to nothing begins there.
    chart.getStyler().setXAxisMin(0.0);
  }

  /** XChart seeks ticks for ever where a label is longer. */
  private static String shortened(int number, String name) {
    return name.length() <= LONGEST ? name : number + " " + name.substring(0, LONGEST - 4) + "…";
  }

  private String name(double height) {
    int group = groups.size() - 1 - (int) Math.rint(height);
    return Math.abs(height - Math.rint(height)) < 1e-6 && group >= 0 && group < groups.size()
        ? groups.get(group)
        : blank(height);
  }

  /** A label that nobody sees. XChart seeks ticks until no two have the same label. */
  private static String blank(double height) {
    StringBuilder label = new StringBuilder();
    int number = Double.hashCode(height);
    for (int digit = 0; digit < Integer.SIZE; digit += 2) {
      label.append((char) ('\u200b' + (number >>> digit & 3)));
    }
    return label.toString();
  }

  /** With a logarithmic axis. */
  public GroupPlot logarithmic() {
    chart.getStyler().setXAxisMin(null);
    isLogarithmic = true;
    return this;
  }

  /** With an axis that begins at a number instead of 0. */
  public GroupPlot from(double start) {
    chart.getStyler().setXAxisMin(start);
    return this;
  }

  /** With a series for each lane. */
  public GroupPlot lanes(List<String> lanes, Function<String, List<Spread>> values) {
    lanes.forEach(lane -> series(lane, Charts.colour(lane), values.apply(lane)));
    return this;
  }

  /** Without a legend, which says nothing of a single series. */
  public GroupPlot withoutLegend() {
    chart.getStyler().setLegendVisible(false);
    return this;
  }

  /** Adds a point to each group, in the next colour of the palette. */
  public GroupPlot series(String name, List<Spread> values) {
    return series(name, Charts.colour(all.size()), values);
  }

  /** Adds a point to each group; none where nothing is known. */
  public GroupPlot series(String name, Color colour, List<Spread> values) {
    all.add(new Series(name, colour, List.copyOf(values)));
    return this;
  }

  /**
   * The plot.
   *
   * @param file its name, without the ending
   * @param caption what it shows, for those who cannot see it
   */
  public Plot named(String file, String caption) {
    if (isLogarithmic) {
      double[] known =
          all.stream()
              .flatMap(series -> series.values().stream())
              .mapToDouble(Spread::median)
              .filter(median -> median > 0)
              .sorted()
              .toArray();
      boolean isWide = known.length > 0 && known[known.length - 1] > MANY_DECADES * known[0];
      Charts.logarithmicWidth(chart, isWide ? "1" : "125");
    }
    for (int number = 0; number < all.size(); number++) {
      draw(all.get(number), number);
    }
    return new Plot(file, caption, chart);
  }

  private void draw(Series series, int number) {
    List<Double> medians = new ArrayList<>();
    List<Double> heights = new ArrayList<>();
    List<Double> quartiles = new ArrayList<>();
    List<Double> ends = new ArrayList<>();
    double shift = all.size() == 1 ? 0 : WIDTH * (0.5 - (double) number / (all.size() - 1));
    for (int group = 0; group < series.values().size(); group++) {
      Spread value = series.values().get(group);
      double height = groups.size() - 1 - group + shift;
      if (Double.isFinite(value.median()) && value.median() > 0) {
        medians.add(value.median());
        heights.add(height);
        if (value.first() > 0 && value.first() < value.third()) {
          // A line that ends at a number that is none, and begins anew behind it.
          quartiles.addAll(List.of(value.first(), value.third(), value.third()));
          ends.addAll(List.of(height, height, Double.NaN));
        }
      }
    }
    if (!medians.isEmpty()) {
      Charts.addPoints(chart, series.name(), series.colour(), number, medians, heights);
    }
    if (!ends.isEmpty()) {
      Charts.addWhiskers(chart, series.name() + ", quartiles", series.colour(), quartiles, ends);
    }
  }
}
