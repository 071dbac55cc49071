/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.demo;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.cassandrastats.cli.chart.Glyphs;

/**
 * How many values are where, as a histogram of the pack tells.
 *
 * @param edges of the bins, one more than there are bins
 * @param counts of the bins
 * @param below the number of values below the first edge
 * @param above the number of values from the last edge on
 */
record DrawnDistribution(List<Double> edges, List<Long> counts, long below, long above) {
  private static final int LONGEST = 50;

  /**
   * Asks a node.
   *
   * @param histogram the call of the aggregate
   */
  static DrawnDistribution ask(
      CqlSession session, String partition, String keyspace, String histogram) {
    String selectors =
        Stream.of("edges", "counts", "underflow", "overflow")
            .map(part -> "histogram_" + part + "(" + histogram + ")")
            .collect(Collectors.joining(", "));
    Row row = DemoTable.ask(session, partition, DemoLaneRun.DemoQuestion.in(keyspace, selectors));
    return new DrawnDistribution(
        row.getList(0, Double.class), row.getList(1, Long.class), row.getLong(2), row.getLong(3));
  }

  /** A picture, a line per bin. */
  String drawn(Glyphs glyphs) {
    List<String> labels = new ArrayList<>();
    List<Long> sizes = new ArrayList<>();
    labels.add("below " + edge(0));
    sizes.add(below);
    for (int bin = 0; bin < counts.size(); bin++) {
      labels.add(edge(bin) + " to " + edge(bin + 1));
      sizes.add(counts.get(bin));
    }
    labels.add("from " + edge(counts.size()) + " on");
    sizes.add(above);

    int width = labels.stream().mapToInt(String::length).max().orElseThrow();
    long largest = sizes.stream().mapToLong(Long::longValue).max().orElseThrow();
    StringBuilder picture = new StringBuilder();
    for (int i = 0; i < labels.size(); i++) {
      String line =
          String.format(
              Locale.ROOT,
              "  %-" + width + "s %,11d %s",
              labels.get(i),
              sizes.get(i),
              glyphs.bar((double) sizes.get(i), (double) largest, LONGEST));
      picture.append(line.stripTrailing()).append(System.lineSeparator());
    }
    return picture.toString();
  }

  private String edge(int index) {
    return Digits.six(edges.get(index));
  }
}
