/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.load;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.cassandrastats.bench.harness.ClusterStudy;
import org.cassandrastats.bench.harness.RowCounts;
import org.cassandrastats.bench.harness.StudyContext;
import org.cassandrastats.bench.harness.StudyDefaults;
import org.cassandrastats.bench.measure.Attempt;
import org.cassandrastats.bench.measure.Cell;
import org.cassandrastats.bench.measure.ExactPart;
import org.cassandrastats.bench.measure.Grid;
import org.cassandrastats.bench.measure.MeasuredAggregate;
import org.cassandrastats.bench.measure.Percentiles;
import org.cassandrastats.bench.measure.QueryRunner;
import org.cassandrastats.bench.measure.Rounds;
import org.cassandrastats.bench.nodes.BenchKeyspace;
import org.cassandrastats.bench.nodes.BenchLane;
import org.cassandrastats.bench.nodes.ChunkLoader;
import org.cassandrastats.bench.nodes.ReadPath;
import org.cassandrastats.bench.report.Report;
import org.cassandrastats.bench.studies.load.ForegroundReport.Work;
import org.cassandrastats.client.api.StatsOptions;
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
      "  cassandra-stats bench foreground --rows 1000000 --read cassandra,direct,cursor --every 3",
    })
@StudyDefaults(lanes = BenchLane.NATIVE)
public final class ForegroundStudy extends ClusterStudy {
  /** Requests at a time, in works of several. */
  private static final int SEVERAL = 4;

  private static final String CHUNKS = BenchKeyspace.TABLE + "_chunks";
  private static final int MOST_SECONDS = 600;
  private static final int HIGHEST_RATE = 100_000;
  private static final double NANOS = 1e9;

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

  @Option(
      names = "--every",
      paramLabel = "SECONDS",
      defaultValue = "0",
      description =
          "Begin an aggregation no more often, so that each way to read aggregates as many rows a"
              + " second; four at a time begin a quarter as often. Default: one after the other.")
  private double every;

  @Option(
      names = "--read",
      paramLabel = "PATH",
      split = ",",
      description =
          "Measure beside nothing, one whole request at a time and four, where a throw-away node reads in"
              + " each of these ways: ${COMPLETION-CANDIDATES}; beside all else where it reads directly."
              + " Without, as it was started.")
  private List<ReadPath> paths = List.of();

  @Override
  protected void check() {
    options().require("--rate", rate, 2, HIGHEST_RATE);
    if (!(every >= 0 && every <= MOST_SECONDS)) {
      throw refused("--every is %s: expected 0 to %d seconds".formatted(every, MOST_SECONDS));
    }
    options().require("--seconds", seconds, 1, MOST_SECONDS);
    if (!paths.isEmpty() && !forks()) {
      throw refused("--read: only nodes that this program forks can be told how to read");
    }
    if (!paths.isEmpty()
        && options().lanes(lanes()).stream().anyMatch(lane -> lane != BenchLane.NATIVE)) {
      throw refused("--read: only nodes of the lane native can be told how to read");
    }
    paths = paths.stream().distinct().toList();
  }

  @Override
  protected List<Cell> cells(String lane) {
    return paths.isEmpty()
        ? Grid.of(lane).by(ForegroundReport.WORK, Work.ALONE).cells()
        : Grid.of(lane)
            .by(ForegroundReport.PATH, paths)
            .by(ForegroundReport.WORK, cell -> Work.where(cell.get(ForegroundReport.PATH)))
            .cells();
  }

  @Override
  public void load(StudyContext bench) {
    super.load(bench);
    new ChunkLoader(bench.target(), bench.console())
        .load(CHUNKS, rows(bench.lane()), 1, bench.column()::value);
    BenchKeyspace.createTable(
        bench.session(),
        FixedRateLoad.WRITTEN,
        "sensor int, at bigint, value double, PRIMARY KEY (sensor, at)");
    bench.target().flushAndCompact();
  }

  @Override
  protected Rounds.Question questions(StudyContext bench) {
    bench.readSchema();
    return (cell, traced) -> {
      if (!paths.isEmpty()) {
        bench.read(cell.get(ForegroundReport.PATH));
      }
      return ask(bench, cell.get(ForegroundReport.WORK));
    };
  }

  /** Aggregates again and again until the application has been measured for long enough. */
  private Attempt ask(StudyContext bench, Work work) {
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
        double next = done * every * atOnce(work);
        LockSupport.parkNanos((long) ((next - QueryRunner.secondsSince(start)) * NANOS));
      } while (QueryRunner.secondsSince(start) < seconds);
      double elapsed = QueryRunner.secondsSince(start);
      Percentiles reads = application.reads();
      Percentiles writes = application.writes();
      if (application.failures() > 0) {
        return Attempt.failed(
            elapsed, "Failures", "%d small requests failed".formatted(application.failures()));
      }
      return Attempt.exact(elapsed, null)
          .with(ForegroundReport.READ_MEDIAN, reads.at(50))
          .with(ForegroundReport.READ_P99, reads.at(99))
          .with(ForegroundReport.WRITE_MEDIAN, writes.at(50))
          .with(ForegroundReport.WRITE_P99, writes.at(99))
          .with(ForegroundReport.AGGREGATIONS, done * atOnce(work) / elapsed);
    }
  }

  private static int atOnce(Work work) {
    return switch (work) {
      case NOTHING -> 0;
      case AVGS, MEANS -> SEVERAL;
      default -> 1;
    };
  }

  private Attempt aggregate(StudyContext bench, Work work) {
    return switch (work) {
      case NOTHING -> {
        LockSupport.parkNanos(Duration.ofSeconds(seconds).toNanos());
        yield Attempt.exact(seconds, null);
      }
      case AVG -> whole(bench, MeasuredAggregate.AVG);
      case AVGS -> several(() -> whole(bench, MeasuredAggregate.AVG));
      case MEAN -> whole(bench, MeasuredAggregate.MEAN);
      case MEANS -> several(() -> whole(bench, MeasuredAggregate.MEAN));
      case TDIGEST -> whole(bench, MeasuredAggregate.TDIGEST);
      case SPLIT_1 -> split(bench, 1);
      case SPLIT_2 -> split(bench, 2);
      case SPLIT_4 -> split(bench, 4);
      case CHUNKS ->
          bench.ask(
              StudyContext.statement(
                  "SELECT %1$s.tdigest_merge(%1$s.chunk_tdigest(points, 200)) FROM %2$s WHERE sensor = 1"
                      .formatted(bench.functions(), CHUNKS),
                  ChunkLoader.PAGE_SIZE),
              row -> MeasuredAggregate.TDIGEST.check(row, exact(bench)));
    };
  }

  /** Sends a request several times at once; one that is not exact, if there is one. */
  private static Attempt several(Supplier<Attempt> request) {
    List<CompletableFuture<Attempt>> sent =
        Stream.generate(
                () -> CompletableFuture.supplyAsync(request, task -> new Thread(task).start()))
            .limit(SEVERAL)
            .toList();
    return sent.stream()
        .map(CompletableFuture::join)
        .reduce((one, other) -> one.isExact() ? other : one)
        .orElseThrow();
  }

  private ExactPart exact(StudyContext bench) {
    return bench.column().first(rows(bench.lane()));
  }

  private Attempt whole(StudyContext bench, MeasuredAggregate aggregate) {
    return bench.ask(aggregate, rows(bench.lane()), StudyContext.PAGE_SIZE, false);
  }

  private Attempt split(StudyContext bench, int inFlight) {
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

  @Override
  protected void write(Report report) {
    new ForegroundReport(report, rate, every, this::rowsOf, this::cells).write(paths);
  }

  private double rowsOf(Cell cell) {
    return rows(cell.lane());
  }
}
