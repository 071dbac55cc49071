/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.cassandrastats.bench.report.GroupPlot;
import org.cassandrastats.bench.report.Numbers;
import org.cassandrastats.bench.report.Report;
import org.cassandrastats.bench.run.Cell;
import org.cassandrastats.bench.run.Dimension;
import org.cassandrastats.bench.run.Spread;
import org.cassandrastats.bench.study.Workbench;
import org.cassandrastats.bench.target.ReadPath;

/**
 * What {@link DirectStudy} says of its results.
 *
 * @param cells those that have been measured
 */
record DirectReport(Report report, int rows, List<Cell> cells) {
  static final Dimension<DirectStorage> STORAGE = new Dimension<>("rows in");
  static final Dimension<DirectQuestion> QUESTION = new Dimension<>("query");
  static final Dimension<ReadPath> PATH = new Dimension<>("read");
  static final Dimension<Integer> PAGE = new Dimension<>("page size");

  /** Pages that were handed over directly. */
  static final String DIRECT_PAGES = "direct_pages";

  /** Pages that cursors have read. */
  static final String CURSOR_PAGES = "cursor_pages";

  void write() {
    report.of(
        "Aggregates that read their rows directly, and by cursors",
        "Aggregates over %,d rows, which the node that is asked has itself, at `LOCAL_ONE`: one partition, or a table of partitions of %d rows. Read as Cassandra does, it writes the rows of each page into a buffer and reads them from there; read [directly](../direct-reads.md), the aggregate takes them as the storage engine gives them; [by cursors](../direct-reads.md#cursor-reads), values are decoded from memtables and SSTables without an object for a row. The node changes its way between requests, so that what is compared is of one process. Ratios are times over the median time of the built-in `avg` of the same rows, read as Cassandra does. Of two overlapping SSTables, half of the rows are in both. Five aggregates are `tdigest`, `mean`, `min_by`, `histogram` and `ddsketch` in one SELECT; per hour is GROUP BY `time_bucket`, 3,600 rows a group.",
        rows,
        DirectStorage.ROWS_OF_A_PARTITION);
    report.answers();
    List<Cell> limited = cells.stream().filter(DirectReport::hasLimit).toList();
    if (!limited.isEmpty()) {
      findLimits(limited);
    }
    for (String lane : report.lanes()) {
      for (DirectStorage storage : DirectStorage.values()) {
        find(lane, storage);
      }
    }
    if (!limited.isEmpty()) {
      report
          .section(
              "The limits",
              "What the project demands of cursor reads: the time over that of `avg` as Cassandra reads.")
          .by(STORAGE, QUESTION)
          .spread("avg = 1", this::ratio)
          .number("limit", DirectReport::limit)
          .text("met", cell -> isMet(cell) ? "yes" : "**no**")
          .of(limited);
    }
    report
        .section(
            "Times",
            "`avg` = 1: the time over that of `avg` as Cassandra reads, in pages of %,d rows. itself = 1: over that of the same query as Cassandra reads."
                .formatted(Workbench.PAGE_SIZE),
            report.each(this::plot))
        .by(Dimension.LANE, STORAGE, QUESTION, PAGE, PATH)
        .client("client s")
        .spread("avg = 1", this::ratio)
        .number("itself = 1", cell -> over(cell, cell).median())
        .median("pages read directly", DIRECT_PAGES)
        .median("by cursors", CURSOR_PAGES)
        .failed()
        .of(cells);
  }

  /** Times over that of avg as Cassandra reads, in pages of the usual size. */
  private Spread ratio(Cell cell) {
    return over(cell, usual(cell).with(QUESTION, DirectQuestion.AVG));
  }

  private Spread over(Cell cell, Cell base) {
    return report.client(cell).times(1 / report.median(base.with(PATH, ReadPath.CASSANDRA)));
  }

  private static Cell usual(Cell cell) {
    return cell.with(PAGE, Workbench.PAGE_SIZE);
  }

  private static boolean hasLimit(Cell cell) {
    return cell.is(PATH, ReadPath.CURSOR) && Double.isFinite(limit(cell));
  }

  private static double limit(Cell cell) {
    return cell.get(STORAGE).limit(cell.get(QUESTION)).orElse(Double.NaN);
  }

  private boolean isMet(Cell cell) {
    return ratio(cell).median() <= limit(cell);
  }

  private void findLimits(List<Cell> limited) {
    String missed =
        limited.stream()
            .filter(cell -> !isMet(cell))
            .map(
                cell ->
                    "%s, %s: %s instead of %s"
                        .formatted(
                            cell.get(STORAGE),
                            cell.get(QUESTION),
                            Numbers.rounded(ratio(cell).median()),
                            Numbers.rounded(limit(cell))))
            .collect(Collectors.joining("; "));
    report.finding(
        "Cursor reads meet %d of the %d limits that the project has set them%s.",
        limited.stream().filter(this::isMet).count(),
        limited.size(),
        missed.isEmpty() ? "" : ". Missed: " + missed);
  }

  private void find(String lane, DirectStorage storage) {
    for (ReadPath path : ReadPath.values()) {
      String ratios =
          cells.stream()
              .filter(cell -> cell.lane().equals(lane) && cell.is(STORAGE, storage))
              .filter(cell -> cell.is(PATH, path) && cell.equals(usual(cell)))
              .map(
                  cell ->
                      Numbers.rounded(ratio(cell).median()) + " (%s)".formatted(cell.get(QUESTION)))
              .collect(Collectors.joining(", "));
      if (path != ReadPath.CASSANDRA && !ratios.isEmpty()) {
        report.finding(
            "%s, %s: %s of the time of `avg` as Cassandra reads.", storage, path, ratios);
      }
    }
  }

  private Report.Plot plot(String lane) {
    List<Cell> groups =
        cells.stream()
            .filter(cell -> cell.lane().equals(lane))
            .map(cell -> usual(cell).with(PATH, ReadPath.CASSANDRA))
            .distinct()
            .toList();
    GroupPlot plot =
        new GroupPlot(
            "Time over that of avg as Cassandra reads",
            "query",
            "avg = 1",
            groups.stream()
                .map(cell -> "%s: %s".formatted(cell.get(STORAGE), cell.get(QUESTION)))
                .toList());
    Function<ReadPath, List<Spread>> series =
        path -> groups.stream().map(cell -> ratio(cell.with(PATH, path))).toList();
    for (ReadPath path : ReadPath.values()) {
      plot.series(path.toString(), series.apply(path));
    }
    return plot.named("ratios-" + lane, "time over that of avg, by way to read, " + lane);
  }
}
