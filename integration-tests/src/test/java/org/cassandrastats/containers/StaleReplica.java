/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.containers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.util.List;
import java.util.function.ObjIntConsumer;
import java.util.stream.IntStream;
import org.cassandrastats.bench.measure.Attempt;
import org.cassandrastats.bench.measure.MeasuredAggregate;
import org.cassandrastats.bench.nodes.BenchKeyspace;

/**
 * Partitions of which the last node has an older version, because it was stopped: rows that were
 * added, changed and deleted. That node is asked, so that every page finds a difference.
 */
final class StaleReplica {
  /** Seconds of the same request once more: what was repaired needs no repair. */
  static final String AGAIN = "again_seconds";

  /** Every how manieth row was changed; as many were added. */
  private static final int STEP = 10;

  /** Which part of the rows was deleted. */
  private static final int DELETED = 16;

  private static final int SALT = 1;

  private final SuiteBench bench;
  private final int behind;
  private final int partitions;
  private final SuiteTable repaired;
  private final SuiteTable unrepaired;
  private final int rowsBefore;
  private final KnownRows rows;
  private int repairedPartition;

  private StaleReplica(SuiteBench bench, int partitions) {
    this.bench = bench;
    this.behind = bench.part().nodes();
    this.partitions = partitions;
    this.repaired = table("repaired", "BLOCKING");
    this.unrepaired = table("unrepaired", "NONE");
    this.rowsBefore = bench.size().missedRows(bench.part().lane());
    KnownRows before = KnownRows.of(rowsBefore);
    forEachPartition((table, partition) -> table.write(partition, before));
    this.rows = before.copy(rowsBefore + rowsBefore / STEP);
  }

  /**
   * Fills partitions and changes them while a node is stopped.
   *
   * @param partitions how many requests there will be that repair what they read
   */
  static StaleReplica load(SuiteBench bench, int partitions) {
    SuiteConsole.say("Stopping a node, which is to miss writes");
    StaleReplica missed = new StaleReplica(bench, partitions);
    bench.flushAndCompact();
    bench.nodes().stop(missed.behind);
    try {
      missed.change();
      missed.assertSeenByOthers();
    } finally {
      bench.nodes().start(missed.behind);
      bench.awaitNode(missed.behind);
    }
    missed.assertSeenByAll();
    return missed;
  }

  private SuiteTable table(String name, String readRepair) {
    return SuiteTable.create(
        bench.target(), BenchKeyspace.table(name), "read_repair = '" + readRepair + "'");
  }

  /** A read repairs what it reads, or leaves it as it is: one partition is enough then. */
  private void forEachPartition(ObjIntConsumer<SuiteTable> action) {
    IntStream.rangeClosed(1, partitions).forEach(partition -> action.accept(repaired, partition));
    action.accept(unrepaired, 1);
  }

  private void change() {
    ConsistencyLevel level = ConsistencyLevel.QUORUM;
    int from = rowsBefore / 2;
    int to = from + rowsBefore / DELETED;
    rows.change(0, rowsBefore, STEP, SALT);
    rows.change(rowsBefore, rows.size(), 1, SALT);
    forEachPartition(
        (table, partition) -> {
          table.write(partition, rows, level, 0, rowsBefore, STEP);
          table.write(partition, rows, level, rowsBefore, rows.size(), 1);
          table.delete(partition, level, from, to);
        });
    rows.remove(from, to);
  }

  private void assertSeenByOthers() {
    for (SuiteTable table : List.of(repaired, unrepaired)) {
      assertExact(table, 1, ConsistencyLevel.ONE);
      assertExact(table, 2, ConsistencyLevel.QUORUM);
      assertThatThrownBy(() -> answer(table, 1, ConsistencyLevel.ALL))
          .isInstanceOf(AllNodesFailedException.class)
          .hasMessageContaining("UnavailableException")
          .hasMessageContaining("ALL (3 required but only 2 alive)");
    }
  }

  /** Not of those that a read repairs. */
  private void assertSeenByAll() {
    IntStream.rangeClosed(1, behind)
        .forEach(coordinator -> assertExact(unrepaired, coordinator, ConsistencyLevel.QUORUM));
  }

  private void assertExact(SuiteTable table, int coordinator, ConsistencyLevel level) {
    assertThat(answer(table, coordinator, level))
        .as("%s through node %d", level, coordinator)
        .isEqualTo(rows.exact());
  }

  private SuiteAnswer answer(SuiteTable table, int coordinator, ConsistencyLevel level) {
    CqlSession session = bench.session();
    return SuiteAnswer.ask(
        session,
        table
            .query(1)
            .setNode(bench.node(coordinator))
            .setConsistencyLevel(level)
            .setTimeout(SuiteTable.LONGEST));
  }

  /** Asks for a partition that no read has repaired. */
  Attempt askRepairing(MeasuredAggregate aggregate, ConsistencyLevel level, boolean traced) {
    repairedPartition++;
    return ask(repaired, repairedPartition, aggregate, level, traced);
  }

  /** Asks for that partition once more, and then the node alone for what was repaired. */
  Attempt askRepaired(MeasuredAggregate aggregate, ConsistencyLevel level, Attempt first) {
    Attempt both = askAgain(repaired, repairedPartition, aggregate, level, first);
    Attempt alone = ask(repaired, repairedPartition, aggregate, ConsistencyLevel.LOCAL_ONE, false);
    return alone.isExact() ? both : alone;
  }

  /** Asks for what no read repairs. */
  Attempt askNotRepairing(MeasuredAggregate aggregate, ConsistencyLevel level, boolean traced) {
    return ask(unrepaired, 1, aggregate, level, traced);
  }

  /** Asks for that once more. */
  Attempt askNotRepaired(MeasuredAggregate aggregate, ConsistencyLevel level, Attempt first) {
    return askAgain(unrepaired, 1, aggregate, level, first);
  }

  private Attempt askAgain(
      SuiteTable table,
      int partition,
      MeasuredAggregate aggregate,
      ConsistencyLevel level,
      Attempt first) {
    Attempt again = ask(table, partition, aggregate, level, false);
    return again.isExact() ? first.with(AGAIN, again.seconds()) : again;
  }

  private Attempt ask(
      SuiteTable table,
      int partition,
      MeasuredAggregate aggregate,
      ConsistencyLevel level,
      boolean traced) {
    SimpleStatement query =
        table
            .query(aggregate, partition)
            .setNode(bench.node(behind))
            .setPageSize(bench.size().pageSize())
            .setConsistencyLevel(level)
            .setTracing(traced);
    return bench.asker().ask(query, row -> rows.check(aggregate, row));
  }
}
