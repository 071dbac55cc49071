/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.chart;

import java.util.DoubleSummaryStatistics;
import java.util.List;

/** What is drawn of a result. */
public sealed interface Chart {
  /** What is shown: the name of a column. */
  String title();

  /**
   * Values over time.
   *
   * @param lines one for each group, from the first row on
   */
  record Lines(String title, List<Line> lines) implements Chart {
    /** Copies the list. */
    public Lines {
      lines = List.copyOf(lines);
    }

    /** From the least value of all lines to the greatest, of those that have places on an axis. */
    Axis scale() {
      DoubleSummaryStatistics values =
          lines.stream()
              .flatMap(line -> line.points().stream())
              .mapToDouble(Point::value)
              .filter(Axis::isWithin)
              .summaryStatistics();
      double least = values.getCount() == 0 ? 0 : values.getMin();
      double most = values.getCount() == 0 ? 1 : values.getMax();
      return new Axis(least, most > least ? most : Math.nextUp(least + 1), false);
    }

    /** From the first time of all lines to the last. */
    Axis times() {
      double from = lines.stream().mapToDouble(line -> line.points().get(0).time()).min().orElse(0);
      double to = lines.stream().mapToDouble(line -> line.last().time()).max().orElse(1);
      return new Axis(from, to, false);
    }
  }

  /**
   * The values of a group.
   *
   * @param name of the group; empty where there is one
   * @param points in the order of time
   */
  record Line(String name, List<Point> points) {
    /** Copies the list. */
    public Line {
      points = List.copyOf(points);
    }

    Point last() {
      return points.get(points.size() - 1);
    }
  }

  /**
   * A value at a time.
   *
   * @param time in milliseconds since 1970
   * @param value NaN where there is none
   */
  record Point(double time, double value) {}

  /** A value of each group or bin. */
  record Bars(String title, List<Bar> bars) implements Chart {
    /** Copies the list. */
    public Bars {
      bars = List.copyOf(bars);
    }
  }

  /**
   * A group or bin.
   *
   * @param value NaN where there is none
   */
  record Bar(String name, double value) {}
}
