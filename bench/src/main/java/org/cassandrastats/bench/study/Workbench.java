/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.study;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.cassandrastats.bench.run.Asker;
import org.cassandrastats.bench.run.Attempt;
import org.cassandrastats.bench.run.Cell;
import org.cassandrastats.bench.run.ExactColumn;
import org.cassandrastats.bench.run.MeasuredRun;
import org.cassandrastats.bench.run.Rounds;
import org.cassandrastats.bench.run.RunLog;
import org.cassandrastats.bench.target.Deadlines;
import org.cassandrastats.bench.target.NodeManagement;
import org.cassandrastats.bench.target.NodeVariant;
import org.cassandrastats.bench.target.Target;
import org.cassandrastats.cli.console.Console;
import org.cassandrastats.client.RunStatistics;
import org.cassandrastats.client.StatsOptions;
import org.cassandrastats.client.StatsRow;

/**
 * Where a study measures: nodes of one lane that hold its rows, and the record of its runs.
 *
 * @param variant what throw-away nodes were started with
 * @param column the values that the nodes hold
 * @param rounds that the study has asked for
 */
public record Workbench(
    Target target,
    NodeVariant variant,
    ExactColumn column,
    RunLog log,
    Rounds rounds,
    Console console) {
  private static final Duration LONGEST = Duration.ofHours(2);

  /** The lane of the nodes. */
  public String lane() {
    return target.lane();
  }

  /** A session to all nodes. */
  public CqlSession session() {
    return target.session();
  }

  private Asker asker() {
    return new Asker(session());
  }

  /** Sends a statement and checks the only row of its answer. */
  public Attempt ask(SimpleStatement statement, Function<Row, Optional<String>> check) {
    return asker().ask(statement, check);
  }

  /** Sends a statement and checks all rows of its answer. */
  public Attempt askAll(Statement<?> statement, Function<List<Row>, Optional<String>> check) {
    return asker().askAll(statement, check);
  }

  /** Has the client split a query, and checks the only row of its answer. */
  public Attempt askSplit(
      String cql,
      StatsOptions options,
      Function<StatsRow, Optional<String>> check,
      BiFunction<Attempt, RunStatistics, Attempt> numbers) {
    return asker().askSplit(cql, options, check, numbers);
  }

  /** The keyspace of the pack's functions, as CQL names it. */
  public String functions() {
    return target.functions();
  }

  /** The nodes' management interface, of the first one. */
  public NodeManagement management() {
    return target.management().get(0);
  }

  /** Measures cells in turns, as far as they have not been measured. */
  public void measure(String task, List<Cell> cells, boolean traced, Rounds.Question question) {
    rounds.measure(task + ", " + lane(), cells, traced, target, question);
  }

  /** Records what was measured outside of rounds, unless it is there from before. */
  public void note(Cell cell, int run, Attempt attempt) {
    if (!log.has(cell, run)) {
      log.add(new MeasuredRun(cell.texts(), run, false, attempt));
    }
  }

  /** Has the session know the schema, which the client of split queries needs. */
  public void readSchema() {
    session().setSchemaMetadataEnabled(true).toCompletableFuture().join();
    session().refreshSchema();
  }

  /** The keyspace of the pack's functions, as it is and not as CQL names it. */
  public String functionsKeyspace() {
    return CqlIdentifier.fromCql(target.functions()).asInternal();
  }

  /** Sets the deadlines of reads, where that can be done. */
  public void setDeadlines(Deadlines deadlines) {
    target.management().forEach(management -> management.setDeadlines(deadlines));
  }

  /** A statement that waits for as long as its answer takes. */
  public static SimpleStatement statement(String cql, int pageSize) {
    return SimpleStatement.newInstance(cql).setPageSize(pageSize).setTimeout(LONGEST);
  }
}
