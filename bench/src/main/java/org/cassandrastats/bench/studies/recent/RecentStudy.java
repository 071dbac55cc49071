/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.recent;

import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.cassandrastats.bench.harness.ClusterStudy;
import org.cassandrastats.bench.harness.StudyContext;
import org.cassandrastats.bench.harness.StudyDefaults;
import org.cassandrastats.bench.measure.Attempt;
import org.cassandrastats.bench.measure.Cell;
import org.cassandrastats.bench.measure.ExactColumn;
import org.cassandrastats.bench.measure.Grid;
import org.cassandrastats.bench.measure.Rounds;
import org.cassandrastats.bench.nodes.BenchKeyspace;
import org.cassandrastats.bench.nodes.BenchLane;
import org.cassandrastats.bench.nodes.NodeManagement;
import org.cassandrastats.bench.nodes.NodeVariant;
import org.cassandrastats.bench.report.Report;
import org.cassandrastats.cli.console.Progress;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** How long reads of the newest rows take, by the size of the partition and its order. */
@Command(
    name = "recent",
    header = "The newest rows of small and of huge partitions.",
    description = {
      "Reads the newest 10 and 100 rows of partitions of 100 rows and more, which are kept in"
          + " ascending order or in descending, with a start bound or with a limit only, and has"
          + " the server say how long each read took.",
      "--runs is the number of reads of each kind. No function of the pack is called: one lane,"
          + " native, says it all. Takes about 15 minutes with partitions of up to a million rows.",
    },
    footer = {
      "  cassandra-stats bench recent",
      "  cassandra-stats bench recent --max-rows 10000000 --runs 300",
      "  cassandra-stats bench recent --sizes 1200,5000,10000000 --runs 300",
      "  cassandra-stats bench recent --sstables BIG,BIG_4KIB,BTI --tables ALL,OWN",
      "  cassandra-stats bench recent --contact-point 10.0.0.1:9042 --max-rows 100000 --output"
          + " /tmp/bench",
    })
// No function is called, so that one lane says it all.
@StudyDefaults(lanes = BenchLane.NATIVE, runs = 100)
public final class RecentStudy extends ClusterStudy {
  /** Rows that the largest partition has at least: growth needs two sizes. */
  private static final int LEAST_MOST_ROWS = 1000;

  private static final int MOST_ROWS = 10_000_000;

  /** Rows of the smallest partition. */
  private static final int FEWEST_ROWS = 100;

  private static final List<Integer> NEWEST = List.of(10, 100);

  /** Reads that a node needs until it has compiled what it runs, in each round of warming up. */
  private static final int READS_TO_WARM_UP = 50;

  private static final Duration TIMEOUT = Duration.ofMinutes(10);
  private static final double MICROS = 1e6;

  @Option(
      names = "--max-rows",
      paramLabel = "N",
      defaultValue = "1000000",
      description =
          "Rows of the largest partition. All powers of ten from 100 up to it are measured."
              + " Default: ${DEFAULT-VALUE}.")
  private int maxRows;

  @Option(
      names = "--sizes",
      split = ",",
      paramLabel = "N",
      description = "Rows of the partitions. Default: the powers of ten up to --max-rows.")
  private List<Integer> chosenSizes;

  @Option(
      names = "--sstables",
      split = ",",
      paramLabel = "S",
      defaultValue = "DEFAULT",
      description =
          "SSTables of throw-away nodes, some of ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
  private List<Sstables> sstables;

  @Option(
      names = "--tables",
      split = ",",
      paramLabel = "T",
      defaultValue = "ALL",
      description =
          "ALL: a table holds partitions of all sizes; OWN: each size has a table of its own."
              + " Default: ${DEFAULT-VALUE}.")
  private List<Neighbours> neighbours;

  @Override
  protected void check() {
    neighbours = neighbours.stream().distinct().sorted().toList();
    options().require("--max-rows", maxRows, LEAST_MOST_ROWS, MOST_ROWS);
    if (chosenSizes != null) {
      chosenSizes.forEach(size -> options().require("--sizes", size, FEWEST_ROWS, MOST_ROWS));
      chosenSizes = chosenSizes.stream().distinct().sorted().toList();
      if (chosenSizes.size() == 1) {
        throw refused("--sizes is %s: expected two sizes or more".formatted(chosenSizes.get(0)));
      }
    }
    sstables = forks() ? sstables.stream().distinct().sorted().toList() : List.of(Sstables.DEFAULT);
  }

  @Override
  public List<NodeVariant> variants() {
    return sstables.stream().map(Sstables::variant).toList();
  }

  /** Those that are chosen, or the powers of ten from the smallest partition on. */
  List<Integer> sizes() {
    if (chosenSizes != null) {
      return chosenSizes;
    }
    List<Integer> sizes = new ArrayList<>();
    for (long size = FEWEST_ROWS; size <= maxRows; size *= 10) {
      sizes.add((int) size);
    }
    return sizes;
  }

  @Override
  public int rows(String lane) {
    return sizes().get(sizes().size() - 1);
  }

  @Override
  public long storedRows(String lane) {
    return (long) ReadOrder.values().length
        * neighbours.size()
        * sizes().stream().mapToLong(Integer::longValue).sum();
  }

  @Override
  public void load(StudyContext bench) {
    createTable(bench, ReadOrder.DESCENDING, ReadOrder.DESCENDING.table());
    for (ReadOrder order : ReadOrder.values()) {
      for (int size : sizes()) {
        for (Neighbours each : neighbours) {
          String table = each.table(order, size);
          if (each == Neighbours.OWN) {
            createTable(bench, order, table);
          }
          // Its number of rows is the key of a partition.
          bench.load(table, bench.column(), size, size, 1);
        }
      }
    }
    bench.target().flushAndCompact();
  }

  private static void createTable(StudyContext bench, ReadOrder order, String table) {
    String newestFirst = order == ReadOrder.DESCENDING ? "DESC" : "ASC";
    BenchKeyspace.createTable(
        bench.session(),
        table,
        "sensor int, at bigint, value double, PRIMARY KEY (sensor, at)",
        "CLUSTERING ORDER BY (at " + newestFirst + ")");
  }

  @Override
  protected List<Cell> cells(String lane) {
    return Grid.of(lane)
        .by(RecentReport.SSTABLES, sstables)
        .by(RecentReport.NEIGHBOURS, neighbours)
        .by(RecentReport.ORDER, ReadOrder.values())
        .by(RecentReport.END, ReadEnd.values())
        .by(RecentReport.NEWEST, NEWEST)
        .by(RecentReport.ROWS, sizes())
        .cells();
  }

  @Override
  protected List<Cell> cells(String lane, NodeVariant variant) {
    return cells(lane).stream()
        .filter(cell -> cell.get(RecentReport.SSTABLES).variant().equals(variant))
        .toList();
  }

  @Override
  protected Rounds.Question questions(StudyContext bench) {
    Map<String, PreparedStatement> prepared = new HashMap<>();
    Function<Cell, BoundStatement> statement =
        cell ->
            prepared
                .computeIfAbsent(cql(cell), bench.session()::prepare)
                .bind(values(cell))
                .setTimeout(TIMEOUT);
    warm(bench, statement);
    return new Rounds.Question() {
      @Override
      public Attempt ask(Cell cell, boolean traced) {
        return askPlain(bench, cell, statement.apply(cell));
      }

      @Override
      public Attempt askBesides(Cell cell, boolean traced, Attempt plain) {
        return askTraced(bench, cell, statement.apply(cell), plain);
      }
    };
  }

  /** The query, with bind markers. */
  static String cql(Cell cell) {
    boolean isBounded = cell.is(RecentReport.END, ReadEnd.START);
    ReadOrder order = cell.get(RecentReport.ORDER);
    return "SELECT at, value FROM %s WHERE sensor = ?%s%s%s"
        .formatted(
            RecentReport.table(cell),
            isBounded ? " AND at >= ?" : "",
            order == ReadOrder.ASCENDING ? " ORDER BY at DESC" : "",
            isBounded ? "" : " LIMIT ?");
  }

  static Object[] values(Cell cell) {
    int rows = cell.get(RecentReport.ROWS);
    int newest = cell.get(RecentReport.NEWEST);
    return cell.is(RecentReport.END, ReadEnd.START)
        ? new Object[] {rows, (long) rows - newest}
        : new Object[] {rows, newest};
  }

  /** Reads, for the node to compile its code and to fill its caches. */
  private void warm(StudyContext bench, Function<Cell, BoundStatement> statement) {
    List<Cell> cells = cells(bench.lane(), bench.variant());
    int rounds = warmUp() * READS_TO_WARM_UP;
    long total = (long) rounds * cells.size();
    try (Progress progress = bench.console().progress("Warming up", total, "queries")) {
      for (int round = 0; round < rounds; round++) {
        for (Cell cell : cells) {
          // If a read goes on failing, the measured ones fail and are recorded.
          bench.asker().askAll(statement.apply(cell), rows -> Optional.empty());
        }
        progress.reached((round + 1L) * cells.size());
      }
    }
  }

  /** Reads as users do: the client's time and the replica's. */
  private static Attempt askPlain(StudyContext bench, Cell cell, BoundStatement statement) {
    NodeManagement.ReplicaTime before = readTime(bench, cell);
    Attempt plain = bench.asker().askAll(statement, rows -> check(bench.column(), cell, rows));
    if (!plain.isExact()) {
      return plain;
    }
    NodeManagement.ReplicaTime after = readTime(bench, cell);
    // A read of anybody else would be in the difference.
    return after.count() == before.count() + 1
        ? plain.with(ReadClock.SECONDS_OF_REPLICA, (after.micros() - before.micros()) / MICROS)
        : plain;
  }

  /** Reads once more for the coordinator's time, which tracing makes longer. */
  private static Attempt askTraced(
      StudyContext bench, Cell cell, BoundStatement statement, Attempt plain) {
    Attempt traced =
        bench.asker().askAll(statement.setTracing(true), rows -> check(bench.column(), cell, rows));
    return traced.isExact() ? plain.withServerSeconds(traced.serverSeconds()) : traced;
  }

  private static NodeManagement.ReplicaTime readTime(StudyContext bench, Cell cell) {
    long count = 0;
    long micros = 0;
    for (NodeManagement node : bench.target().management()) {
      NodeManagement.ReplicaTime time = node.readTime(RecentReport.table(cell));
      count += time.count();
      micros += time.micros();
    }
    return new NodeManagement.ReplicaTime(count, micros);
  }

  private static Optional<String> check(ExactColumn column, Cell cell, List<Row> rows) {
    return column.check(
        cell.get(RecentReport.NEWEST), i -> cell.get(RecentReport.ROWS) - 1 - i, rows);
  }

  @Override
  protected void write(Report report) {
    new RecentReport(report, report.cells(this::cells)).write();
  }
}
