/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.harness;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.ProtocolVersion;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.type.codec.TypeCodecs;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import org.cassandrastats.bench.measure.Attempt;
import org.cassandrastats.bench.measure.Cell;
import org.cassandrastats.bench.measure.ExactColumn;
import org.cassandrastats.bench.measure.MeasuredAggregate;
import org.cassandrastats.bench.measure.MeasuredRun;
import org.cassandrastats.bench.measure.QueryRunner;
import org.cassandrastats.bench.measure.Rounds;
import org.cassandrastats.bench.measure.RunLog;
import org.cassandrastats.bench.measure.StudyRowWriter;
import org.cassandrastats.bench.nodes.BenchKeyspace;
import org.cassandrastats.bench.nodes.Deadlines;
import org.cassandrastats.bench.nodes.NodeManagement;
import org.cassandrastats.bench.nodes.NodeReads;
import org.cassandrastats.bench.nodes.NodeVariant;
import org.cassandrastats.bench.nodes.ReadPath;
import org.cassandrastats.bench.nodes.Target;
import org.cassandrastats.cli.console.Console;
import org.cassandrastats.cli.console.Progress;

/**
 * Where a study measures: nodes of one lane that hold its rows, and the record of its runs.
 *
 * @param variant what throw-away nodes were started with
 * @param column the values that the nodes hold
 * @param rounds that the study has asked for
 */
public record StudyContext(
    Target target,
    NodeVariant variant,
    ExactColumn column,
    RunLog log,
    Rounds rounds,
    Console console) {
  /** Rows in a page, unless a study varies them: as drivers ask for. */
  public static final int PAGE_SIZE = 5000;

  private static final Duration LONGEST = Duration.ofHours(2);
  private static final int SHOWN = 1000;

  /** The lane of the nodes. */
  public String lane() {
    return target.lane();
  }

  /** A session to all nodes. */
  public CqlSession session() {
    return target.session();
  }

  /** What sends requests to the nodes, takes their time and checks their answers. */
  public QueryRunner asker() {
    return new QueryRunner(session());
  }

  /** Sends a statement and checks the only row of its answer. */
  public Attempt ask(SimpleStatement statement, Function<Row, Optional<String>> check) {
    return asker().ask(statement, check);
  }

  /** The keyspace of the pack's functions, as CQL names it. */
  public String functions() {
    return target.functions();
  }

  /** The nodes' management interface, of the first one. */
  public NodeManagement management() {
    return target.management().get(0);
  }

  /** The nodes as the driver knows them, by their addresses. */
  public List<Node> nodes() {
    return nodes(session());
  }

  /** The same as another session knows them. */
  public static List<Node> nodes(CqlSession session) {
    return session.getMetadata().getNodes().values().stream()
        .sorted(Comparator.comparing(StudyContext::address, Arrays::compareUnsigned))
        .toList();
  }

  private static byte[] address(Node node) {
    return ((InetSocketAddress) node.getEndPoint().resolve()).getAddress().getAddress();
  }

  /** Measures cells in turns, as far as they have not been measured. */
  public void measure(String task, List<Cell> cells, boolean traced, Rounds.Question question) {
    measure(task, cells, cell -> traced, question);
  }

  /**
   * Measures cells in turns, as far as they have not been measured.
   *
   * @param traced the cells that are also asked once with tracing
   */
  public void measure(
      String task, List<Cell> cells, Predicate<Cell> traced, Rounds.Question question) {
    rounds.measure(task + ", " + lane(), cells, traced, target, question);
  }

  /** Records what was measured outside of rounds, unless it is there from before. */
  public void note(Cell cell, int run, Attempt attempt) {
    if (!log.has(cell, run)) {
      log.add(new MeasuredRun(cell.texts(), run, false, attempt));
    }
  }

  /**
   * Loads the first rows of some values into partitions of a table like that of the readings: row i
   * into the sensor i modulo their number, plus the first one.
   *
   * @param table its full name
   * @param sensor the key of the first partition
   * @throws org.cassandrastats.cli.console.UserError if a write fails
   */
  public void load(String table, ExactColumn values, int rows, int sensor, int partitions) {
    // Every replica has every row, so that any of them gives the exact answer.
    StudyRowWriter writer = new StudyRowWriter(target, table, ConsistencyLevel.ALL);
    long loaded = 0;
    try (Progress progress = console.progress("Loading " + lane(), rows, "rows")) {
      for (int partition = 0; partition < partitions; partition++) {
        for (long row = partition; row < rows; row += partitions) {
          writer.add(sensor + partition, row, values.value((int) row));
          loaded++;
          if (loaded % SHOWN == 0) {
            progress.reached(loaded);
          }
        }
      }
      writer.finish();
      progress.reached(loaded);
    }
  }

  /** Loads the first rows into many partitions of the table for that, and writes all to disk. */
  public void loadSplit(int rows, int partitions) {
    load(BenchKeyspace.SPLIT, column, rows, 1, partitions);
    target.flushAndCompact();
  }

  /** Asks for an aggregate over the first rows, and waits for as long as it takes. */
  public SimpleStatement query(MeasuredAggregate aggregate, int rows, int pageSize) {
    return statement(
        "SELECT %s FROM %s WHERE sensor = 1 AND at < %d"
            .formatted(aggregate.selector(functions()), BenchKeyspace.TABLE, rows),
        pageSize);
  }

  /** Asks for an aggregate over a partition, and waits for as long as it takes. */
  public SimpleStatement query(
      MeasuredAggregate aggregate, String table, int sensor, int pageSize) {
    return statement(
        "SELECT %s FROM %s WHERE sensor = %d"
            .formatted(aggregate.selector(functions()), table, sensor),
        pageSize);
  }

  /** Asks for an aggregate over the first rows, of which the exact results are known. */
  public Attempt ask(MeasuredAggregate aggregate, int rows, int pageSize, boolean traced) {
    return ask(
        query(aggregate, rows, pageSize).setTracing(traced),
        row -> aggregate.check(row, column.first(rows)));
  }

  /** The same statement with what tells the driver where the rows of a sensor are. */
  public static SimpleStatement routed(SimpleStatement statement, int sensor) {
    return statement
        .setRoutingKeyspace(CqlIdentifier.fromCql(BenchKeyspace.NAME))
        .setRoutingKey(TypeCodecs.INT.encode(sensor, ProtocolVersion.DEFAULT));
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

  /** Sets how aggregates read, on nodes with the server jar. */
  public void read(ReadPath path) {
    target.management().forEach(management -> new NodeReads(management).set(path));
  }

  /** A statement that waits for as long as its answer takes. */
  public static SimpleStatement statement(String cql, int pageSize) {
    return SimpleStatement.newInstance(cql).setPageSize(pageSize).setTimeout(LONGEST);
  }
}
