/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.cassandrastats.bench.measure.Spread;
import org.cassandrastats.cli.chart.Drawing;
import org.cassandrastats.cli.chart.Drawing.Marker;

/**
 * A plot of medians with their spreads, in groups that have names. Bars would hide the spreads
 * below their tops, and have no foot on a logarithmic axis.
 */
public final class GroupPlot {
  /** Which part of the height of a group its points take. */
  private static final double HEIGHT = 0.6;

  private static final int ROOM_OF_A_GROUP = 20;
  private static final int ROOM_OF_A_SERIES = 6;

  private final Drawing drawing;
  private final int groups;
  private final List<Values> all = new ArrayList<>();
  private boolean isLogarithmic;
  private double start;

  private record Values(String name, String colour, List<Spread> values) {}

  /**
   * A plot without points yet.
   *
   * @param axis what is measured, with its unit
   * @param kind what the groups are
   * @param groups their names, which are written beside each other's points from top to bottom
   */
  public GroupPlot(String title, String kind, String axis, List<String> groups) {
    this.drawing = new Drawing(title, kind, axis, groups);
    this.groups = groups.size();
  }

  /** With a logarithmic axis. */
  public GroupPlot logarithmic() {
    isLogarithmic = true;
    return this;
  }

  /** With an axis that begins at a number instead of 0, unless there are smaller ones. */
  public GroupPlot from(double number) {
    start = number;
    return this;
  }

  /** With a series for each lane. */
  public GroupPlot lanes(List<String> lanes, Function<String, List<Spread>> values) {
    lanes.forEach(lane -> series(lane, Charts.colour(lane), values.apply(lane)));
    return this;
  }

  /** Adds a point to each group, in the next colour of the palette. */
  public GroupPlot series(String name, List<Spread> values) {
    return series(name, Charts.colour(all.size()), values);
  }

  /** Adds a point to each group; none where nothing is known. */
  public GroupPlot series(String name, String colour, List<Spread> values) {
    all.add(new Values(name, colour, List.copyOf(values)));
    return this;
  }

  /** Draws configured limits as bars across the groups; none where one is not known. */
  public GroupPlot limits(String name, List<Spread> values) {
    add(new Values(name, Charts.BLACK, values), Marker.BAR, 0);
    return this;
  }

  /**
   * The plot.
   *
   * @param file its name, without the ending
   * @param caption what it shows, for those who cannot see it
   */
  public Report.Plot named(String file, String caption) {
    for (int number = 0; number < all.size(); number++) {
      double shift = all.size() == 1 ? 0 : HEIGHT * ((double) number / (all.size() - 1) - 0.5);
      add(all.get(number), Marker.of(number), shift);
    }
    int room = groups * (ROOM_OF_A_GROUP + ROOM_OF_A_SERIES * all.size());
    return new Report.Plot(file, caption, drawing.draw(isLogarithmic, start, room));
  }

  private void add(Values series, Marker marker, double shift) {
    drawing.add(
        series.name(),
        series.colour(),
        marker,
        "",
        IntStream.range(0, groups)
            .filter(group -> series.values().get(group).median() > 0)
            .mapToObj(group -> series.values().get(group).pointAt(group + shift))
            .toList());
  }
}
