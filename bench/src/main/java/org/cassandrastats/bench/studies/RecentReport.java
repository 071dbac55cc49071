/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.cassandrastats.bench.report.Charts;
import org.cassandrastats.bench.report.LinePlot;
import org.cassandrastats.bench.report.Numbers;
import org.cassandrastats.bench.report.Report;
import org.cassandrastats.bench.report.Table;
import org.cassandrastats.bench.run.Attempt;
import org.cassandrastats.bench.run.Cell;
import org.cassandrastats.bench.run.Dimension;
import org.cassandrastats.bench.run.Percentiles;
import org.cassandrastats.bench.run.Spread;

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
        "Reads of the newest rows of partitions of %,d to %,d rows, one partition of each size, in a table in ascending order (`ORDER BY at DESC`) and in one in descending order; with a `LIMIT` only, and with a start bound only (`at >= ?`) that leaves these rows. Times are those of the server, in milliseconds, of reads in turns with those of all other kinds, each from memory (the page cache) after a major compaction.",
        fewest,
        most);
    find();
    report.section(
        "Beside the figures of Cassandra 0.8.6 (2011)",
        "Factors, because the machines cannot be compared. The old figures are of reads with a count only, of partitions of up to %s columns: flat, 0.14 to 0.18 ms, in descending order, and 1.3 ms and more in ascending order at %s."
            .formatted(OLD_ROWS, OLD_ROWS),
        List.of(),
        factors());
    for (ReadClock clock : clocks) {
      report
          .section(
              "Time of the " + clock,
              clock.explanation(),
              clock == clocks.get(0) ? plots(clock) : List.of())
          .by(Dimension.LANE, SSTABLES, NEIGHBOURS, ORDER)
          .text("ended by", cell -> cell.get(END))
          .right("newest", cell -> cell.get(NEWEST))
          .count("rows of the partition", cell -> cell.get(ROWS))
          .count("reads", cell -> times(clock, cell).count())
          .number("min ms", cell -> times(clock, cell).at(0))
          .spread("median ms", cell -> Spread.of(times(clock, cell)))
          .number("p80 ms", cell -> times(clock, cell).at(80))
          .number("p95 ms", cell -> times(clock, cell).at(95))
          .number("max ms", cell -> times(clock, cell).at(100))
          .failed()
          .of(cells);
    }
  }

  /** One for each kind of table, of the least number of newest rows; the table has them all. */
  private List<Report.Plot> plots(ReadClock clock) {
    return only(ReadOrder.ASCENDING, ReadEnd.LIMIT).stream()
        .filter(cell -> cell.get(NEWEST).equals(cells.get(0).get(NEWEST)))
        .map(cell -> plot(clock, cell))
        .toList();
  }

  /** The largest partitions that are read in one way. */
  private List<Cell> only(ReadOrder order, ReadEnd end) {
    return cells.stream()
        .filter(cell -> cell.is(ROWS, most) && cell.is(ORDER, order) && cell.is(END, end))
        .toList();
  }

  /** Each lane, each way to end a read, each number of rows. */
  private List<Cell> kinds() {
    return cells.stream()
        .filter(cell -> cell.is(ROWS, most) && cell.is(ORDER, ReadOrder.ASCENDING))
        .toList();
  }

  private Table factors() {
    List<String> header =
        new ArrayList<>(
            List.of("lane", "SSTables", "table", "factor", "ended by", "newest#", "old#"));
    for (ReadClock clock : clocks) {
      header.add(clock + ", medians#");
      header.add(clock + ", p95#");
    }
    List<List<String>> rows = new ArrayList<>();
    for (Cell kind : kinds()) {
      for (ReadOrder order : ReadOrder.values()) {
        Cell largest = kind.with(ORDER, order);
        rows.add(
            factor(
                Numbers.in("%s, %,d rows over %,d", order, most, fewest),
                order == ReadOrder.DESCENDING && kind.is(END, ReadEnd.LIMIT)
                    ? Numbers.in("1 to %s", OLD_MOST_DESCENDING / OLD_LEAST_DESCENDING)
                    : "-",
                largest,
                largest.with(ROWS, fewest)));
      }
      rows.add(
          factor(
              Numbers.in("ascending over descending, %,d rows", most),
              kind.is(END, ReadEnd.LIMIT)
                  ? Numbers.in(
                      "%s to %s",
                      OLD_ASCENDING / OLD_MOST_DESCENDING, OLD_ASCENDING / OLD_LEAST_DESCENDING)
                  : "-",
              kind,
              kind.with(ORDER, ReadOrder.DESCENDING)));
    }
    return new Table(header, rows);
  }

  private List<String> factor(String name, String old, Cell cell, Cell base) {
    List<String> row =
        new ArrayList<>(
            List.of(
                cell.lane(),
                cell.get(SSTABLES).toString(),
                cell.get(NEIGHBOURS).toString(),
                name,
                cell.get(END).toString(),
                cell.get(NEWEST).toString(),
                old));
    for (ReadClock clock : clocks) {
      row.add(Numbers.rounded(times(clock, cell).at(50) / times(clock, base).at(50)));
      row.add(Numbers.rounded(times(clock, cell).at(95) / times(clock, base).at(95)));
    }
    return row;
  }

  private Report.Plot plot(ReadClock clock, Cell kind) {
    int newest = kind.get(NEWEST);
    LinePlot plot =
        LinePlot.logarithmic(
            "p95 of reading the newest %d rows: %s, partitions %s in a table"
                .formatted(newest, kind.get(SSTABLES), kind.get(NEIGHBOURS)),
            "rows of the partition",
            "p95 of the %s (ms)".formatted(clock));
    for (ReadOrder order : ReadOrder.values()) {
      for (ReadEnd end : ReadEnd.values()) {
        plot.line(
            order + ", " + end,
            Charts.colour(List.of(ReadOrder.values()).indexOf(order)),
            List.of(ReadEnd.values()).indexOf(end),
            cells.stream()
                .filter(
                    cell -> cell.with(ROWS, most).equals(kind.with(ORDER, order).with(END, end)))
                .toList(),
            cell -> cell.get(ROWS),
            cell -> Spread.exactly(times(clock, cell).at(95)));
      }
    }
    return plot.named(
        "p95-%s-%d-%s-%s-%s"
            .formatted(
                clock,
                newest,
                kind.get(SSTABLES).name().toLowerCase(Locale.ROOT),
                kind.get(NEIGHBOURS).name().toLowerCase(Locale.ROOT),
                kind.lane()),
        "p95 of reads of the newest %d rows against the size of the partition, time of the %s, %s, partitions %s in a table, %s"
            .formatted(newest, clock, kind.get(SSTABLES), kind.get(NEIGHBOURS), kind.lane()));
  }

  private void find() {
    report.answers("pairs of reads", "every row, in its order, bit for bit");
    Cell first = cells.get(0);
    int newest = first.get(NEWEST);
    for (String lane : report.lanes()) {
      for (ReadClock clock : clocks) {
        kinds().stream()
            .filter(kind -> kind.lane().equals(lane) && kind.is(NEWEST, newest))
            .filter(kind -> kind.is(SSTABLES, first.get(SSTABLES)))
            .filter(kind -> kind.is(NEIGHBOURS, Neighbours.ALL))
            .forEach(kind -> find(clock, kind));
      }
      kinds().stream()
          .filter(kind -> kind.lane().equals(lane) && kind.is(NEWEST, newest))
          .filter(kind -> kind.is(END, ReadEnd.LIMIT) && kind.is(NEIGHBOURS, Neighbours.ALL))
          .forEach(this::compareNeighbours);
    }
  }

  /** A read of a small partition in reverse reserves memory by what else is in its SSTable. */
  private void compareNeighbours(Cell kind) {
    ReadClock clock = clocks.get(0);
    Cell small = kind.with(ROWS, fewest);
    Cell alone = small.with(NEIGHBOURS, Neighbours.OWN);
    if (!cells.contains(alone)) {
      return;
    }
    report.finding(
        "%s, %s, the newest %d of %,d rows in ascending order, median of the %s: %s ms in a table of partitions of all sizes, %s ms in one of this size (in descending order %s and %s ms).",
        kind.lane(),
        kind.get(SSTABLES),
        kind.get(NEWEST),
        fewest,
        clock,
        times(clock, small).at(50),
        times(clock, alone).at(50),
        times(clock, small.with(ORDER, ReadOrder.DESCENDING)).at(50),
        times(clock, alone.with(ORDER, ReadOrder.DESCENDING)).at(50));
  }

  private void find(ReadClock clock, Cell kind) {
    Cell descending = kind.with(ORDER, ReadOrder.DESCENDING);
    report.finding(
        "%s, the newest %d rows, %s, p95 of the %s: %s in descending order, %s in ascending order. At %,d rows ascending takes %s times as long as descending%s.",
        kind.lane(),
        kind.get(NEWEST),
        kind.get(END),
        clock,
        course(clock, descending),
        course(clock, kind),
        most,
        times(clock, kind).at(95) / times(clock, descending).at(95),
        kind.is(END, ReadEnd.LIMIT)
            ? Numbers.in(
                " (Cassandra 0.8.6, at %s: %s times and more)",
                OLD_ROWS, OLD_ASCENDING / OLD_MOST_DESCENDING)
            : "");
  }

  private String course(ReadClock clock, Cell largest) {
    return Numbers.in(
        "%s ms with %,d rows and %s ms with %,d",
        times(clock, largest.with(ROWS, fewest)).at(95),
        fewest,
        times(clock, largest).at(95),
        most);
  }
}
