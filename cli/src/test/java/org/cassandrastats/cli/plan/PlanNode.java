/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.plan;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchStatementBuilder;
import com.datastax.oss.driver.api.core.cql.BatchType;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.ResultSet;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.IntFunction;
import org.cassandrastats.cli.command.CommandLineRun;
import org.cassandrastats.cli.command.DriverFile;
import org.cassandrastats.cli.console.Console;
import org.cassandrastats.localcluster.LocalPack;
import org.cassandrastats.localcluster.node.Node;
import org.cassandrastats.localcluster.node.NodeSettings;

/**
 * A node with user-defined functions in threads of their own and a short deadline, which wants a
 * login, with rows to plan for.
 */
final class PlanNode implements AutoCloseable {
  /** Rows of the partition 0 of shop.readings. */
  static final int LARGE = 50_000;

  /** Rows of each of its other partitions. */
  static final int SMALL = 100;

  /** How many others there are. */
  static final int SMALL_PARTITIONS = 40;

  private static final int LOGGED = 14 * 24 * 60;
  private static final int BATCH = 64;
  private static final int IN_FLIGHT = 16;
  private static final Duration TIMEOUT = Duration.ofSeconds(60);
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private final Node node;
  private final CqlSession session;

  PlanNode() {
    node =
        Node.start(
            NodeSettings.builder()
                .authentication(true)
                .yaml("read_request_timeout", "600ms")
                .yaml("range_request_timeout", "4s")
                // Loading is not what is tested.
                .yaml("write_request_timeout", "1m")
                .build());
    session = node.sessionBuilder().build();
  }

  /** Installs functions, and makes and fills the tables. */
  void load() {
    LocalPack.install(session, Set.of("moments", "mean", "tdigest"), Console.plain());
    session.execute(
        "CREATE KEYSPACE shop WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
    session.execute("CREATE TABLE shop.readings (k int, c bigint, v double, PRIMARY KEY (k, c))");
    session.execute("CREATE TABLE shop.log (k int, at timestamp, v double, PRIMARY KEY (k, at))");
    session.execute(
        "CREATE TABLE shop.sites (k int, c bigint, height double static, v double,"
            + " PRIMARY KEY (k, c))");
    session.execute("INSERT INTO shop.sites (k, c, height, v) VALUES (1, 1, 3, 5)");
    session.execute("CREATE TABLE shop.nothing (k int, c bigint, v double, PRIMARY KEY (k, c))");
    PreparedStatement insert =
        session.prepare("INSERT INTO shop.readings (k, c, v) VALUES (?, ?, ?)");
    load(insert, 0, LARGE);
    for (int partition = 1; partition <= SMALL_PARTITIONS; partition++) {
      load(insert, partition, SMALL);
    }
    loadLog();
    for (String role : List.of("nobody", "reader")) {
      session.execute("CREATE ROLE %s WITH LOGIN = true AND PASSWORD = 'secret'".formatted(role));
    }
    session.execute("GRANT SELECT ON KEYSPACE shop TO reader");
    session.execute("GRANT EXECUTE ON ALL FUNCTIONS IN KEYSPACE stats TO reader");
  }

  private void load(PreparedStatement insert, int partition, int rows) {
    load(rows, row -> insert.bind(partition, 10L * row, (double) (row % 1000)));
  }

  /** A row for each minute of 14 days. */
  private void loadLog() {
    PreparedStatement insert = session.prepare("INSERT INTO shop.log (k, at, v) VALUES (1, ?, ?)");
    Instant start = Instant.parse("2026-01-01T00:00:00Z");
    load(LOGGED, row -> insert.bind(start.plus(MINUTE.multipliedBy(row)), (double) row));
  }

  private void load(int rows, IntFunction<BoundStatement> insert) {
    List<CompletionStage<AsyncResultSet>> written = new ArrayList<>();
    for (int from = 0; from < rows; from += BATCH) {
      BatchStatementBuilder batch = BatchStatement.builder(BatchType.UNLOGGED);
      for (int row = from; row < Math.min(rows, from + BATCH); row++) {
        batch.addStatement(insert.apply(row));
      }
      written.add(session.executeAsync(batch.build()));
      if (written.size() == IN_FLIGHT) {
        written.remove(0).toCompletableFuture().join();
      }
    }
    written.forEach(write -> write.toCompletableFuture().join());
  }

  /** Asks as a superuser, and waits for as long as the node wants. */
  ResultSet execute(String statement) {
    return session.execute(SimpleStatement.newInstance(statement).setTimeout(TIMEOUT));
  }

  /** All tables, functions and types that there are. */
  List<String> schema() {
    List<String> schema = new ArrayList<>();
    for (String table : List.of("tables", "functions", "aggregates", "types")) {
      ResultSet rows = session.execute("SELECT * FROM system_schema." + table);
      rows.forEach(row -> schema.add(table + " " + row.getFormattedContents()));
    }
    return schema;
  }

  /** Runs a command about a statement; the file for the driver is written into a directory. */
  CommandLineRun run(
      Path directory,
      String command,
      String role,
      String password,
      String statement,
      String... more)
      throws IOException {
    Path configuration = DriverFile.write(directory, node, role, password);
    List<String> all =
        new ArrayList<>(List.of(command, "--driver-config", configuration.toString(), statement));
    all.addAll(List.of(more));
    return CommandLineRun.of(all.toArray(String[]::new));
  }

  @Override
  public void close() {
    session.close();
    node.close();
  }
}
