/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.Consumer;
import org.cassandrastats.cli.chart.Chart;
import org.cassandrastats.cli.chart.HtmlPage.Section;
import org.cassandrastats.cli.console.ResultValues;
import org.cassandrastats.client.api.StatsRow;

/**
 * How many rows the partitions of a table have; takes a row for each, its key before the number.
 */
final class PartitionSizes implements Consumer<StatsRow> {
  private static final int LARGEST = 10;

  private final long[] byBits = new long[Long.SIZE];
  private final PriorityQueue<StatsRow> largest =
      new PriorityQueue<>(Comparator.comparingLong(PartitionSizes::size));
  private long partitions;
  private long rows;

  @Override
  public void accept(StatsRow row) {
    long size = size(row);
    partitions++;
    rows += size;
    byBits[Long.SIZE - Long.numberOfLeadingZeros(size) - 1]++;
    largest.add(row);
    if (largest.size() > LARGEST) {
      largest.remove();
    }
  }

  private static long size(StatsRow row) {
    return ((Number) row.get(row.values().size() - 1)).longValue();
  }

  long partitions() {
    return partitions;
  }

  private List<StatsRow> ordered() {
    return largest.stream()
        .sorted(Comparator.comparingLong(PartitionSizes::size).reversed())
        .toList();
  }

  /** The sizes as a picture, and the largest partitions as a table. */
  Section section(ReportedTable table) {
    List<String> columns = new ArrayList<>();
    List<Boolean> numeric = new ArrayList<>();
    table
        .metadata()
        .getPartitionKey()
        .forEach(
            column -> {
              columns.add(column.getName().asInternal());
              numeric.add(table.isNumber(column));
            });
    columns.addAll(List.of("rows", "of all rows"));
    numeric.addAll(List.of(true, true));
    List<List<String>> shown = new ArrayList<>();
    for (StatsRow row : ordered()) {
      List<String> texts =
          new ArrayList<>(
              row.values().subList(0, columns.size() - 2).stream()
                  .map(ResultValues::text)
                  .toList());
      texts.add(Numbers.count(size(row)));
      texts.add(Numbers.share((double) size(row) / rows));
      shown.add(texts);
    }
    return new Section(
        "Partitions, and the largest of them",
        table.sizes(),
        List.of(new Chart.Bars("Partitions by their number of rows", bars())),
        columns,
        numeric,
        shown);
  }

  private List<Chart.Bar> bars() {
    List<Chart.Bar> bars = new ArrayList<>();
    int first = 0;
    int last = byBits.length - 1;
    while (first < last && byBits[first] == 0) {
      first++;
    }
    while (last > first && byBits[last] == 0) {
      last--;
    }
    for (int bits = first; bits <= last; bits++) {
      long least = 1L << bits;
      String name =
          bits == 0
              ? "1"
              : "%s to %s".formatted(Numbers.count(least), Numbers.count(2 * least - 1));
      bars.add(new Chart.Bar(name, (double) byBits[bits]));
    }
    return bars;
  }
}
