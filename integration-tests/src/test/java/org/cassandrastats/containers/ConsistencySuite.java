/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.containers;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.cassandrastats.bench.harness.StudyFacts;
import org.cassandrastats.bench.measure.Attempt;
import org.cassandrastats.bench.measure.Cell;
import org.cassandrastats.bench.measure.Dimension;
import org.cassandrastats.bench.measure.Grid;
import org.cassandrastats.bench.measure.MeasuredAggregate;
import org.cassandrastats.bench.measure.Results;
import org.cassandrastats.bench.measure.Spread;
import org.cassandrastats.bench.report.GroupPlot;
import org.cassandrastats.bench.report.Numbers;
import org.cassandrastats.bench.report.Report;
import org.cassandrastats.bench.report.ReportColumns;
import org.cassandrastats.live.Lane;

/** Time against consistency level, whatever the replicas are like. */
final class ConsistencySuite implements Suite {
  private static final Dimension<Replicas> REPLICAS = new Dimension<>("replicas");
  private static final Dimension<Level> LEVEL = new Dimension<>("level");
  private static final double MICROS = 1e6;

  private final SuiteSize size;

  ConsistencySuite(SuiteSize size) {
    this.size = size;
  }

  /** The state of the replicas that are read. */
  private enum Replicas {
    IN_SYNC("in sync"),
    SLOW("one slowed"),
    BLOCKING("one has missed writes, read repair BLOCKING"),
    NOT_REPAIRED("one has missed writes, read repair NONE");

    private final String label;

    Replicas(String label) {
      this.label = label;
    }

    boolean isDiffering() {
      return this == BLOCKING || this == NOT_REPAIRED;
    }

    static List<Replicas> of(Part part) {
      return part.isCluster() ? List.of(values()) : List.of(IN_SYNC);
    }

    @Override
    public String toString() {
      return label;
    }
  }

  /** A consistency level, and who coordinates. */
  private enum Level {
    ONE(DefaultConsistencyLevel.ONE, "ONE"),
    LOCAL_ONE(DefaultConsistencyLevel.LOCAL_ONE, "LOCAL_ONE"),
    QUORUM(DefaultConsistencyLevel.QUORUM, "QUORUM"),
    LOCAL_QUORUM(DefaultConsistencyLevel.LOCAL_QUORUM, "LOCAL_QUORUM"),
    ALL(DefaultConsistencyLevel.ALL, "ALL"),
    /** How long the replica that is slowed down takes by itself. */
    AT_THE_LAST(DefaultConsistencyLevel.LOCAL_ONE, "LOCAL_ONE at node 3");

    /** The levels that must see writes of level QUORUM. */
    private static final Set<Level> SEEING_WRITES = EnumSet.of(QUORUM, LOCAL_QUORUM, ALL);

    private final DefaultConsistencyLevel level;
    private final String label;

    Level(DefaultConsistencyLevel level, String label) {
      this.level = level;
      this.label = label;
    }

    static List<Level> of(Cell cell) {
      return Arrays.stream(values())
          .filter(level -> level != AT_THE_LAST || cell.get(NODES) > 1)
          .filter(level -> !cell.get(REPLICAS).isDiffering() || SEEING_WRITES.contains(level))
          .toList();
    }

    @Override
    public String toString() {
      return label;
    }
  }

  @Override
  public String name() {
    return "consistency";
  }

  @Override
  public SuiteSize size() {
    return size;
  }

  @Override
  public StudyFacts settings() {
    return new StudyFacts()
        .add("Rows of the partition", size.rows())
        .add("Rows of a partition that a replica has missed writes of", size.missedRows())
        .add("Page size", size.pageSize());
  }

  @Override
  public List<Cell> cells(Part part) {
    return Grid.of(part.lane().toString())
        .by(NODES, List.of(part.nodes()))
        .by(REPLICAS, Replicas.of(part))
        .by(AGGREGATE, AGGREGATES)
        .by(LEVEL, Level::of)
        .by(ROWS, cell -> List.of(rows(part, cell.get(REPLICAS))))
        .cells();
  }

  private int rows(Part part, Replicas replicas) {
    return replicas.isDiffering() ? size.missedRows(part.lane()) : size.rows(part.lane());
  }

  /** Whoever has missed writes is asked the same once more. */
  @Override
  public Optional<String> missing(Cell cell, Results results) {
    return cell.get(REPLICAS).isDiffering() && !results.number(cell, StaleReplica.AGAIN).isKnown()
        ? Optional.of("%s: not asked again".formatted(cell))
        : Optional.empty();
  }

  @Override
  public Questions questions(SuiteBench bench) {
    List<Cell> cells = cells(bench.part());
    long repairing = cells.stream().filter(cell -> cell.is(REPLICAS, Replicas.BLOCKING)).count();
    StaleReplica missed =
        bench.part().isCluster()
            ? StaleReplica.load(bench, (int) repairing * (warmUp() + runs() + 1))
            : null;
    SlowReplica slow = new SlowReplica(bench.nodes(), bench.part().nodes());
    return new Questions() {
      @Override
      public Attempt ask(Cell cell, boolean traced) {
        slow.setSlow(cell.is(REPLICAS, Replicas.SLOW));
        MeasuredAggregate aggregate = cell.get(AGGREGATE);
        ConsistencyLevel level = cell.get(LEVEL).level;
        return switch (cell.get(REPLICAS)) {
          case IN_SYNC, SLOW -> askInSync(bench, cell, traced);
          case BLOCKING -> missed.askRepairing(aggregate, level, traced);
          case NOT_REPAIRED -> missed.askNotRepairing(aggregate, level, traced);
        };
      }

      @Override
      public Attempt askBesides(Cell cell, boolean traced, Attempt first) {
        MeasuredAggregate aggregate = cell.get(AGGREGATE);
        ConsistencyLevel level = cell.get(LEVEL).level;
        return switch (cell.get(REPLICAS)) {
          case IN_SYNC, SLOW -> first;
          case BLOCKING -> missed.askRepaired(aggregate, level, first);
          case NOT_REPAIRED -> missed.askNotRepaired(aggregate, level, first);
        };
      }

      @Override
      public void close() {
        slow.close();
      }
    };
  }

  private Attempt askInSync(SuiteBench bench, Cell cell, boolean traced) {
    MeasuredAggregate aggregate = cell.get(AGGREGATE);
    Level level = cell.get(LEVEL);
    int coordinator = level == Level.AT_THE_LAST ? bench.part().nodes() : 1;
    return bench.ask(
        aggregate,
        bench
            .readings()
            .query(aggregate, SuiteBench.PARTITION)
            .setNode(bench.node(coordinator))
            .setPageSize(size.pageSize())
            .setConsistencyLevel(level.level)
            .setTracing(traced));
  }

  @Override
  public void describe(Report report, Results results, List<Part> parts, List<Cell> cells) {
    report.of(
        "Aggregation time of one partition against consistency level",
        "Node 1 coordinates and has a replica; where one replica has missed writes of level QUORUM, because it was"
            + " stopped, that replica coordinates, so that every page finds a difference, and only levels that must see those"
            + " writes are asked. \"Again\" is the same request a second time. The slowed replica, node 3, has a fifth of a"
            + " processor's time; \"LOCAL_ONE at node 3\" is what it takes by itself. Factors are the time of a row over that of the same aggregate at"
            + " LOCAL_ONE in sync, of the same lane and nodes. Requests of all kinds took turns."
            + TRACED);
    report.answers("requests", EXACT);
    Part last = parts.get(parts.size() - 1);
    report.verdict(
        plot(results, last),
        "%s, `mean` over that at LOCAL_ONE in sync: %s."
            .formatted(last, said(results, last, false)),
        last.isCluster()
            ? "Where a replica has missed writes: %s.".formatted(said(results, last, true))
            : "No replica had missed writes.");
    levels(report, results, parts);
    report
        .section("Times", "")
        .by(Dimension.LANE)
        .by(NODES)
        .by(REPLICAS)
        .by(AGGREGATE)
        .by(LEVEL)
        .count("rows", cell -> cell.get(ROWS))
        .client("client s")
        .number("µs a row", cell -> perRow(results, cell).median())
        .number("factor", cell -> factor(results, cell))
        .number("again s", cell -> results.number(cell, StaleReplica.AGAIN).median())
        .traced()
        .failed()
        .of(cells);
  }

  private static Spread perRow(Results results, Cell cell) {
    return results.client(cell).times(MICROS / cell.get(ROWS));
  }

  private double factor(Results results, Cell cell) {
    Cell base =
        cell.with(REPLICAS, Replicas.IN_SYNC)
            .with(LEVEL, Level.LOCAL_ONE)
            .with(ROWS, size.rows(Lane.named(cell.lane())));
    return perRow(results, cell).median() / perRow(results, base).median();
  }

  private List<Cell> means(Part part, Replicas replicas) {
    return cells(part).stream()
        .filter(cell -> cell.is(AGGREGATE, MeasuredAggregate.MEAN))
        .filter(cell -> cell.is(REPLICAS, replicas))
        .toList();
  }

  /** What the mean takes at two levels, over what it takes at LOCAL_ONE in sync. */
  private String said(Results results, Part part, boolean isDiffering) {
    return Replicas.of(part).stream()
        .filter(replicas -> replicas.isDiffering() == isDiffering)
        .map(
            replicas ->
                means(part, replicas).stream()
                    .filter(cell -> cell.is(LEVEL, Level.QUORUM) || cell.is(LEVEL, Level.ALL))
                    .map(cell -> Numbers.in("%s %s", cell.get(LEVEL), factor(results, cell)))
                    .collect(Collectors.joining(", ", replicas + ": ", "")))
        .collect(Collectors.joining("; "));
  }

  /** The factors of the mean beside each other. */
  private void levels(Report report, Results results, List<Part> parts) {
    ReportColumns factors =
        report
            .section(
                "The mean by level",
                "The time of a row over that at LOCAL_ONE in sync.",
                parts.stream().limit(parts.size() - 1).map(part -> plot(results, part)).toList())
            .by(Dimension.LANE, NODES, REPLICAS);
    for (Level level : Level.values()) {
      factors.right(
          level.toString(),
          first -> {
            Cell cell = first.with(LEVEL, level);
            return results.client(cell).isKnown() ? Numbers.rounded(factor(results, cell)) : "";
          });
    }
    factors.of(
        parts.stream()
            .flatMap(
                part -> Replicas.of(part).stream().map(replicas -> means(part, replicas).get(0)))
            .toList());
  }

  private Report.Plot plot(Results results, Part part) {
    List<Level> levels =
        means(part, Replicas.IN_SYNC).stream().map(cell -> cell.get(LEVEL)).toList();
    GroupPlot plot =
        new GroupPlot(
            "Time of a row of mean, " + part,
            "consistency level",
            "microseconds a row (client)",
            levels.stream().map(Level::toString).toList());
    for (Replicas replicas : Replicas.of(part)) {
      List<Cell> means = means(part, replicas);
      plot.series(
          replicas.toString(),
          levels.stream()
              .map(
                  level ->
                      means.stream()
                          .filter(cell -> cell.is(LEVEL, level))
                          .map(cell -> perRow(results, cell))
                          .findFirst()
                          .orElseGet(Spread::of))
              .toList());
    }
    return plot.logarithmic()
        .named(
            part.file(),
            "microseconds a row by consistency level and state of the replicas, " + part);
  }
}
