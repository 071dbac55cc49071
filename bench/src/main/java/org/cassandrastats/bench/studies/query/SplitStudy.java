/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.query;

import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.cassandrastats.bench.harness.ClusterStudy;
import org.cassandrastats.bench.harness.Extent;
import org.cassandrastats.bench.harness.RowCounts;
import org.cassandrastats.bench.harness.StudyContext;
import org.cassandrastats.bench.harness.TimeSettings;
import org.cassandrastats.bench.measure.Attempt;
import org.cassandrastats.bench.measure.Cell;
import org.cassandrastats.bench.measure.Dimension;
import org.cassandrastats.bench.measure.ExactPart;
import org.cassandrastats.bench.measure.Grid;
import org.cassandrastats.bench.measure.MeasuredAggregate;
import org.cassandrastats.bench.measure.QueryRunner;
import org.cassandrastats.bench.measure.Rounds;
import org.cassandrastats.bench.nodes.BenchKeyspace;
import org.cassandrastats.bench.nodes.BenchLane;
import org.cassandrastats.bench.nodes.Deadlines;
import org.cassandrastats.bench.nodes.ReadPath;
import org.cassandrastats.bench.nodes.ServerLoad;
import org.cassandrastats.bench.report.GroupPlot;
import org.cassandrastats.bench.report.Numbers;
import org.cassandrastats.bench.report.Report;
import org.cassandrastats.client.api.RunStatistics;
import org.cassandrastats.client.api.StatsOptions;
import org.cassandrastats.udf.histogram.Histogram;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The same query by one request and split, over a partition and over a whole table. */
@Command(
    name = "query",
    header = "One request, or many whose states are merged.",
    description = {
      "Times count, mean, histogram and t-digest of one partition and of a whole table: by one request"
          + " without a deadline, by one with Cassandra's default deadlines, and split with these, as"
          + " the command query does. A throw-away node with the server jar is asked without direct"
          + " reads, too.",
      "Deadlines are set on throw-away nodes only; a cluster of yours keeps its own.",
    },
    footer = {
      "  cassandra-stats bench query --lane native --rows 2000000",
      "  cassandra-stats bench query --lane udf-threads-on --rows-udf-threads-on 2000000 --runs 1 --warm-up 0",
      "  cassandra-stats bench query --lane native --rows 2000000 --partitions 1000 --nodes 3",
    })
public final class SplitStudy extends ClusterStudy {
  static final Dimension<Extent> ROWS = new Dimension<>("rows");
  static final Dimension<String> WAY = new Dimension<>("way");
  static final String ORDINARY = "one request, no deadline, as Cassandra reads";
  static final String SINGLE = "one request, no deadline";
  static final String SINGLE_IN_TIME = "one request, default deadlines";
  static final String SPLIT = "split, default deadlines";

  static final String REQUESTS = "requests";
  static final String SLOW_REQUEST = "request p99";
  private static final String REPEATED = "repeated requests";
  private static final String MEDIAN_REQUEST = "median request";
  private static final String LONGEST_REQUEST = "longest request";

  private static final int MOST_PARTITIONS = 100_000;
  private static final int MOST_NODES = 9;
  private static final int MOST_IN_FLIGHT = 128;
  private static final int BINS = 40;

  /** Each part is right to 1e-14; joining thousands adds a little. */
  private static final double MEAN_ERROR = 1e-12;

  @Mixin RowCounts rows;

  @Option(
      names = "--partitions",
      paramLabel = "N",
      defaultValue = "1000",
      description = "Partitions of the whole table. Default: ${DEFAULT-VALUE}.")
  private int partitions;

  @Option(
      names = "--nodes",
      paramLabel = "N",
      defaultValue = "1",
      description =
          "Throw-away nodes of a lane; each row is on one of them. Default: ${DEFAULT-VALUE}.")
  private int nodes;

  @Option(
      names = "--target-time",
      paramLabel = "TIME",
      defaultValue = "1s",
      converter = TimeSettings.Converter.class,
      description = "How long a request is to take. Default: ${DEFAULT-VALUE}.")
  private Duration targetTime;

  @Option(
      names = "--in-flight",
      paramLabel = "N",
      defaultValue = "4",
      description = "Requests that a node serves at the same time. Default: ${DEFAULT-VALUE}.")
  private int inFlight;

  @Override
  protected void check() {
    options().require("--partitions", partitions, 1, MOST_PARTITIONS);
    options().require("--nodes", nodes, 1, MOST_NODES);
    options().require("--in-flight", inFlight, 1, MOST_IN_FLIGHT);
  }

  private StatsOptions query() {
    return StatsOptions.standard().withTargetTime(targetTime).withInFlightPerNode(inFlight);
  }

  /** Deadlines and the way to read can be set on nodes of our own only; the first is the base. */
  private List<String> ways(String lane) {
    if (!forks()) {
      return List.of(SINGLE, SPLIT);
    }
    return isNative(lane)
        ? List.of(ORDINARY, SINGLE, SINGLE_IN_TIME, SPLIT)
        : List.of(SINGLE, SINGLE_IN_TIME, SPLIT);
  }

  private static boolean isNative(String lane) {
    return lane.equals(BenchLane.NATIVE.toString());
  }

  @Override
  protected List<Cell> cells(String lane) {
    return Grid.of(lane).by(ROWS, Extent.values()).by(WAY, ways(lane)).cells();
  }

  @Override
  public void load(StudyContext bench) {
    super.load(bench);
    bench.loadSplit(rows(bench.lane()), partitions);
  }

  @Override
  protected Rounds.Question questions(StudyContext bench) {
    bench.readSchema();
    ExactPart exact = bench.column().first(rows(bench.lane()));
    return (cell, traced) -> {
      bench.setDeadlines(
          cell.is(WAY, ORDINARY) || cell.is(WAY, SINGLE) ? Deadlines.NONE : Deadlines.DEFAULT);
      if (forks() && isNative(bench.lane())) {
        bench.read(cell.is(WAY, ORDINARY) ? ReadPath.CASSANDRA : ReadPath.DIRECT);
      }
      String statement = statement(bench, cell.get(ROWS), exact);
      return cell.is(WAY, SPLIT)
          ? split(bench, statement, exact)
          : single(bench, statement, cell.get(ROWS), exact);
    };
  }

  private static String statement(StudyContext bench, Extent extent, ExactPart exact) {
    return String.format(
        Locale.ROOT,
        "SELECT count(*), %1$s.mean(value), %1$s.histogram(value, %2$s, %3$s, %4$d), %1$s.tdigest(value) FROM %5$s",
        bench.functions(),
        Double.toString(exact.minimum()),
        Double.toString(Math.nextUp(exact.maximum())),
        BINS,
        extent == Extent.PARTITION
            ? BenchKeyspace.TABLE + " WHERE sensor = 1"
            : BenchKeyspace.SPLIT);
  }

  private Attempt single(StudyContext bench, String cql, Extent extent, ExactPart exact) {
    SimpleStatement statement = StudyContext.statement(cql, query().pageSize());
    return bench.ask(
        extent == Extent.PARTITION ? StudyContext.routed(statement, 1) : statement,
        row ->
            check(
                exact,
                row.getLong(0),
                row.getDouble(1),
                row.getBytesUnsafe(2),
                row.getBytesUnsafe(3)));
  }

  private Attempt split(StudyContext bench, String cql, ExactPart exact) {
    return bench
        .asker()
        .askSplit(
            cql,
            query().withFunctionsKeyspace(bench.functionsKeyspace()),
            row ->
                check(
                    exact,
                    (Long) row.get(0),
                    (Double) row.get(1),
                    (ByteBuffer) row.get(2),
                    (ByteBuffer) row.get(3)),
            SplitStudy::with);
  }

  private static Attempt with(Attempt attempt, RunStatistics statistics) {
    return attempt
        .with(REQUESTS, (double) statistics.requests())
        .with(REPEATED, (double) statistics.failedRequests())
        .with(MEDIAN_REQUEST, QueryRunner.seconds(statistics.medianTime()))
        .with(SLOW_REQUEST, QueryRunner.seconds(statistics.slowTime()))
        .with(LONGEST_REQUEST, QueryRunner.seconds(statistics.longestTime()));
  }

  private static Optional<String> check(
      ExactPart exact, long count, double mean, ByteBuffer histogram, ByteBuffer digest) {
    if (count != exact.count()) {
      return Optional.of("the count is %d instead of %d".formatted(count, exact.count()));
    }
    return MeasuredAggregate.checkMean(mean, exact.mean(), MEAN_ERROR)
        .or(() -> checkHistogram(histogram, exact))
        .or(() -> MeasuredAggregate.checkDigest(digest, exact));
  }

  private static Optional<String> checkHistogram(ByteBuffer histogram, ExactPart exact) {
    List<Double> edges = Histogram.edges(histogram);
    List<Long> counts = Histogram.counts(histogram);
    for (int bin = 0; bin < counts.size(); bin++) {
      long expected =
          (long) exact.valuesBelow(edges.get(bin + 1)) - exact.valuesBelow(edges.get(bin));
      if (counts.get(bin) != expected) {
        return Optional.of(
            "bin %d holds %d values instead of %d".formatted(bin, counts.get(bin), expected));
      }
    }
    return Optional.empty();
  }

  /** One request without a deadline, as Cassandra reads where that is known. */
  private Cell ordinary(Cell cell) {
    return cell.with(WAY, ways(cell.lane()).get(0));
  }

  /** How many times as fast as that. */
  private double gain(Report report, Cell cell) {
    return report.factor(ordinary(cell), cell);
  }

  @Override
  protected void write(Report report) {
    report.of(
        "Split queries",
        "Count, mean, a histogram and a t-digest of the same rows, as one partition and as a whole table of %,d partitions: by one request, and split into requests of %s s by the client of [`cassandra-stats query`](../query.md). Each row is on one of %d nodes.",
        partitions,
        QueryRunner.seconds(targetTime),
        nodes);
    report.answers();
    report.verdict(
        plot(report),
        report.said(
            "Split, as many times as fast as one request without a deadline: ",
            lane -> gains(report, lane)),
        inTime(report));
    report
        .section(
            "Times",
            "Times of requests are medians over the runs; those of all requests of a run are behind \"p99\".")
        .by(Dimension.LANE)
        .text("rows are", cell -> cell.get(ROWS))
        .by(WAY)
        .count("rows", cell -> rows(cell.lane()))
        .client("seconds")
        .number("times as fast", cell -> gain(report, cell))
        .median("requests", REQUESTS)
        .median("median s", MEDIAN_REQUEST)
        .median("p99 s", SLOW_REQUEST)
        .median("longest s", LONGEST_REQUEST)
        .median("repeated", REPEATED)
        .median("processor s", ServerLoad.PROCESSOR)
        .failed()
        .of(report.cells(this::cells));
  }

  private Report.Plot plot(Report report) {
    return new GroupPlot(
            "Speed of a split query over that of one request without a deadline",
            "rows are",
            "times as fast",
            Arrays.stream(Extent.values()).map(Extent::toString).toList())
        .lanes(
            report.lanes(),
            lane ->
                Grid.of(lane).by(ROWS, Extent.values()).cells().stream()
                    .map(
                        cell ->
                            report
                                .client(cell.with(WAY, SPLIT))
                                .inverted(report.median(ordinary(cell))))
                    .toList())
        .named("gains", "how many times as fast split queries are, by lane");
  }

  private List<Cell> split(String lane) {
    return cells(lane).stream().filter(cell -> cell.is(WAY, SPLIT)).toList();
  }

  private String gains(Report report, String lane) {
    return split(lane).stream()
        .map(cell -> Numbers.in("%s %s", cell.get(ROWS), gain(report, cell)))
        .collect(Collectors.joining(", "));
  }

  /** How long requests take, and whether those of a query that is not split end in time. */
  private String inTime(Report report) {
    double slowest =
        report.cells(this::split).stream()
            .mapToDouble(cell -> report.median(cell, SLOW_REQUEST))
            .max()
            .orElse(Double.NaN);
    String failing =
        report.cells(this::cells).stream()
            .filter(cell -> cell.is(WAY, SINGLE_IN_TIME) && !report.client(cell).isKnown())
            .map(cell -> "%s, %s".formatted(cell.lane(), cell.get(ROWS)))
            .collect(Collectors.joining("; "));
    return Numbers.in(
        "99 of 100 requests of split queries end within %s s (target: %s s); with default deadlines one request for all %s.",
        slowest,
        QueryRunner.seconds(targetTime),
        failing.isEmpty() ? "does not fail" : "fails (" + failing + ")");
  }
}
