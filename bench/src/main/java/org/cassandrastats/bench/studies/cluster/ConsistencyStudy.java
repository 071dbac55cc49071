/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.cluster;

import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.metadata.Node;
import java.net.InetSocketAddress;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.cassandrastats.bench.harness.ClusterStudy;
import org.cassandrastats.bench.harness.StudyContext;
import org.cassandrastats.bench.harness.StudyDefaults;
import org.cassandrastats.bench.measure.Attempt;
import org.cassandrastats.bench.measure.Cell;
import org.cassandrastats.bench.measure.Dimension;
import org.cassandrastats.bench.measure.ExactPart;
import org.cassandrastats.bench.measure.Grid;
import org.cassandrastats.bench.measure.MeasuredAggregate;
import org.cassandrastats.bench.measure.Rounds;
import org.cassandrastats.bench.nodes.BenchKeyspace;
import org.cassandrastats.bench.nodes.BenchLane;
import org.cassandrastats.bench.nodes.Replicas;
import org.cassandrastats.bench.report.GroupPlot;
import org.cassandrastats.bench.report.Numbers;
import org.cassandrastats.bench.report.Report;
import org.cassandrastats.localcluster.PausedProcess;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The time of an aggregate against the consistency level, by the state of the replicas. */
@Command(
    name = "consistency",
    header = "Time against consistency level, by state of the replicas.",
    description = {
      "Times the mean of one partition against the consistency level, on three nodes with three"
          + " replicas: in sync, with one replica slowed down, and with one that has missed writes, so that reads repair"
          + " it (blocking) or not.",
      "In the native lane unless --lane says otherwise. A cluster of yours and containers are measured in sync only.",
    },
    footer = {
      "  cassandra-stats bench consistency",
      "  cassandra-stats bench consistency --rows 100000 --levels ONE,QUORUM",
      "  cassandra-stats bench consistency --contact-point 10.0.0.1:9042 --output /tmp/bench",
    })
@StudyDefaults(lanes = BenchLane.NATIVE, nodes = 3, traced = true)
public final class ConsistencyStudy extends ClusterStudy {
  private static final Dimension<String> REPLICAS = new Dimension<>("replicas");
  private static final String IN_SYNC = "in sync";
  private static final String SLOW = "one replica slowed";
  private static final String BLOCKING = "one replica has missed writes, read_repair BLOCKING";
  private static final String NOT_REPAIRED = "one replica has missed writes, read_repair NONE";
  private static final List<String> DIFFERING = List.of(BLOCKING, NOT_REPAIRED);
  private static final Dimension<DefaultConsistencyLevel> LEVEL = new Dimension<>("level");

  /** The levels that must see writes of level QUORUM. */
  private static final Set<DefaultConsistencyLevel> SEEING_WRITES =
      EnumSet.of(
          DefaultConsistencyLevel.QUORUM,
          DefaultConsistencyLevel.LOCAL_QUORUM,
          DefaultConsistencyLevel.ALL);

  /** Seconds of the same request once more: what was repaired needs no repair. */
  private static final String AGAIN = "again_seconds";

  @Option(
      names = "--rows",
      paramLabel = "N",
      defaultValue = "100000",
      description =
          "Rows of the partition that all replicas have the same of. Default: ${DEFAULT-VALUE}.")
  private int rows;

  @Option(
      names = "--missed-rows",
      paramLabel = "N",
      description =
          "Rows of each partition that a replica has missed writes of; each run needs a partition of"
              + " its own. Default: 100000, or --rows if that is less.")
  private Integer missedRows;

  @Option(
      names = "--changed",
      paramLabel = "N",
      defaultValue = "10",
      description = "Every Nth row is one that the replica has missed. Default: ${DEFAULT-VALUE}.")
  private int changed;

  @Option(
      names = "--levels",
      split = ",",
      paramLabel = "LEVEL",
      defaultValue = "ONE,LOCAL_ONE,QUORUM,ALL",
      description = "Consistency levels. Default: ${DEFAULT-VALUE}.")
  private List<DefaultConsistencyLevel> levels;

  @Override
  protected void check() {
    options().require("--rows", rows, 1, 10_000_000);
    missedRows = missedRows == null ? Math.min(rows, 100_000) : missedRows;
    options().require("--missed-rows", missedRows, 1, rows);
    options().require("--changed", changed, 1, missedRows);
    levels = levels.stream().distinct().toList();
  }

  private List<String> conditions() {
    return forks() ? List.of(IN_SYNC, SLOW, BLOCKING, NOT_REPAIRED) : List.of(IN_SYNC);
  }

  /** Where replicas differ, only levels that have to give the exact answer. */
  @Override
  protected List<Cell> cells(String lane) {
    return Grid.of(lane)
        .by(REPLICAS, conditions())
        .by(LEVEL, levels)
        .where(
            cell ->
                !DIFFERING.contains(cell.get(REPLICAS)) || SEEING_WRITES.contains(cell.get(LEVEL)))
        .cells();
  }

  private List<Cell> cells(String lane, String condition) {
    return cells(lane).stream().filter(cell -> cell.is(REPLICAS, condition)).toList();
  }

  @Override
  public void measure(StudyContext bench) {
    List<Node> nodes =
        bench.session().getMetadata().getNodes().values().stream()
            .sorted(Comparator.comparing(ConsistencyStudy::address))
            .toList();
    ExactPart inSync = bench.column().first(rows);
    Rounds.Question question =
        (cell, traced) ->
            ask(
                bench,
                BenchKeyspace.TABLE + " WHERE sensor = 1",
                nodes.get(0),
                cell,
                inSync,
                traced);
    bench.measure("In sync", cells(bench.lane(), IN_SYNC), true, question);
    if (!forks()) {
      return;
    }
    Replicas replicas = new Replicas(bench.target().management());
    try (PausedProcess slowing = replicas.slowLast()) {
      bench.console().say("One replica (process %d) is slowed down.".formatted(slowing.pid()));
      bench.measure("One slowed", cells(bench.lane(), SLOW), true, question);
    }
    // The replica that is behind coordinates: every level reads it, being the nearest.
    Node behind = nodes.get(nodes.size() - 1);
    for (String condition : DIFFERING) {
      List<Cell> cells = cells(bench.lane(), condition);
      // Each run reads a partition of its own: a read may repair it.
      int partitions = cells.size() * (warmUp() + runs() + 1);
      MissedWrites missed =
          new MissedWrites(bench.target(), bench.column(), missedRows, changed, bench.console());
      missed.load(condition.equals(BLOCKING), partitions, replicas);
      bench.measure(condition, cells, true, differing(bench, behind, missed.exact()));
    }
  }

  private static String address(Node node) {
    return ((InetSocketAddress) node.getEndPoint().resolve()).getAddress().getHostAddress();
  }

  private static Rounds.Question differing(StudyContext bench, Node behind, ExactPart exact) {
    AtomicInteger partition = new AtomicInteger();
    return new Rounds.Question() {
      @Override
      public Attempt ask(Cell cell, boolean traced) {
        partition.incrementAndGet();
        return ofPartition(cell, traced);
      }

      @Override
      public Attempt askBesides(Cell cell, boolean traced, Attempt first) {
        Attempt again = ofPartition(cell, false);
        return again.isExact() ? first.with(AGAIN, again.seconds()) : again;
      }

      private Attempt ofPartition(Cell cell, boolean traced) {
        String from = BenchKeyspace.SPLIT + " WHERE sensor = " + partition.get();
        return ConsistencyStudy.ask(bench, from, behind, cell, exact, traced);
      }
    };
  }

  private static Attempt ask(
      StudyContext bench,
      String from,
      Node coordinator,
      Cell cell,
      ExactPart exact,
      boolean traced) {
    String mean = MeasuredAggregate.MEAN.selector(bench.functions());
    return bench.ask(
        StudyContext.statement("SELECT %s FROM %s".formatted(mean, from), StudyContext.PAGE_SIZE)
            .setConsistencyLevel(cell.get(LEVEL))
            .setNode(coordinator)
            .setTracing(traced),
        row -> MeasuredAggregate.MEAN.check(row, exact));
  }

  /** Of a row, against the first level, in sync. */
  private double factor(Report report, Cell cell) {
    double whole = report.factor(cell, cell.with(REPLICAS, IN_SYNC).with(LEVEL, levels.get(0)));
    return DIFFERING.contains(cell.get(REPLICAS)) ? whole * rows / missedRows : whole;
  }

  @Override
  protected void write(Report report) {
    List<Cell> cells = report.cells(this::cells);
    report.of(
        "Aggregation time against consistency level",
        "`mean(value)` of one partition of %,d rows. Where one replica has missed writes of level QUORUM (the others took it for dead and kept no hints), it is one of %,d rows, and that replica coordinates, so that every page finds a difference; \"again\" is the same request a second time. Only levels that must see those writes are asked there. The slowed replica stands still for four fifths of the time.",
        rows,
        missedRows);
    report.answers();
    List<Report.Plot> plots = report.each(lane -> plot(report, lane));
    report.verdict(
        plots.get(0),
        report.said(lane -> factors(report, cells(lane, IN_SYNC))),
        conditions().size() == 1
            ? "No replica was slowed down or had missed writes."
            : report.said(
                lane ->
                    conditions().stream()
                        .skip(1)
                        .map(condition -> factors(report, cells(lane, condition)))
                        .collect(Collectors.joining("; "))));
    report
        .section("Times", "", plots.subList(1, plots.size()))
        .by(Dimension.LANE, REPLICAS, LEVEL)
        .client("client s")
        .number("factor", cell -> factor(report, cell))
        .median("again s", AGAIN)
        .traced()
        .failed()
        .of(cells);
  }

  private Report.Plot plot(Report report, String lane) {
    GroupPlot plot =
        new GroupPlot(
            "Time of the mean by consistency level, " + lane,
            "consistency level",
            "seconds (client)",
            levels.stream().map(Enum::name).toList());
    for (String condition : conditions()) {
      plot.series(
          condition,
          levels.stream()
              .map(level -> Cell.of(lane).with(REPLICAS, condition).with(LEVEL, level))
              .map(report::client)
              .toList());
    }
    return plot.named("levels-" + lane, "seconds by consistency level and state of the replicas");
  }

  private String factors(Report report, List<Cell> cells) {
    return "%s, times that of %s in sync: %s"
        .formatted(
            cells.get(0).get(REPLICAS),
            levels.get(0),
            cells.stream()
                .map(cell -> Numbers.in("%s %s", cell.get(LEVEL), factor(report, cell)))
                .collect(Collectors.joining(", ")));
  }
}
