/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.report;

import java.awt.Color;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.cassandrastats.bench.run.Spread;
import org.knowm.xchart.XYChart;

/**
 * A plot of medians with their quartiles, in groups that have names. Bars would hide the quartiles
 * below their tops, and have no foot on a logarithmic axis.
 */
public final class GroupPlot {
  /** Which part of the width of a group its points take. */
  private static final double WIDTH = 0.6;

  /** Characters of a label; more would take the room of the points. */
  private static final int LONGEST = 40;

  /** XChart gives up where one of the first ticks, which are the lowest, has a longer label. */
  private static final int LONGEST_OF_FIRST = 20;

  private static final int FIRST = 3;

  /** Below groups with such labels there is room for the first ticks. */
  private static final double TICKS_BELOW = 3.2;

  /** Pixels between ticks, at most about 30 in the end. */
  private static final int SPACING = 15;

  private static final double LARGEST_SPACING = 31;
  private static final int HEIGHT_OF_A_GROUP = 36;
  private static final int HEIGHT_OF_ALL = 460;

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
    this.chart = Charts.linear(title, axis, kind, HEIGHT_OF_A_GROUP * groups.size() + 160);
    this.groups = groups.stream().map(GroupPlot::shortened).toList();
    double height = Math.max(HEIGHT_OF_ALL, HEIGHT_OF_A_GROUP * groups.size());
    boolean isShort =
        this.groups.stream()
            .skip(Math.max(0, groups.size() - FIRST))
            .allMatch(name -> name.length() <= LONGEST_OF_FIRST);
    double below = isShort ? 0 : TICKS_BELOW * LARGEST_SPACING * groups.size() / height;
    chart
        .getStyler()
        .setYAxisMin(-0.5 - below)
        .setYAxisMax(groups.size() - 0.5)
        .setYAxisTickMarkSpacingHint(SPACING)
        .setYAxisTickLabelsFormattingFunction(this::name)
        .setPlotGridHorizontalLinesVisible(false)
        .setAxisTicksMarksVisible(false);
    // What is compared to nothing begins there.
    chart.getStyler().setXAxisMin(0.0);
  }

  private static String shortened(String name) {
    return name.length() <= LONGEST ? name : name.substring(0, LONGEST - 1) + "…";
  }

  /** The group at a height; nothing between them. */
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
  public Report.Plot named(String file, String caption) {
    if (isLogarithmic) {
      chart.getStyler().setXAxisLogarithmic(true).setXAxisLogarithmicDecadeOnly(false);
    }
    drawGroups();
    for (int number = 0; number < all.size(); number++) {
      draw(all.get(number), number);
    }
    Charts.labelLogarithms(chart);
    return new Report.Plot(file, caption, chart);
  }

  /** A line through all points of a group. */
  private void drawGroups() {
    List<Spread> known =
        all.stream()
            .flatMap(series -> series.values().stream())
            .filter(value -> value.median() > 0)
            .toList();
    if (known.isEmpty()) {
      return;
    }
    Double start = chart.getStyler().getXAxisMin();
    double least =
        start == null ? known.stream().mapToDouble(Spread::median).min().orElseThrow() : start;
    double most = known.stream().mapToDouble(Spread::third).max().orElseThrow();
    List<Double> ends = new ArrayList<>();
    List<Double> heights = new ArrayList<>();
    for (double group = 0; group < groups.size(); group++) {
      ends.addAll(List.of(least, most, most));
      heights.addAll(List.of(group, group, Double.NaN));
    }
    Charts.addWhiskers(chart, "groups", Charts.GRID, ends, heights);
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
