/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.cassandrastats.bench.report.GroupPlot;
import org.cassandrastats.bench.report.Numbers;
import org.cassandrastats.bench.report.Report;
import org.cassandrastats.bench.report.ReportColumns;
import org.cassandrastats.bench.run.Cell;
import org.cassandrastats.bench.run.Dimension;
import org.cassandrastats.bench.target.ReadPath;

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
    report.lanes().forEach(lane -> findings(lane, paths));
    ReportColumns table =
        report
            .section(
                "Latencies",
                "Times: the 99th percentile of reads over that beside nothing.",
                plots(paths))
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

  private void findings(String lane, List<ReadPath> paths) {
    paths.forEach(each -> findingsOfWhole(Cell.of(lane).with(PATH, each)));
    if (paths.isEmpty()) {
      findingsOfAll(Cell.of(lane));
    } else if (paths.contains(ReadPath.DIRECT)) {
      findingsOfAll(Cell.of(lane).with(PATH, ReadPath.DIRECT));
    }
  }

  private void findingsOfWhole(Cell cell) {
    report.finding(
        "%s, read %s: 99 %% of the reads take up to %s ms where nothing is aggregated, %s ms beside `avg` and %s ms beside four at a time, %s ms beside `mean` and %s ms beside four at a time.",
        cell.lane(),
        cell.get(PATH),
        report.median(cell.with(WORK, Work.NOTHING), READ_P99),
        report.median(cell.with(WORK, Work.AVG), READ_P99),
        report.median(cell.with(WORK, Work.AVGS), READ_P99),
        report.median(cell.with(WORK, Work.MEAN), READ_P99),
        report.median(cell.with(WORK, Work.MEANS), READ_P99));
  }

  private void findingsOfAll(Cell cell) {
    Cell alone = cell.with(WORK, Work.NOTHING);
    report.finding(
        "%s: 99 %% of the reads take up to %s ms where nothing is aggregated; %s times as long beside `avg`, %s beside `mean`, %s beside `tdigest`, %s beside a `tdigest` of chunks, and %s, %s and %s beside a split `tdigest` with 1, 2 and 4 requests in flight.",
        cell.lane(),
        report.median(alone, READ_P99),
        times(alone.with(WORK, Work.AVG), READ_P99),
        times(alone.with(WORK, Work.MEAN), READ_P99),
        times(alone.with(WORK, Work.TDIGEST), READ_P99),
        times(alone.with(WORK, Work.CHUNKS), READ_P99),
        times(alone.with(WORK, Work.SPLIT_1), READ_P99),
        times(alone.with(WORK, Work.SPLIT_2), READ_P99),
        times(alone.with(WORK, Work.SPLIT_4), READ_P99));
  }

  private List<Report.Plot> plots(List<ReadPath> paths) {
    if (paths.isEmpty()) {
      return report.each(lane -> plot(lane, lane, cells.apply(lane)));
    }
    List<Report.Plot> plots = new ArrayList<>();
    for (String lane : report.lanes()) {
      for (ReadPath path : paths) {
        plots.add(
            plot(
                lane + "-" + path.name().toLowerCase(Locale.ROOT).replace('_', '-'),
                lane + ", read " + path,
                cells.apply(lane).stream().filter(cell -> cell.is(PATH, path)).toList()));
      }
    }
    return plots;
  }

  private Report.Plot plot(String name, String title, List<Cell> shown) {
    GroupPlot plot =
        new GroupPlot(
                "Latency of small requests beside aggregations, " + title,
                "beside",
                "milliseconds",
                shown.stream().map(cell -> cell.get(WORK).toString()).toList())
            .logarithmic();
    for (String latency : List.of(READ_MEDIAN, READ_P99, WRITE_MEDIAN, WRITE_P99)) {
      plot.series(
          latency.replace("_ms", "").replace('_', ' '),
          shown.stream().map(cell -> report.number(cell, latency)).toList());
    }
    return plot.named("latency-" + name, "latency of small reads and writes, " + title);
  }
}
