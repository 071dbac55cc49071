/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.cassandrastats.bench.report.GroupPlot;
import org.cassandrastats.bench.report.Report;
import org.cassandrastats.bench.run.Asker;
import org.cassandrastats.bench.run.Attempt;
import org.cassandrastats.bench.run.Cell;
import org.cassandrastats.bench.run.Dimension;
import org.cassandrastats.bench.run.ExactPart;
import org.cassandrastats.bench.run.Grid;
import org.cassandrastats.bench.run.MeasuredAggregate;
import org.cassandrastats.bench.run.Percentiles;
import org.cassandrastats.bench.run.Rounds;
import org.cassandrastats.bench.study.ClusterStudy;
import org.cassandrastats.bench.study.RowCounts;
import org.cassandrastats.bench.study.StudyDefaults;
import org.cassandrastats.bench.study.Workbench;
import org.cassandrastats.bench.target.BenchKeyspace;
import org.cassandrastats.bench.target.BenchLane;
import org.cassandrastats.client.StatsOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What an application notices of aggregations beside it. */
@Command(
    name = "foreground",
    header = "Latency of small reads and writes while a partition is aggregated.",
    description = {
      "Reads and writes single rows at a fixed rate, and measures their latencies while nothing else is"
          + " asked, and while a partition is aggregated again and again: in one request, split with"
          + " 1, 2 and 4 requests in flight, and from chunks.",
      "A latency counts from the moment at which the request was due.",
    },
    footer = {
      "  cassandra-stats bench foreground --lane native",
      "  cassandra-stats bench foreground --rows 1000000 --rate 2000 --seconds 20",
    })
@StudyDefaults(lanes = BenchLane.NATIVE)
public final class ForegroundStudy extends ClusterStudy {
  private static final Dimension<Work> WORK = new Dimension<>("beside");

  private static final String CHUNKS = BenchKeyspace.TABLE + "_chunks";
  private static final String READ_MEDIAN = "read_p50_ms";
  private static final String READ_P99 = "read_p99_ms";
  private static final String WRITE_MEDIAN = "write_p50_ms";
  private static final String WRITE_P99 = "write_p99_ms";
  private static final String AGGREGATIONS = "aggregations_a_second";
  private static final int MOST_SECONDS = 600;
  private static final int HIGHEST_RATE = 100_000;

  /** Until what was begun before has no part in the latencies any more. */
  private static final Duration SETTLING = Duration.ofMillis(500);

  @Mixin RowCounts rows;

  @Option(
      names = "--rate",
      paramLabel = "N",
      defaultValue = "500",
      description = "Small requests a second, half of them writes. Default: ${DEFAULT-VALUE}.")
  private int rate;

  @Option(
      names = "--seconds",
      paramLabel = "N",
      defaultValue = "10",
      description = "How long a run measures them, at least. Default: ${DEFAULT-VALUE}.")
  private int seconds;

  /** What is asked beside the application. */
  private enum Work {
    NOTHING("nothing"),
    AVG("avg, built in"),
    MEAN("mean"),
    TDIGEST("tdigest"),
    SPLIT_1("tdigest split, 1"),
    SPLIT_2("tdigest split, 2"),
    SPLIT_4("tdigest split, 4"),
    CHUNKS("tdigest of chunks");

    private final String label;

    Work(String label) {
      this.label = label;
    }

    @Override
    public String toString() {
      return label;
    }
  }

  @Override
  protected void check() {
    options().require("--rate", rate, 2, HIGHEST_RATE);
    options().require("--seconds", seconds, 1, MOST_SECONDS);
  }

  @Override
  protected List<Cell> cells(String lane) {
    return Grid.of(lane).by(WORK, Work.values()).cells();
  }

  @Override
  public void load(Workbench bench) {
    super.load(bench);
    new ChunkLoader(bench.target(), bench.console())
        .load(CHUNKS, rows(bench.lane()), 1, bench.column()::value);
    BenchKeyspace.createTable(
        bench.session(),
        FixedRateLoad.WRITTEN,
        "sensor int, at bigint, value double, PRIMARY KEY (sensor, at)");
    bench.target().settle();
  }

  @Override
  protected Rounds.Question questions(Workbench bench) {
    bench.readSchema();
    return (cell, traced) -> ask(bench, cell.get(WORK));
  }

  /** Aggregates again and again until the application has been measured for long enough. */
  private Attempt ask(Workbench bench, Work work) {
    try (FixedRateLoad application =
        new FixedRateLoad(bench.session(), rows(bench.lane()), rate, options().seed())) {
      LockSupport.parkNanos(SETTLING.toNanos());
      application.restart();
      long start = System.nanoTime();
      int done = 0;
      do {
        Attempt aggregation = aggregate(bench, work);
        if (!aggregation.isExact()) {
          return aggregation;
        }
        done++;
      } while (Asker.secondsSince(start) < seconds);
      double elapsed = Asker.secondsSince(start);
      Percentiles reads = application.reads();
      Percentiles writes = application.writes();
      if (application.failures() > 0) {
        return Attempt.failed(
            elapsed, "Failures", "%d small requests failed".formatted(application.failures()));
      }
      return Attempt.exact(elapsed, null)
          .with(READ_MEDIAN, reads.at(50))
          .with(READ_P99, reads.at(99))
          .with(WRITE_MEDIAN, writes.at(50))
          .with(WRITE_P99, writes.at(99))
          .with(AGGREGATIONS, work == Work.NOTHING ? 0 : done / elapsed);
    }
  }

  private Attempt aggregate(Workbench bench, Work work) {
    return switch (work) {
      case NOTHING -> {
        LockSupport.parkNanos(Duration.ofSeconds(seconds).toNanos());
        yield Attempt.exact(seconds, null);
      }
      case AVG -> whole(bench, MeasuredAggregate.AVG);
      case MEAN -> whole(bench, MeasuredAggregate.MEAN);
      case TDIGEST -> whole(bench, MeasuredAggregate.TDIGEST);
      case SPLIT_1 -> split(bench, 1);
      case SPLIT_2 -> split(bench, 2);
      case SPLIT_4 -> split(bench, 4);
      case CHUNKS ->
          bench.ask(
              Workbench.statement(
                  "SELECT %1$s.tdigest_merge(%1$s.chunk_tdigest(points, 200)) FROM %2$s WHERE sensor = 1"
                      .formatted(bench.functions(), CHUNKS),
                  ChunkLoader.PAGE_SIZE),
              row -> MeasuredAggregate.TDIGEST.check(row, exact(bench)));
    };
  }

  private ExactPart exact(Workbench bench) {
    return bench.column().first(rows(bench.lane()));
  }

  private Attempt whole(Workbench bench, MeasuredAggregate aggregate) {
    return bench.ask(aggregate, rows(bench.lane()), Workbench.PAGE_SIZE, false);
  }

  private Attempt split(Workbench bench, int inFlight) {
    return bench
        .asker()
        .askSplit(
            "SELECT %s.tdigest(value) FROM %s WHERE sensor = 1"
                .formatted(bench.functions(), BenchKeyspace.TABLE),
            StatsOptions.standard()
                .withInFlightPerNode(inFlight)
                .withFunctionsKeyspace(bench.functionsKeyspace()),
            row -> MeasuredAggregate.checkDigest((ByteBuffer) row.get(0), exact(bench)),
            (attempt, statistics) -> attempt);
  }

  /** How many times as long as where nothing is aggregated. */
  private static double times(Report report, Cell cell, String latency) {
    return report.median(cell, latency) / report.median(cell.with(WORK, Work.NOTHING), latency);
  }

  @Override
  protected void write(Report report) {
    report.of(
        "Small reads and writes while a partition is aggregated",
        "An application reads a row and writes a row in turns, %d requests a second, by their primary keys; latencies count from the moment at which a request was due. Meanwhile one user asks for an aggregate of a partition again and again, one request after the other, or [split](../query.md) with so many requests in flight. Medians of the runs.",
        rate);
    report.answers("runs", "every aggregate in them, and no small request failed");
    for (String lane : report.lanes()) {
      Cell alone = Cell.of(lane).with(WORK, Work.NOTHING);
      report.finding(
          "%s: 99 %% of the reads take up to %s ms where nothing is aggregated; %s times as long beside `avg`, %s beside `mean`, %s beside `tdigest`, %s beside a `tdigest` of chunks, and %s, %s and %s beside a split `tdigest` with 1, 2 and 4 requests in flight.",
          lane,
          report.median(alone, READ_P99),
          times(report, alone.with(WORK, Work.AVG), READ_P99),
          times(report, alone.with(WORK, Work.MEAN), READ_P99),
          times(report, alone.with(WORK, Work.TDIGEST), READ_P99),
          times(report, alone.with(WORK, Work.CHUNKS), READ_P99),
          times(report, alone.with(WORK, Work.SPLIT_1), READ_P99),
          times(report, alone.with(WORK, Work.SPLIT_2), READ_P99),
          times(report, alone.with(WORK, Work.SPLIT_4), READ_P99));
    }
    report
        .section(
            "Latencies",
            "Times: the 99th percentile of reads over that beside nothing.",
            report.each(lane -> plot(report, lane)))
        .by(Dimension.LANE)
        .count("rows", cell -> rows(cell.lane()))
        .by(WORK)
        .median("aggregations a second", AGGREGATIONS)
        .median("read p50 ms", READ_MEDIAN)
        .spread("read p99 ms", cell -> report.number(cell, READ_P99))
        .number("times", cell -> times(report, cell, READ_P99))
        .median("write p50 ms", WRITE_MEDIAN)
        .spread("write p99 ms", cell -> report.number(cell, WRITE_P99))
        .failed()
        .of(report.cells(this::cells));
  }

  private Report.Plot plot(Report report, String lane) {
    GroupPlot plot =
        new GroupPlot(
                "Latency of small requests beside aggregations, " + lane,
                "beside",
                "milliseconds",
                Arrays.stream(Work.values()).map(Work::toString).toList())
            .logarithmic();
    for (String latency : List.of(READ_MEDIAN, READ_P99, WRITE_MEDIAN, WRITE_P99)) {
      plot.series(
          latency.replace("_ms", "").replace('_', ' '),
          cells(lane).stream().map(cell -> report.number(cell, latency)).toList());
    }
    return plot.named("latency-" + lane, "latency of small reads and writes, " + lane);
  }
}
