/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.query;

import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.cassandrastats.bench.harness.ClusterStudy;
import org.cassandrastats.bench.harness.RowCounts;
import org.cassandrastats.bench.harness.StudyContext;
import org.cassandrastats.bench.harness.StudyDefaults;
import org.cassandrastats.bench.measure.Attempt;
import org.cassandrastats.bench.measure.Cell;
import org.cassandrastats.bench.measure.Dimension;
import org.cassandrastats.bench.measure.ExactPart;
import org.cassandrastats.bench.measure.Grid;
import org.cassandrastats.bench.measure.InFlight;
import org.cassandrastats.bench.measure.MeasuredAggregate;
import org.cassandrastats.bench.measure.QueryRunner;
import org.cassandrastats.bench.measure.Rounds;
import org.cassandrastats.bench.nodes.BenchKeyspace;
import org.cassandrastats.bench.report.GroupPlot;
import org.cassandrastats.bench.report.Numbers;
import org.cassandrastats.bench.report.Report;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The same rows in one partition, in many, and as a whole table. */
@Command(
    name = "partitions",
    header = "One partition, many partitions, a whole table.",
    description = {
      "Times the mean of the same rows as one partition, as many partitions by IN, by one request for"
          + " each, and as a whole table; with requests sent to a replica, or to any node.",
    },
    footer = {
      "  cassandra-stats bench partitions",
      "  cassandra-stats bench partitions --lane native --rows 500000 --nodes 1",
      "  cassandra-stats bench partitions --contact-point 10.0.0.1:9042 --output /tmp/bench",
    })
@StudyDefaults(traced = true)
public final class PartitionsStudy extends ClusterStudy {
  private static final Dimension<Layout> LAYOUT = new Dimension<>("layout");

  private static final int MOST_PARTITIONS = 10_000;
  private static final int MOST_NODES = 9;
  private static final int AT_A_TIME = 8;

  /** Each part is right to 1e-14; joining a few hundred adds as much again, at most. */
  private static final BigDecimal ALLOWED = new BigDecimal("1e-12");

  @Mixin RowCounts rows;

  @Option(
      names = "--partitions",
      paramLabel = "N",
      defaultValue = "100",
      description = "How many partitions the rows are divided among. Default: ${DEFAULT-VALUE}.")
  private int partitions;

  @Option(
      names = "--nodes",
      paramLabel = "N",
      defaultValue = "3",
      description =
          "Throw-away nodes of a lane, on 127.0.0.1 and the next addresses; each row is on one of"
              + " them. Default: ${DEFAULT-VALUE}.")
  private int nodes;

  /** How the same rows are stored and asked for. */
  private enum Layout {
    ONE_TOKEN_AWARE("one partition, request to its replica", "one: replica"),
    ONE_ANY_NODE("one partition, request to any node", "one: any"),
    ONE_WITHOUT_KEY("one partition, alone in its table, request without WHERE", "one: no key"),
    EACH_TOKEN_AWARE("many partitions, a request for each to its replica", "each: replica"),
    EACH_ANY_NODE("many partitions, a request for each to any node", "each: any"),
    IN("many partitions, one request by IN", "IN"),
    WHOLE_TABLE("whole table, one request", "table");

    private final String label;
    private final String shortLabel;

    Layout(String label, String shortLabel) {
      this.label = label;
      this.shortLabel = shortLabel;
    }

    /** Whether the driver is told where the rows are. */
    boolean isTokenAware() {
      return this == ONE_TOKEN_AWARE || this == EACH_TOKEN_AWARE;
    }

    @Override
    public String toString() {
      return label;
    }
  }

  @Override
  protected void check() {
    options().require("--partitions", partitions, 2, MOST_PARTITIONS);
    options().require("--nodes", nodes, 1, MOST_NODES);
  }

  @Override
  protected List<Cell> cells(String lane) {
    return Grid.of(lane).by(LAYOUT, Layout.values()).cells();
  }

  @Override
  public void load(StudyContext bench) {
    super.load(bench);
    bench.loadSplit(rows(bench.lane()), partitions);
  }

  @Override
  protected Rounds.Question questions(StudyContext bench) {
    ExactPart exact = bench.column().first(rows(bench.lane()));
    return (cell, traced) -> ask(bench, exact, cell.get(LAYOUT), traced);
  }

  private Attempt ask(StudyContext bench, ExactPart exact, Layout layout, boolean traced) {
    SimpleStatement statement =
        switch (layout) {
          case EACH_TOKEN_AWARE, EACH_ANY_NODE -> null;
          case ONE_TOKEN_AWARE, ONE_ANY_NODE ->
              routed(mean(bench, BenchKeyspace.TABLE + " WHERE sensor = 1"), 1, layout);
          case ONE_WITHOUT_KEY -> mean(bench, BenchKeyspace.TABLE);
          case IN -> mean(bench, BenchKeyspace.SPLIT + " WHERE sensor IN (" + sensors() + ")");
          case WHOLE_TABLE -> mean(bench, BenchKeyspace.SPLIT);
        };
    return statement == null
        ? askEach(bench, exact, layout)
        : bench.ask(statement.setTracing(traced), row -> MeasuredAggregate.MEAN.check(row, exact));
  }

  private static SimpleStatement mean(StudyContext bench, String rows) {
    return StudyContext.statement(
        "SELECT %s FROM %s".formatted(MeasuredAggregate.MEAN.selector(bench.functions()), rows),
        StudyContext.PAGE_SIZE);
  }

  private static SimpleStatement routed(SimpleStatement statement, int sensor, Layout layout) {
    return layout.isTokenAware() ? StudyContext.routed(statement, sensor) : statement;
  }

  private String sensors() {
    return IntStream.rangeClosed(1, partitions)
        .mapToObj(Integer::toString)
        .collect(Collectors.joining(", "));
  }

  /** The means of all partitions, a few at a time, joined by their numbers of rows. */
  private Attempt askEach(StudyContext bench, ExactPart exact, Layout layout) {
    double[] means = new double[partitions];
    long start = System.nanoTime();
    try {
      InFlight.each(
          AT_A_TIME,
          0,
          partitions,
          partition ->
              bench
                  .session()
                  .executeAsync(
                      routed(
                          mean(bench, BenchKeyspace.SPLIT + " WHERE sensor = " + (partition + 1)),
                          partition + 1,
                          layout))
                  .thenAccept(answer -> means[partition] = answer.one().getDouble(0)));
      BigDecimal sum = BigDecimal.ZERO;
      for (int partition = 0; partition < partitions; partition++) {
        // Row i is in the partition i modulo their number.
        int count = (exact.count() - partition + partitions - 1) / partitions;
        sum = sum.add(new BigDecimal(means[partition]).multiply(BigDecimal.valueOf(count)));
      }
      return checked(sum, exact, QueryRunner.secondsSince(start));
    } catch (DriverException failed) {
      return Attempt.failed(QueryRunner.secondsSince(start), failed);
    }
  }

  private static Attempt checked(BigDecimal sum, ExactPart exact, double seconds) {
    BigDecimal expected = exact.mean().multiply(BigDecimal.valueOf(exact.count()));
    return sum.subtract(expected).abs().compareTo(expected.abs().multiply(ALLOWED)) <= 0
        ? Attempt.exact(seconds, null)
        : Attempt.wrong(seconds, "the sum is %s instead of %s".formatted(sum, expected));
  }

  private static double factor(Report report, Cell cell) {
    return report.factor(cell, cell.with(LAYOUT, Layout.ONE_TOKEN_AWARE));
  }

  @Override
  protected void write(Report report) {
    report.of(
        "One partition, many partitions, a whole table",
        "`mean(value)` of the same rows, stored as one partition and as %d partitions. A request to a replica is one whose partition the driver is told (its routing key); else it goes to any node, which asks the replica. One request for each partition: %d at a time, whose means the client joins; times of the server are of single requests only.",
        partitions,
        AT_A_TIME);
    report.answers();
    BiFunction<String, Layout, Double> times =
        (lane, layout) -> factor(report, Cell.of(lane).with(LAYOUT, layout));
    report.verdict(
        plot(report),
        report.said(
            "Against one partition: ",
            lane ->
                Numbers.in(
                    "whole table %s times as long, %d partitions by `IN` %s times, a request for each of them %s times (to any node: %s times)",
                    times.apply(lane, Layout.WHOLE_TABLE),
                    partitions,
                    times.apply(lane, Layout.IN),
                    times.apply(lane, Layout.EACH_TOKEN_AWARE),
                    times.apply(lane, Layout.EACH_ANY_NODE))),
        report.said(
            "One partition, asked otherwise: ",
            lane ->
                Numbers.in(
                    "through any node %s times as long, without its key %s times",
                    times.apply(lane, Layout.ONE_ANY_NODE),
                    times.apply(lane, Layout.ONE_WITHOUT_KEY))));
    report
        .section("Times", "")
        .by(Dimension.LANE)
        .text("rows are", cell -> cell.get(LAYOUT))
        .count("rows", cell -> rows(cell.lane()))
        .client("client s")
        .number("times one partition", cell -> factor(report, cell))
        .traced()
        .failed()
        .of(report.cells(this::cells));
  }

  private Report.Plot plot(Report report) {
    return new GroupPlot(
            "Time of the mean over that of one partition",
            "rows are",
            "relative time",
            Arrays.stream(Layout.values()).map(layout -> layout.shortLabel).toList())
        .lanes(
            report.lanes(),
            lane -> {
              double base = report.median(Cell.of(lane).with(LAYOUT, Layout.ONE_TOKEN_AWARE));
              return cells(lane).stream().map(cell -> report.client(cell).times(1 / base)).toList();
            })
        .named("layouts", "relative time of each layout, by lane");
  }
}
