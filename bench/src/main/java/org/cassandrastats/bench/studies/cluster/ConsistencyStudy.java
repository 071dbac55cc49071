/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.cluster;

import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.cassandrastats.bench.harness.ClusterStudy;
import org.cassandrastats.bench.harness.NodeCounts;
import org.cassandrastats.bench.harness.RowCounts;
import org.cassandrastats.bench.harness.StudyContext;
import org.cassandrastats.bench.harness.StudyDefaults;
import org.cassandrastats.bench.measure.Cell;
import org.cassandrastats.bench.measure.Dimension;
import org.cassandrastats.bench.measure.Grid;
import org.cassandrastats.bench.measure.MeasuredAggregate;
import org.cassandrastats.bench.measure.Spread;
import org.cassandrastats.bench.nodes.BenchLane;
import org.cassandrastats.bench.nodes.NodeVariant;
import org.cassandrastats.bench.report.GroupPlot;
import org.cassandrastats.bench.report.Numbers;
import org.cassandrastats.bench.report.Report;
import org.cassandrastats.bench.report.ReportColumns;
import org.cassandrastats.bench.studies.cluster.ReplicaStates.Level;
import org.cassandrastats.bench.studies.cluster.ReplicaStates.State;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The time of an aggregate against the consistency level, by the state of the replicas. */
@Command(
    name = "consistency",
    header = "Time against consistency level, by state of the replicas.",
    description = {
      "Times aggregates of one partition against the consistency level, on three nodes with three"
          + " replicas: in sync, with one replica slowed down, and with one that has missed writes, so that reads repair"
          + " it (blocking) or not.",
      "In the native lane unless --lane says otherwise. A cluster of yours is measured in sync only.",
    },
    footer = {
      "  cassandra-stats bench consistency",
      "  cassandra-stats bench consistency --rows 100000 --levels ONE,QUORUM",
      "  cassandra-stats bench consistency --nodes 1,3 --containers --aggregates avg,mean,tdigest",
      "  cassandra-stats bench consistency --contact-point 10.0.0.1:9042 --output /tmp/bench",
    })
@StudyDefaults(lanes = BenchLane.NATIVE, nodes = 3, traced = true)
public final class ConsistencyStudy extends ClusterStudy {
  private static final Dimension<Integer> ROWS = new Dimension<>("rows");
  private static final double MICROS = 1e6;

  @Mixin RowCounts rows;
  @Mixin NodeCounts nodes = new NodeCounts(3);

  @Option(
      names = "--missed-rows",
      paramLabel = "N",
      description =
          "Rows of each partition that a replica has missed writes of; each run needs a partition of"
              + " its own. Fewer in proportion where --rows are. Default: a tenth of --rows.")
  private Integer missedRows;

  @Option(
      names = "--changed",
      paramLabel = "N",
      defaultValue = "10",
      description = "Every Nth row is one that the replica has missed. Default: ${DEFAULT-VALUE}.")
  private int changed;

  @Option(
      names = "--wider",
      description =
          "Also read what a replica has missed in two partitions by IN, and by a range of tokens.")
  private boolean wider;

  @Option(
      names = "--levels",
      split = ",",
      paramLabel = "LEVEL",
      defaultValue = "ONE,LOCAL_ONE,QUORUM,LOCAL_QUORUM,ALL",
      description = "Consistency levels. Default: ${DEFAULT-VALUE}.")
  private List<DefaultConsistencyLevel> levels;

  @Option(
      names = "--aggregates",
      split = ",",
      paramLabel = "A",
      defaultValue = "mean",
      description = "What is timed: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
  private List<MeasuredAggregate> aggregates;

  @Option(
      names = "--page-size",
      paramLabel = "N",
      defaultValue = "5000",
      description = "Rows in a page. Default: ${DEFAULT-VALUE}.")
  private int pageSize;

  @Override
  protected void check() {
    missedRows = missedRows == null ? Math.max(1, rows("") / 10) : missedRows;
    options().require("--missed-rows", missedRows, 1, rows(""));
    options().require("--changed", changed, 1, missedRows);
    options().require("--page-size", pageSize, 1, RowCounts.LARGEST);
    levels = levels.stream().distinct().toList();
    aggregates = aggregates.stream().distinct().sorted().toList();
  }

  private int missedRows(String lane) {
    return (int) Math.max(1, (long) missedRows * rows(lane) / rows(""));
  }

  @Override
  public List<NodeVariant> variants() {
    return nodes.variants(cluster(), NodeVariant.LATE_DEADLINE.nativeTimeout());
  }

  @Override
  protected List<Cell> cells(String lane) {
    return Grid.of(lane)
        .by(NodeCounts.NODES, nodes.of(cluster()))
        .by(ReplicaStates.REPLICAS, cell -> states(cell.get(NodeCounts.NODES)))
        .by(ReplicaStates.AGGREGATE, aggregates)
        .by(ReplicaStates.LEVEL, this::levels)
        .by(ROWS, cell -> List.of(rows(lane, cell.get(ReplicaStates.REPLICAS))))
        .cells();
  }

  private List<State> states(int nodes) {
    return nodes > 1
        ? Arrays.stream(State.values()).filter(state -> wider || !state.isWider()).toList()
        : List.of(State.IN_SYNC);
  }

  /** Where replicas differ, only levels that have to give the exact answer. */
  private List<Level> levels(Cell cell) {
    List<Level> all = new ArrayList<>(levels.stream().map(Level::of).toList());
    if (cell.get(NodeCounts.NODES) > 1) {
      all.add(Level.ALONE);
    }
    boolean isDiffering = cell.get(ReplicaStates.REPLICAS).isDiffering();
    all.removeIf(level -> isDiffering && !level.seesWrites());
    return all;
  }

  private int rows(String lane, State state) {
    return state.isDiffering() ? missedRows(lane) * Math.max(1, state.repaired()) : rows(lane);
  }

  @Override
  protected List<Cell> cells(String lane, NodeVariant variant) {
    return cells(lane).stream().filter(cell -> NodeCounts.isOf(variant, cell)).toList();
  }

  @Override
  protected boolean isTraced(Cell cell) {
    return cell.get(ReplicaStates.AGGREGATE).isTraced(cell.lane());
  }

  @Override
  public void measure(StudyContext bench) {
    List<Cell> cells = cells(bench.lane(), bench.variant());
    // Each run reads a partition of its own: a read may repair it.
    int partitions =
        cells.stream().mapToInt(cell -> cell.get(ReplicaStates.REPLICAS).repaired()).sum()
            * (warmUp() + runs() + 1);
    MissedWrites missed =
        partitions == 0
            ? null
            : MissedWrites.load(bench, missedRows(bench.lane()), changed, partitions);
    try (ReplicaStates asking = new ReplicaStates(bench, rows(bench.lane()), pageSize, missed)) {
      bench.measure("Measuring", cells, this::isTraced, asking);
    }
  }

  @Override
  protected void write(Report report) {
    report.of(
        "Aggregation time of one partition against consistency level",
        "The first node coordinates and has a replica; where one replica has missed writes of level QUORUM, that replica coordinates, so that every page finds a difference, and only levels that must see those writes are asked. \"Again\" is the same request a second time. The slowed replica, node 3, has a fifth of a processor's time; \"LOCAL_ONE at node 3\" is what it takes by itself. Factors are the time of a row over that of the same aggregate at %s in sync, of the same lane and nodes. Requests of all kinds took turns. %s",
        base(),
        MeasuredAggregate.TRACED);
    report.answers();
    List<Cell> groups = groups(report);
    Cell last = groups.get(groups.size() - 1);
    report.verdict(
        plot(report, last),
        "%s, `%s` over that at %s in sync: %s."
            .formatted(NodeCounts.part(last), shown(), base(), said(report, last, false)),
        last.get(NodeCounts.NODES) > 1
            ? "Where a replica has missed writes: %s.".formatted(said(report, last, true))
            : "No replica was slowed down or had missed writes.");
    factors(report, groups);
    List<Cell> all = report.cells(this::cells);
    boolean hasRepairs =
        all.stream().anyMatch(cell -> report.number(cell, ReplicaStates.REPAIRS).isKnown());
    ReportColumns times =
        report.section(
            "Times", hasRepairs ? "Repairs sent: writes of read repair by the first request." : "");
    times
        .by(Dimension.LANE, NodeCounts.NODES, ReplicaStates.REPLICAS)
        .by(ReplicaStates.AGGREGATE, ReplicaStates.LEVEL)
        .count("rows", cell -> cell.get(ROWS))
        .client("client s")
        .number("µs a row", cell -> perRow(report, cell).median())
        .number("factor", cell -> factor(report, cell))
        .median("again s", ReplicaStates.AGAIN);
    if (hasRepairs) {
      times.median("repairs sent", ReplicaStates.REPAIRS);
    }
    times.traced().failed().of(all);
  }

  /** What is compared with. */
  private Level base() {
    return Level.of(
        levels.contains(DefaultConsistencyLevel.LOCAL_ONE)
            ? DefaultConsistencyLevel.LOCAL_ONE
            : levels.get(0));
  }

  private MeasuredAggregate shown() {
    return aggregates.contains(MeasuredAggregate.MEAN) ? MeasuredAggregate.MEAN : aggregates.get(0);
  }

  private static Spread perRow(Report report, Cell cell) {
    return report.client(cell).times(MICROS / cell.get(ROWS));
  }

  private double factor(Report report, Cell cell) {
    Cell base =
        cell.with(ReplicaStates.REPLICAS, State.IN_SYNC)
            .with(ReplicaStates.LEVEL, base())
            .with(ROWS, rows(cell.lane()));
    return perRow(report, cell).median() / perRow(report, base).median();
  }

  /** The cells of what is shown, of the first level. */
  private List<Cell> rows(Report report) {
    return report.cells(this::cells).stream()
        .filter(cell -> cell.is(ReplicaStates.AGGREGATE, shown()))
        .filter(cell -> levels(cell).get(0).equals(cell.get(ReplicaStates.LEVEL)))
        .toList();
  }

  /** A cell of each lane and number of nodes. */
  private List<Cell> groups(Report report) {
    return rows(report).stream()
        .filter(cell -> cell.is(ReplicaStates.REPLICAS, State.IN_SYNC))
        .toList();
  }

  private List<Cell> states(Report report, Cell group) {
    return rows(report).stream()
        .filter(cell -> cell.lane().equals(group.lane()))
        .filter(cell -> cell.is(NodeCounts.NODES, group.get(NodeCounts.NODES)))
        .toList();
  }

  private String said(Report report, Cell group, boolean isDiffering) {
    return states(report, group).stream()
        .filter(cell -> cell.get(ReplicaStates.REPLICAS).isDiffering() == isDiffering)
        .map(
            cell ->
                levels(cell).stream()
                    .map(
                        level ->
                            Numbers.in(
                                "%s %s",
                                level, factor(report, cell.with(ReplicaStates.LEVEL, level))))
                    .collect(Collectors.joining(", ", cell.get(ReplicaStates.REPLICAS) + ": ", "")))
        .collect(Collectors.joining("; "));
  }

  /** The factors of one aggregate beside each other. */
  private void factors(Report report, List<Cell> groups) {
    ReportColumns factors =
        report
            .section(
                "`%s` by level".formatted(shown()),
                "The time of a row over that at %s in sync.".formatted(base()),
                groups.stream().limit(groups.size() - 1).map(group -> plot(report, group)).toList())
            .by(Dimension.LANE, NodeCounts.NODES, ReplicaStates.REPLICAS);
    for (Level level : levels(groups.get(groups.size() - 1))) {
      factors.right(
          level.toString(),
          first -> {
            Cell cell = first.with(ReplicaStates.LEVEL, level);
            return report.client(cell).isKnown() ? Numbers.rounded(factor(report, cell)) : "";
          });
    }
    factors.of(rows(report));
  }

  private Report.Plot plot(Report report, Cell group) {
    List<Level> shown = levels(group);
    GroupPlot plot =
        new GroupPlot(
            "Time of a row of %s, %s".formatted(shown(), NodeCounts.part(group)),
            "consistency level",
            "microseconds a row (client)",
            shown.stream().map(Level::toString).toList());
    for (Cell state : states(report, group)) {
      plot.series(
          state.get(ReplicaStates.REPLICAS).toString(),
          shown.stream()
              .map(level -> perRow(report, state.with(ReplicaStates.LEVEL, level)))
              .toList());
    }
    return plot.logarithmic()
        .named(
            group.lane() + "-" + group.get(NodeCounts.NODES),
            "microseconds a row by consistency level and state of the replicas, "
                + NodeCounts.part(group));
  }
}
