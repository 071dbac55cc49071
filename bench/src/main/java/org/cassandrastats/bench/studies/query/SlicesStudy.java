/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.query;

import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import org.cassandrastats.bench.harness.ClusterStudy;
import org.cassandrastats.bench.harness.RowCounts;
import org.cassandrastats.bench.harness.StudyContext;
import org.cassandrastats.bench.harness.StudyDefaults;
import org.cassandrastats.bench.measure.Attempt;
import org.cassandrastats.bench.measure.Cell;
import org.cassandrastats.bench.measure.Dimension;
import org.cassandrastats.bench.measure.Grid;
import org.cassandrastats.bench.measure.InFlight;
import org.cassandrastats.bench.measure.QueryRunner;
import org.cassandrastats.bench.measure.Rounds;
import org.cassandrastats.bench.nodes.BenchKeyspace;
import org.cassandrastats.bench.nodes.BenchLane;
import org.cassandrastats.bench.report.Charts;
import org.cassandrastats.bench.report.LinePlot;
import org.cassandrastats.bench.report.Numbers;
import org.cassandrastats.bench.report.Report;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** A partition read whole, and in slices. */
@Command(
    name = "slices",
    header = "A partition read whole, and in slices.",
    description = {
      "Reads a partition, a day of seconds by default, whole and in 2, 4, 8 and more slices, one"
          + " after the other and all at the same time: all its rows; count and built-in average,"
          + " joined by the client; the pack's moments, whose states the client merges.",
      "In the lane native unless --lane says otherwise. Takes about 4 minutes.",
    },
    footer = {
      "  cassandra-stats bench slices",
      "  cassandra-stats bench slices --rows 1000000 --max-slices 256 --page-size 50000",
      "  cassandra-stats bench slices --contact-point 10.0.0.1:9042 --output /tmp/bench",
    })
@StudyDefaults(lanes = BenchLane.NATIVE)
public final class SlicesStudy extends ClusterStudy {
  static final Dimension<SlicedAnswer> ANSWER = new Dimension<>("answer");
  static final Dimension<String> ORDER = new Dimension<>("order");
  static final Dimension<Integer> SLICES = new Dimension<>("slices");

  static final String PARALLEL = "in parallel";
  private static final String WHOLE = "whole";
  private static final String SEQUENCE = "in sequence";
  private static final int MOST_SLICES = 1024;
  private static final int LARGEST_PAGE = 10_000_000;
  private static final Duration TIMEOUT = Duration.ofHours(2);

  @Option(
      names = "--rows",
      paramLabel = "N",
      defaultValue = "86400",
      description = "Rows of the partition. Default: ${DEFAULT-VALUE}.")
  private int rows;

  @Option(
      names = "--max-slices",
      paramLabel = "N",
      defaultValue = "64",
      description =
          "Most slices. All powers of two up to it are measured. Default: ${DEFAULT-VALUE}.")
  private int maxSlices;

  @Option(
      names = "--page-size",
      paramLabel = "N",
      defaultValue = "5000",
      description = "Rows in a page. Default: ${DEFAULT-VALUE}.")
  private int pageSize;

  @Override
  protected void check() {
    options().require("--max-slices", maxSlices, 2, MOST_SLICES);
    options().require("--rows", rows, maxSlices, RowCounts.LARGEST);
    options().require("--page-size", pageSize, 1, LARGEST_PAGE);
  }

  /** The powers of two up to the most slices. */
  List<Integer> counts() {
    List<Integer> counts = new ArrayList<>();
    for (int count = 1; count <= maxSlices; count *= 2) {
      counts.add(count);
    }
    return counts;
  }

  /** The whole partition is the same in any order. */
  @Override
  protected List<Cell> cells(String lane) {
    return Grid.of(lane)
        .by(ANSWER, SlicedAnswer.values())
        .by(ORDER, List.of(WHOLE, SEQUENCE, PARALLEL))
        .by(SLICES, counts())
        .where(cell -> cell.is(ORDER, WHOLE) == cell.is(SLICES, 1))
        .cells();
  }

  @Override
  protected Rounds.Question questions(StudyContext bench) {
    Map<String, PreparedStatement> prepared = new HashMap<>();
    return (cell, traced) -> {
      List<Callable<List<Row>>> slices = slices(bench, cell, prepared);
      long start = System.nanoTime();
      try {
        List<List<Row>> rowsOfSlices =
            cell.is(ORDER, PARALLEL) ? InFlight.all(slices) : inSequence(slices);
        Object answer = cell.get(ANSWER).join(rowsOfSlices);
        double seconds = QueryRunner.secondsSince(start);
        return Attempt.of(seconds, cell.get(ANSWER).check(answer, bench.column()));
      } catch (DriverException failed) {
        return Attempt.failed(QueryRunner.secondsSince(start), failed);
      }
    };
  }

  private static List<List<Row>> inSequence(List<Callable<List<Row>>> slices) {
    List<List<Row>> rows = new ArrayList<>();
    for (Callable<List<Row>> slice : slices) {
      try {
        rows.add(slice.call());
      } catch (DriverException failed) {
        throw failed;
      } catch (Exception impossible) {
        throw new IllegalStateException(impossible);
      }
    }
    return rows;
  }

  private List<Callable<List<Row>>> slices(
      StudyContext bench, Cell cell, Map<String, PreparedStatement> prepared) {
    int count = cell.get(SLICES);
    String cql =
        "SELECT %s FROM %s WHERE sensor = 1%s"
            .formatted(
                cell.get(ANSWER).selectors(bench.functions()),
                BenchKeyspace.TABLE,
                count == 1 ? "" : " AND at >= ? AND at < ?");
    PreparedStatement statement = prepared.computeIfAbsent(cql, bench.session()::prepare);
    List<Callable<List<Row>>> slices = new ArrayList<>();
    for (int slice = 0; slice < count; slice++) {
      BoundStatement bound =
          (count == 1
                  ? statement.bind()
                  : statement.bind(edge(rows, slice, count), edge(rows, slice + 1, count)))
              .setPageSize(pageSize)
              .setTimeout(TIMEOUT);
      slices.add(() -> bench.session().execute(bound).all());
    }
    return slices;
  }

  /** The first row of a slice; slices have nearly the same number of rows. */
  static long edge(int rows, int slice, int slices) {
    return (long) rows * slice / slices;
  }

  private static Cell whole(Cell cell) {
    return cell.with(ORDER, WHOLE).with(SLICES, 1);
  }

  private static double gain(Report report, Cell cell) {
    return report.factor(whole(cell), cell);
  }

  @Override
  protected void write(Report report) {
    report.of(
        "A partition read in slices",
        "One partition of %,d rows, asked for whole by one request and in slices of equal numbers of rows by a request for each: one after the other, or all at the same time. Rows: the client fetches all of them, in pages of %,d. `count` and the built-in `avg`: the client joins the averages of the slices by their counts. `moments`: it merges their states.",
        rows,
        pageSize);
    report.answers(
        "joined answers", "rows bit for bit; counts, minimum and maximum exactly; means to 1e-12");
    List<Report.Plot> plots = report.each(lane -> plot(report, lane));
    report.verdict(
        plots.get(0),
        report.said(
            "Over the whole partition by one request, the fastest number of parallel slices gains: ",
            lane -> said(report, lane, this::fastest)),
        report.said(
            "%d slices in sequence gain: ".formatted(counts().get(counts().size() - 1)),
            lane -> said(report, lane, this::inSequence)));
    report
        .section(
            "Times",
            "Times are those of the client until it has the joined answer. Gain: time of the"
                + " whole partition by one request over the time of its slices.",
            plots.subList(1, plots.size()))
        .by(Dimension.LANE, ANSWER)
        .right("slices", cell -> cell.get(SLICES))
        .by(ORDER)
        .client("client s")
        .number("rows a second", cell -> rows / report.median(cell))
        .number("gain", cell -> gain(report, cell))
        .failed()
        .of(report.cells(this::cells));
  }

  private Report.Plot plot(Report report, String lane) {
    LinePlot plot =
        LinePlot.logarithmic(
            "Reading a partition of %s rows in slices, %s".formatted(Numbers.count(rows), lane),
            "slices",
            "seconds (client)");
    for (Cell series :
        Grid.of(lane)
            .by(ANSWER, SlicedAnswer.values())
            .by(ORDER, List.of(SEQUENCE, PARALLEL))
            .cells()) {
      SlicedAnswer answer = series.get(ANSWER);
      plot.line(
          answer + ", " + series.get(ORDER),
          Charts.colour(List.of(SlicedAnswer.values()).indexOf(answer)),
          series.is(ORDER, PARALLEL) ? 1 : 0,
          counts().stream()
              .map(count -> count == 1 ? whole(series) : series.with(SLICES, count))
              .toList(),
          cell -> cell.get(SLICES),
          report::client);
    }
    return plot.named(
        "times-" + lane, "time against the number of slices, by answer and order, " + lane);
  }

  private static String said(
      Report report, String lane, BiFunction<Report, Cell, String> ofAnswer) {
    return Grid.of(lane).by(ANSWER, SlicedAnswer.values()).cells().stream()
        .map(series -> series.get(ANSWER) + " " + ofAnswer.apply(report, series))
        .collect(Collectors.joining(", "));
  }

  private String fastest(Report report, Cell series) {
    return cells(series.lane()).stream()
        .filter(cell -> cell.is(ANSWER, series.get(ANSWER)) && cell.is(ORDER, PARALLEL))
        .filter(cell -> report.client(cell).isKnown())
        .min(Comparator.comparingDouble(report::median))
        .map(best -> Numbers.in("%s (%d slices)", gain(report, best), best.get(SLICES)))
        .orElse("-");
  }

  private String inSequence(Report report, Cell series) {
    int most = counts().get(counts().size() - 1);
    return Numbers.in("%s", gain(report, series.with(ORDER, SEQUENCE).with(SLICES, most)));
  }
}
