/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.load;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.cassandrastats.bench.measure.Cell;
import org.cassandrastats.bench.measure.Dimension;
import org.cassandrastats.bench.measure.Spread;
import org.cassandrastats.bench.nodes.ReadPath;
import org.cassandrastats.bench.report.GroupPlot;
import org.cassandrastats.bench.report.Numbers;
import org.cassandrastats.bench.report.Report;
import org.cassandrastats.bench.report.ReportColumns;

/** What is said of an application beside aggregations. */
final class ForegroundReport {
  static final Dimension<Work> WORK = new Dimension<>("beside");
  static final Dimension<ReadPath> PATH = new Dimension<>("read");
  static final String READ_MEDIAN = "read_p50_ms";
  static final String READ_P99 = "read_p99_ms";
  static final String WRITE_MEDIAN = "write_p50_ms";
  static final String WRITE_P99 = "write_p99_ms";
  static final String AGGREGATIONS = "aggregations_a_second";

  private final Report report;
  private final int rate;
  private final double every;
  private final ToDoubleFunction<Cell> rows;
  private final Function<String, List<Cell>> cells;

  /**
   * A report of some results.
   *
   * @param rate of the application
   * @param every seconds after which the next aggregation may begin; 0 at once
   * @param rows that are aggregated
   * @param cells of a lane
   */
  ForegroundReport(
      Report report,
      int rate,
      double every,
      ToDoubleFunction<Cell> rows,
      Function<String, List<Cell>> cells) {
    this.report = report;
    this.rate = rate;
    this.every = every;
    this.rows = rows;
    this.cells = cells;
  }

  /** What is asked beside the application. */
  enum Work {
    NOTHING("nothing"),
    AVG("avg, built in"),
    AVGS("avg, 4 at a time"),
    MEAN("mean"),
    MEANS("mean, 4 at a time"),
    TDIGEST("tdigest"),
    SPLIT_1("tdigest split, 1"),
    SPLIT_2("tdigest split, 2"),
    SPLIT_4("tdigest split, 4"),
    CHUNKS("tdigest of chunks");

    /** Those of whole requests. */
    private static final Set<Work> WHOLE = EnumSet.of(NOTHING, AVG, AVGS, MEAN, MEANS);

    /** Those of one user. */
    static final Set<Work> ALONE = EnumSet.complementOf(EnumSet.of(AVGS, MEANS));

    private final String label;

    Work(String label) {
      this.label = label;
    }

    /** Those that are measured where a node reads in a way: all where it does by default. */
    static Set<Work> where(ReadPath path) {
      return path == ReadPath.DIRECT ? EnumSet.allOf(Work.class) : WHOLE;
    }

    @Override
    public String toString() {
      return label;
    }
  }

  /** How many times as long as where nothing is aggregated. */
  private double times(Cell cell, String latency) {
    return report.median(cell, latency) / report.median(cell.with(WORK, Work.NOTHING), latency);
  }

  /**
   * Writes the report.
   *
   * @param paths those between which was switched; empty for none
   */
  void write(List<ReadPath> paths) {
    report.of(
        "Small reads and writes while a partition is aggregated",
        "An application reads a row and writes a row in turns, %d requests a second, by their primary keys; latencies count from the moment at which a request was due. Meanwhile one user asks for an aggregate of a partition again and again, %s, or [split](../query.md) with so many requests in flight. Medians of the runs.",
        rate,
        every == 0
            ? "one request after the other"
            : Numbers.in("one every %s seconds, four at a time every %s", every, 4 * every));
    report.answers("runs", "every aggregate in them, and no small request failed");
    List<Report.Plot> plots = report.each(lane -> plot(lane, paths));
    report.verdict(
        plots.get(0),
        report.said(
            "99 % of the reads take up to, in ms, beside nothing, one `avg` and four of it: ",
            lane -> beside(lane, paths, Work.AVG, Work.AVGS)),
        report.said(
            "Beside nothing, one `mean` and four of it: ",
            lane -> beside(lane, paths, Work.MEAN, Work.MEANS)));
    ReportColumns table =
        report
            .section(
                "Latencies",
                "Times: the 99th percentile of reads over that beside nothing.",
                plots.subList(1, plots.size()))
            .by(Dimension.LANE)
            .count("rows", rows);
    (paths.isEmpty() ? table : table.by(PATH))
        .by(WORK)
        .median("aggregations a second", AGGREGATIONS)
        .median("read p50 ms", READ_MEDIAN)
        .spread("read p99 ms", cell -> report.number(cell, READ_P99))
        .number("times", cell -> times(cell, READ_P99))
        .median("write p50 ms", WRITE_MEDIAN)
        .spread("write p99 ms", cell -> report.number(cell, WRITE_P99))
        .failed()
        .of(report.cells(cells));
  }

  /** The latency of nearly all reads beside two kinds of work, however the node reads. */
  private String beside(String lane, List<ReadPath> paths, Work one, Work several) {
    return series(lane, paths).stream()
        .map(
            cell ->
                Numbers.in(
                    "%s, %s and %s%s",
                    nearlyAll(cell, Work.NOTHING).median(),
                    nearlyAll(cell, one).median(),
                    nearlyAll(cell, several).median(),
                    paths.isEmpty() ? "" : " (read %s)".formatted(cell.get(PATH))))
        .collect(Collectors.joining(", "));
  }

  private Spread nearlyAll(Cell cell, Work work) {
    return report.number(cell.with(WORK, work), READ_P99);
  }

  /** A cell for each way to read. */
  private static List<Cell> series(String lane, List<ReadPath> paths) {
    return paths.isEmpty()
        ? List.of(Cell.of(lane))
        : paths.stream().map(path -> Cell.of(lane).with(PATH, path)).toList();
  }

  private Report.Plot plot(String lane, List<ReadPath> paths) {
    GroupPlot plot =
        new GroupPlot(
            "99th percentile of small reads beside aggregations, " + lane,
            "beside",
            "milliseconds",
            Arrays.stream(Work.values()).map(Work::toString).toList());
    for (Cell series : series(lane, paths)) {
      plot.series(
          paths.isEmpty() ? lane : "read " + series.get(PATH),
          Arrays.stream(Work.values()).map(work -> nearlyAll(series, work)).toList());
    }
    return plot.named("latency-" + lane, "99th percentile of the latency of small reads, " + lane);
  }
}
