/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.recent;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.cassandrastats.bench.measure.Attempt;
import org.cassandrastats.bench.measure.Cell;
import org.cassandrastats.bench.measure.Dimension;
import org.cassandrastats.bench.measure.Percentiles;
import org.cassandrastats.bench.measure.Spread;
import org.cassandrastats.bench.report.Charts;
import org.cassandrastats.bench.report.LinePlot;
import org.cassandrastats.bench.report.Numbers;
import org.cassandrastats.bench.report.Report;
import org.cassandrastats.bench.report.ReportColumns;
import org.cassandrastats.bench.report.Table;

/** What the study of the newest rows says. */
final class RecentReport {
  static final Dimension<ReadOrder> ORDER = new Dimension<>("clustering");
  static final Dimension<ReadEnd> END = new Dimension<>("end");
  static final Dimension<Integer> NEWEST = new Dimension<>("newest");
  static final Dimension<Integer> ROWS = new Dimension<>("rows");
  static final Dimension<Sstables> SSTABLES = new Dimension<>("sstables");
  static final Dimension<Neighbours> NEIGHBOURS = new Dimension<>("table");

  // Published of reads of the newest columns by Cassandra 0.8.6 in 2011:
  // milliseconds of a descending partition that is read with a count only, from its least to its
  // most, and of an ascending one of the most rows at least.
  private static final double OLD_LEAST_DESCENDING = 0.14;
  private static final double OLD_MOST_DESCENDING = 0.18;
  private static final double OLD_ASCENDING = 1.3;
  private static final String OLD_ROWS = Numbers.count(10_000_000);

  private static final double MILLIS = 1e3;

  private final Report report;
  private final List<Cell> cells;
  private final List<ReadClock> clocks;
  private final int fewest;
  private final int most;

  /**
   * What is added to a report.
   *
   * @param cells of all lanes; the smallest partition is in the first one, the largest in the last
   */
  RecentReport(Report report, List<Cell> cells) {
    this.report = report;
    this.cells = cells;
    this.fewest = cells.get(0).get(ROWS);
    this.most = cells.get(cells.size() - 1).get(ROWS);
    // Metrics of a cluster of the user's are out of reach.
    this.clocks =
        Arrays.stream(ReadClock.values())
            .filter(clock -> cells.stream().anyMatch(cell -> times(clock, cell).isKnown()))
            .toList();
  }

  /** The full name of the table that a cell reads. */
  static String table(Cell cell) {
    return cell.get(NEIGHBOURS).table(cell.get(ORDER), cell.get(ROWS));
  }

  /** The times of a cell, in milliseconds. */
  private Percentiles times(ReadClock clock, Cell cell) {
    return Percentiles.of(
        report.timed(cell).stream()
            .filter(Attempt::isExact)
            .map(clock::seconds)
            .filter(Objects::nonNull)
            .mapToDouble(seconds -> seconds * MILLIS)
            .toArray());
  }

  void write() {
    report.of(
        "The newest rows of a partition",
        "Reads of the newest rows of partitions of %,d to %,d rows, one partition of each size, in a table in ascending order (`ORDER BY at DESC`) and in one in descending order; with a `LIMIT` only, and with a start bound only (`at >= ?`) that leaves these rows. A table holds partitions of all sizes or of one size. Times are those of the server, of reads in turns with those of all other kinds, each from memory (the page cache) after a major compaction.",
        fewest,
        most);
    report.answers("pairs of reads", "every row, in its order, bit for bit");
    List<Report.Plot> plots =
        cells.stream().map(cell -> cell.get(NEIGHBOURS)).distinct().map(this::plot).toList();
    report.verdict(
        plots.get(0),
        report.said(this::newest),
        report.said("Ascending over descending, by SSTables: ", this::bySstables));
    report.section(
        "Beside the figures of Cassandra 0.8.6 (2011)",
        "Factors, because the machines cannot be compared. The old ones, of *Reversed Comparators* (The Last Pickle), are of reads with a count only, of partitions of up to %s columns: in ascending order 1.3 ms and more at %s, in descending order 0.14 to 0.18 ms at any size."
            .formatted(OLD_ROWS, OLD_ROWS),
        plots.subList(1, plots.size()),
        factors());
    for (ReadClock clock : clocks) {
      ReportColumns times =
          report
              .section(
                  "Time of the " + clock,
                  clock.explanation() + " Milliseconds by rows of the partition: median (p95).")
              .by(Dimension.LANE, SSTABLES, NEIGHBOURS, ORDER)
              .text("ended by", cell -> cell.get(END))
              .right("newest", cell -> cell.get(NEWEST));
      sizes()
          .forEach(
              rows ->
                  times.right(
                      Numbers.count(rows),
                      cell ->
                          Numbers.in(
                              "%s (%s)",
                              times(clock, cell.with(ROWS, rows)).at(50),
                              times(clock, cell.with(ROWS, rows)).at(95))));
      times
          .text(
              "failed",
              cell -> report.failures(sizes().map(rows -> cell.with(ROWS, rows)).toList()))
          .of(cells.stream().filter(cell -> cell.is(ROWS, most)).toList());
    }
  }

  private Stream<Integer> sizes() {
    return cells.stream().map(cell -> cell.get(ROWS)).distinct();
  }

  /** The largest partitions in ascending order, read in each way. */
  private Stream<Cell> kinds() {
    return cells.stream()
        .filter(cell -> cell.is(ROWS, most) && cell.is(ORDER, ReadOrder.ASCENDING));
  }

  /**
   * Those of them that the verdict is about: the fewest newest rows, beside the first neighbours.
   */
  private Stream<Cell> shown(String lane) {
    Cell first = cells.get(0);
    return kinds()
        .filter(cell -> cell.lane().equals(lane) && cell.is(NEWEST, first.get(NEWEST)))
        .filter(cell -> cell.is(NEIGHBOURS, first.get(NEIGHBOURS)));
  }

  private double over(ReadClock clock, Cell cell, Cell base, double percent) {
    return times(clock, cell).at(percent) / times(clock, base).at(percent);
  }

  private static Cell descending(Cell cell) {
    return cell.with(ORDER, ReadOrder.DESCENDING);
  }

  private String newest(String lane) {
    ReadClock clock = clocks.isEmpty() ? ReadClock.REPLICA : clocks.get(0);
    Cell kind = shown(lane).filter(cell -> cell.is(END, ReadEnd.LIMIT)).findFirst().orElseThrow();
    return Numbers.in(
        "the newest %d of %,d rows take the %s %s ms in descending order and %s ms in ascending order, %s times as long (Cassandra 0.8.6, at %s: %s times and more)",
        kind.get(NEWEST),
        most,
        clock,
        times(clock, descending(kind)).at(50),
        times(clock, kind).at(50),
        over(clock, kind, descending(kind), 50),
        OLD_ROWS,
        OLD_ASCENDING / OLD_MOST_DESCENDING);
  }

  private String bySstables(String lane) {
    ReadClock clock = clocks.isEmpty() ? ReadClock.REPLICA : clocks.get(0);
    return shown(lane)
        .map(
            cell ->
                Numbers.in(
                    "%s, %s, %s times",
                    cell.get(SSTABLES), cell.get(END), over(clock, cell, descending(cell), 50)))
        .collect(Collectors.joining("; "));
  }

  private Table factors() {
    List<String> header =
        new ArrayList<>(List.of("lane", "SSTables", "table", "ended by", "newest#"));
    header.add("ascending over descending, %s rows: old#".formatted(Numbers.count(most)));
    for (ReadClock clock : clocks) {
      header.addAll(List.of(clock + ", median#", "p95#"));
      header.add(
          "%s over %s rows, ascending#".formatted(Numbers.count(most), Numbers.count(fewest)));
      header.add("descending#");
    }
    return new Table(header, kinds().map(this::factors).toList());
  }

  private List<String> factors(Cell kind) {
    List<String> row = new ArrayList<>();
    row.add(kind.lane());
    row.add(kind.get(SSTABLES).toString());
    row.add(kind.get(NEIGHBOURS).toString());
    row.add(kind.get(END).toString());
    row.add(kind.get(NEWEST).toString());
    row.add(
        kind.is(END, ReadEnd.LIMIT)
            ? Numbers.in(
                "%s to %s",
                OLD_ASCENDING / OLD_MOST_DESCENDING, OLD_ASCENDING / OLD_LEAST_DESCENDING)
            : "-");
    for (ReadClock clock : clocks) {
      row.add(Numbers.rounded(over(clock, kind, descending(kind), 50)));
      row.add(Numbers.rounded(over(clock, kind, descending(kind), 95)));
      for (Cell largest : List.of(kind, descending(kind))) {
        row.add(Numbers.rounded(over(clock, largest, largest.with(ROWS, fewest), 50)));
      }
    }
    return row;
  }

  /** Reads of the fewest newest rows with a limit only, from each kind of SSTables. */
  private Report.Plot plot(Neighbours neighbours) {
    ReadClock clock = clocks.isEmpty() ? ReadClock.REPLICA : clocks.get(0);
    int newest = cells.get(0).get(NEWEST);
    LinePlot plot =
        LinePlot.logarithmic(
            "Reading the newest %d rows with a limit only: partitions %s in a table"
                .formatted(newest, neighbours),
            "rows of the partition",
            "time of the %s (ms)".formatted(clock));
    List<Cell> lines =
        cells.stream()
            .filter(cell -> cell.is(ROWS, most) && cell.is(NEIGHBOURS, neighbours))
            .filter(cell -> cell.is(END, ReadEnd.LIMIT) && cell.is(NEWEST, newest))
            .toList();
    List<Sstables> kinds = lines.stream().map(cell -> cell.get(SSTABLES)).distinct().toList();
    for (Cell line : lines) {
      plot.line(
          (report.lanes().size() == 1 ? "" : line.lane() + ", ")
              + line.get(SSTABLES)
              + ", "
              + line.get(ORDER),
          Charts.colour(kinds.indexOf(line.get(SSTABLES))),
          List.of(ReadOrder.values()).indexOf(line.get(ORDER)),
          sizes().map(rows -> line.with(ROWS, rows)).toList(),
          cell -> cell.get(ROWS),
          cell -> Spread.of(times(clock, cell)));
    }
    return plot.named(
        "newest-" + neighbours.name().toLowerCase(Locale.ROOT),
        "milliseconds against rows of the partition, by SSTables and order; partitions %s in a table"
            .formatted(neighbours));
  }
}
