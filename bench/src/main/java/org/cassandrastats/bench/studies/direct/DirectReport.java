/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.direct;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.cassandrastats.bench.harness.StudyContext;
import org.cassandrastats.bench.measure.Cell;
import org.cassandrastats.bench.measure.Dimension;
import org.cassandrastats.bench.measure.Spread;
import org.cassandrastats.bench.nodes.ReadPath;
import org.cassandrastats.bench.report.GroupPlot;
import org.cassandrastats.bench.report.Numbers;
import org.cassandrastats.bench.report.Report;
import org.cassandrastats.bench.report.ReportColumns;

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

  /** What the verdict is about. */
  private static final List<DirectQuestion> SHOWN =
      List.of(DirectQuestion.AVG, DirectQuestion.MEAN, DirectQuestion.TDIGEST);

  void write() {
    report.of(
        "Aggregates that read their rows directly, and by cursors",
        "Aggregates over %,d rows, which the node that is asked has itself, at `LOCAL_ONE`: one partition, or a table of partitions of %d rows. Read as Cassandra does, it writes the rows of each page into a buffer and reads them from there; read [directly](../direct-reads.md), the aggregate takes them as the storage engine gives them; [by cursors](../direct-reads.md#cursor-reads), values are decoded from memtables and SSTables without an object for a row. The node changes its way between requests, so that what is compared is of one process. Ratios are times over the median time of the built-in `avg` of the same rows, read as Cassandra does. Of two overlapping SSTables, half of the rows are in both. Five aggregates are `tdigest`, `mean`, `min_by`, `histogram` and `ddsketch` in one SELECT; per hour is GROUP BY `time_bucket`, 3,600 rows a group.",
        rows,
        DirectStorage.ROWS_OF_A_PARTITION);
    report.answers();
    List<Cell> limited = cells.stream().filter(DirectReport::hasLimit).toList();
    List<Report.Plot> plots = new ArrayList<>(report.each(this::first));
    plots.addAll(report.each(this::plot));
    report.verdict(
        plots.remove(0),
        limited.isEmpty() ? "No limit was tested." : limits(limited),
        report.said("Over `avg` of the same rows as Cassandra reads them: ", this::ratios));
    List<ReadPath> paths =
        Arrays.stream(ReadPath.values())
            .filter(path -> path != ReadPath.CASSANDRA)
            .filter(path -> cells.stream().anyMatch(cell -> cell.is(PATH, path)))
            .toList();
    ReportColumns ratios =
        report
            .section(
                "Ratios",
                "The time over that of `avg` as Cassandra reads, in pages of %,d rows; the limits are those of the project for cursor reads."
                    .formatted(StudyContext.PAGE_SIZE),
                plots)
            .by(Dimension.LANE, STORAGE, QUESTION);
    ratios.number("as Cassandra reads", cell -> ratio(cell).median());
    paths.forEach(
        path -> ratios.number(path.toString(), cell -> ratio(cell.with(PATH, path)).median()));
    ratios.number("limit", cell -> limit(cell)).text("met", this::met).of(usual(cells));
    report
        .section(
            "Times",
            "`avg` = 1: the ratio from above. itself = 1: over the time of the same query as Cassandra reads.")
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

  /** Each question of each storage once, in pages of the usual size. */
  private static List<Cell> usual(List<Cell> all) {
    return all.stream().map(cell -> usual(cell).with(PATH, ReadPath.CASSANDRA)).distinct().toList();
  }

  private static Cell usual(Cell cell) {
    return cell.with(PAGE, StudyContext.PAGE_SIZE);
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

  /** Whether cursor reads meet the limit; empty without one. */
  private String met(Cell cell) {
    Cell cursor = cell.with(PATH, ReadPath.CURSOR);
    return !hasLimit(cursor) || !cells.contains(cursor) ? "" : isMet(cursor) ? "yes" : "**no**";
  }

  private String limits(List<Cell> limited) {
    String missed =
        limited.stream()
            .filter(cell -> !isMet(cell))
            .map(
                cell ->
                    Numbers.in(
                        "%s, %s: %s instead of %s",
                        cell.get(STORAGE), cell.get(QUESTION), ratio(cell).median(), limit(cell)))
            .collect(Collectors.joining("; "));
    return "Cursor reads meet %d of the %d limits that the project has set them%s."
        .formatted(
            limited.stream().filter(this::isMet).count(),
            limited.size(),
            missed.isEmpty() ? "" : " (missed: " + missed + ")");
  }

  /** Of the storage that comes first: what each way to read takes of each aggregate. */
  private String ratios(String lane) {
    DirectStorage storage = cells.get(0).get(STORAGE);
    return storage
        + Arrays.stream(ReadPath.values())
            .filter(path -> path != ReadPath.CASSANDRA)
            .map(
                path ->
                    cells.stream()
                        .filter(cell -> cell.lane().equals(lane) && cell.is(STORAGE, storage))
                        .filter(cell -> cell.is(PATH, path) && cell.equals(usual(cell)))
                        .filter(cell -> SHOWN.contains(cell.get(QUESTION)))
                        .map(
                            cell -> Numbers.in("%s (%s)", ratio(cell).median(), cell.get(QUESTION)))
                        .collect(Collectors.joining(", ", ", " + path + " ", "")))
            .filter(said -> said.endsWith(")"))
            .collect(Collectors.joining());
  }

  /** Of the storage that comes first. */
  private Report.Plot first(String lane) {
    return plot(lane, cell -> cell.is(STORAGE, cells.get(0).get(STORAGE)))
        .named(
            "speed-" + lane,
            "time over that of avg, by way to read, %s, %s"
                .formatted(cells.get(0).get(STORAGE), lane));
  }

  private Report.Plot plot(String lane) {
    return plot(lane, cell -> true)
        .named("ratios-" + lane, "time over that of avg, by way to read, " + lane);
  }

  private GroupPlot plot(String lane, Predicate<Cell> shown) {
    List<Cell> groups =
        usual(cells.stream().filter(cell -> cell.lane().equals(lane)).filter(shown).toList());
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
    plot.limits(
        "limit of cursor reads", groups.stream().map(cell -> Spread.exactly(limit(cell))).toList());
    return plot;
  }
}
