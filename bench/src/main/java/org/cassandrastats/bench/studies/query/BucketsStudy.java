/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.query;

import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.cassandrastats.bench.harness.ClusterStudy;
import org.cassandrastats.bench.harness.StudyContext;
import org.cassandrastats.bench.harness.StudyDefaults;
import org.cassandrastats.bench.measure.Attempt;
import org.cassandrastats.bench.measure.Cell;
import org.cassandrastats.bench.measure.Dimension;
import org.cassandrastats.bench.measure.ExactPart;
import org.cassandrastats.bench.measure.Grid;
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
import org.cassandrastats.client.StatsClient;
import org.cassandrastats.client.api.StatsException;
import org.cassandrastats.client.api.StatsOptions;
import org.cassandrastats.client.api.StatsOptions.Lane;
import org.cassandrastats.client.api.StatsQuery;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The hours of a month: one command, or a query for each. */
@Command(
    name = "buckets",
    header = "Buckets of time over many partitions: one command, or a query for each.",
    description = {
      "Times count, mean and 99th percentile of every bucket of every partition, with Cassandra's default"
          + " deadlines: by the command query, by queries that an application sends one after the other,"
          + " and, for an application without functions, by reading and sorting the rows of each.",
      "On throw-away nodes with the server jar, which also read as Cassandra does.",
    },
    footer = {
      "  cassandra-stats bench buckets",
      "  cassandra-stats bench buckets --rows 600000 --partitions 30 --buckets 24",
    })
@StudyDefaults(lanes = BenchLane.NATIVE)
public final class BucketsStudy extends ClusterStudy {
  static final Dimension<Way> WAY = new Dimension<>("way");

  private static final int MOST_PARTITIONS = 10_000;
  private static final int MOST_BUCKETS = 10_000;

  /** How the buckets are asked for. */
  enum Way {
    COMMAND("one command"),
    EACH("a query for each"),
    EACH_AS_CASSANDRA("a query for each, as Cassandra reads"),
    CLIENT("one command, client lane"),
    ROWS_OF_EACH("the rows of each, sorted by the client");

    private final String label;

    Way(String label) {
      this.label = label;
    }

    @Override
    public String toString() {
      return label;
    }
  }

  @Option(
      names = "--rows",
      paramLabel = "N",
      defaultValue = "6000000",
      description = "Rows of all partitions. Default: ${DEFAULT-VALUE}.")
  private int rows;

  @Option(
      names = "--partitions",
      paramLabel = "N",
      defaultValue = "30",
      description = "Partitions. Default: ${DEFAULT-VALUE}.")
  private int partitions;

  @Option(
      names = "--buckets",
      paramLabel = "N",
      defaultValue = "24",
      description = "Buckets of a partition. Default: ${DEFAULT-VALUE}.")
  private int buckets;

  @Override
  protected void check() {
    options().requireNative();
    options().require("--partitions", partitions, 1, MOST_PARTITIONS);
    options().require("--buckets", buckets, 1, MOST_BUCKETS);
    // Buckets are rounded up: so many rows leave some of each partition for the last bucket.
    int fewest = partitions * buckets + (buckets - 1) * (buckets - 1);
    options().require("--rows", rows, fewest, Integer.MAX_VALUE);
    if (!forks()) {
      throw refused("buckets sets deadlines, and how nodes read: expected throw-away nodes");
    }
  }

  @Override
  protected List<Cell> cells(String lane) {
    return Grid.of(lane).by(WAY, Way.values()).cells();
  }

  @Override
  public void load(StudyContext bench) {
    bench.loadSplit(rows, partitions);
  }

  /** Rows are a second from each other, in turns of the partitions. */
  private long width() {
    return (rows + buckets - 1L) / buckets;
  }

  @Override
  protected Rounds.Question questions(StudyContext bench) {
    bench.readSchema();
    bench.setDeadlines(Deadlines.DEFAULT);
    List<ExactPart> exact = exact(bench);
    String aggregates = BucketAnswer.selectors(bench.functions());
    PreparedStatement each = prepare(bench, aggregates);
    PreparedStatement values = prepare(bench, "value");
    return (cell, traced) -> {
      Way way = cell.get(WAY);
      bench.read(way == Way.EACH_AS_CASSANDRA ? ReadPath.CASSANDRA : ReadPath.DIRECT);
      return switch (way) {
        case COMMAND -> timed(() -> command(bench, aggregates, Lane.SERVER), exact);
        case CLIENT -> timed(() -> command(bench, aggregates, Lane.CLIENT), exact);
        case EACH, EACH_AS_CASSANDRA -> timed(() -> each(bench, each), exact);
        case ROWS_OF_EACH -> timed(() -> rowsOfEach(bench, values), exact);
      };
    };
  }

  /** The groups of partitions in their order. */
  private List<ExactPart> exact(StudyContext bench) {
    double[][] values = new double[partitions * buckets][(int) width() / partitions + 1];
    int[] counts = new int[values.length];
    for (int row = 0; row < rows; row++) {
      int group = row % partitions * buckets + (int) (row / width());
      values[group][counts[group]++] = bench.column().value(row);
    }
    return IntStream.range(0, values.length)
        .mapToObj(group -> new ExactPart(Arrays.copyOf(values[group], counts[group])))
        .toList();
  }

  private static Attempt timed(Supplier<List<BucketAnswer>> question, List<ExactPart> exact) {
    long start = System.nanoTime();
    try {
      List<BucketAnswer> found = question.get();
      return Attempt.of(QueryRunner.secondsSince(start), BucketAnswer.check(found, exact));
    } catch (DriverException | StatsException failed) {
      return Attempt.failed(QueryRunner.secondsSince(start), failed);
    }
  }

  private List<BucketAnswer> command(StudyContext bench, String aggregates, Lane lane) {
    String bucket = "%s.time_bucket('%ds', at, 's')".formatted(bench.functions(), width());
    String sensors =
        IntStream.rangeClosed(1, partitions)
            .mapToObj(Integer::toString)
            .collect(Collectors.joining(", "));
    return StatsClient.of(bench.session())
        .run(
            StatsQuery.of(
                "SELECT %s FROM %s WHERE sensor IN (%s) GROUP BY sensor, %s"
                    .formatted(aggregates, BenchKeyspace.SPLIT, sensors, bucket)),
            StatsOptions.standard().withFunctionsKeyspace(bench.functionsKeyspace()).withLane(lane),
            progress -> {})
        .rows()
        .stream()
        .map(BucketAnswer::of)
        .toList();
  }

  private List<BucketAnswer> each(StudyContext bench, PreparedStatement select) {
    List<BucketAnswer> found = new ArrayList<>();
    for (BoundStatement query : queries(select)) {
      found.add(BucketAnswer.of(bench.session().execute(query).one()));
    }
    return found;
  }

  private List<BucketAnswer> rowsOfEach(StudyContext bench, PreparedStatement select) {
    List<BucketAnswer> found = new ArrayList<>();
    double[] values = new double[rows / partitions + 1];
    for (BoundStatement query : queries(select)) {
      int count = 0;
      for (Row row : bench.session().execute(query)) {
        values[count++] = row.getDouble(0);
      }
      found.add(BucketAnswer.of(values, count));
    }
    return found;
  }

  private static PreparedStatement prepare(StudyContext bench, String selectors) {
    return bench
        .session()
        .prepare(
            "SELECT %s FROM %s WHERE sensor = ? AND at >= ? AND at < ?"
                .formatted(selectors, BenchKeyspace.SPLIT));
  }

  private List<BoundStatement> queries(PreparedStatement select) {
    List<BoundStatement> queries = new ArrayList<>();
    for (int sensor = 1; sensor <= partitions; sensor++) {
      for (long bucket = 0; bucket < buckets; bucket++) {
        queries.add(select.bind(sensor, bucket * width(), (bucket + 1) * width()));
      }
    }
    return queries;
  }

  @Override
  protected void write(Report report) {
    report.of(
        "Buckets of time",
        "Count, mean and 99th percentile of %,d buckets: %d in each of %d partitions, of %,d rows in total. By the client of [`cassandra-stats query`](../query.md), and by queries in sequence.",
        partitions * buckets,
        buckets,
        partitions,
        rows);
    report.answers();
    Function<String, Cell> command = lane -> Cell.of(lane).with(WAY, Way.COMMAND);
    report.verdict(
        plot(report),
        report.said(
            lane ->
                Numbers.in(
                    "one command is %s times as fast as a query for each, and %s times as fast as these where nodes read as Cassandra does",
                    report.factor(command.apply(lane).with(WAY, Way.EACH), command.apply(lane)),
                    report.factor(
                        command.apply(lane).with(WAY, Way.EACH_AS_CASSANDRA),
                        command.apply(lane)))),
        report.said(
            lane ->
                Numbers.in(
                    "without functions, one command of the client lane is %s times as fast as reading and sorting the rows of each",
                    report.factor(
                        command.apply(lane).with(WAY, Way.ROWS_OF_EACH),
                        command.apply(lane).with(WAY, Way.CLIENT)))));
    report
        .section("Times", "Seconds for all buckets.")
        .by(Dimension.LANE)
        .by(WAY)
        .count("rows", cell -> rows)
        .client("seconds")
        .number("times as fast", cell -> report.factor(cell.with(WAY, Way.EACH), cell))
        .median("processor s", ServerLoad.PROCESSOR)
        .failed()
        .of(report.cells(this::cells));
  }

  private Report.Plot plot(Report report) {
    return new GroupPlot(
            "Seconds for all buckets",
            "way",
            "seconds",
            Arrays.stream(Way.values()).map(Way::toString).toList())
        .lanes(
            report.lanes(),
            lane ->
                Grid.of(lane).by(WAY, Way.values()).cells().stream().map(report::client).toList())
        .named("seconds", "seconds for all buckets, by way");
  }
}
