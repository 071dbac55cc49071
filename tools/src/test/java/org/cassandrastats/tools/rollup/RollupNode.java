/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.tools.rollup;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.cassandrastats.tools.command.CommandLineRun;
import org.cassandrastats.tools.command.DriverFile;
import org.cassandrastats.tools.node.Node;
import org.cassandrastats.tools.node.NodeSettings;

/** A node with the server jar that wants a login, and runs of the command on it. */
final class RollupNode implements AutoCloseable {
  private static final int AT_ONCE = 256;

  private final Node node;
  private final CqlSession session;

  RollupNode() {
    node =
        Node.start(
            NodeSettings.builder().serverJar(true).udfsEnabled(false).authentication(true).build());
    session = node.sessionBuilder().build();
    session.execute(
        "CREATE KEYSPACE shop WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
  }

  void execute(String cql) {
    session.execute(cql);
  }

  List<Row> rows(String cql, Object... values) {
    return session.execute(session.prepare(cql).bind(values)).all();
  }

  /** Executes a statement with each of many values. */
  void load(String cql, List<Object[]> all) {
    PreparedStatement statement = session.prepare(cql);
    for (int from = 0; from < all.size(); from += AT_ONCE) {
      List<CompletionStage<AsyncResultSet>> sent = new ArrayList<>();
      for (Object[] values : all.subList(from, Math.min(all.size(), from + AT_ONCE))) {
        sent.add(session.executeAsync(statement.bind(values)));
      }
      sent.forEach(stage -> stage.toCompletableFuture().join());
    }
  }

  CqlSession session() {
    return session;
  }

  /** The command line of a rollup; the file for the driver is written into a directory. */
  List<String> line(Path directory, String role, String password, String... arguments) {
    Path configuration;
    try {
      configuration =
          DriverFile.write(directory, node, role, password, "basic.request.timeout = 30 seconds");
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
    List<String> all =
        new ArrayList<>(List.of("rollup", "--driver-config", configuration.toString()));
    all.addAll(List.of(arguments));
    return all;
  }

  CommandLineRun run(Path directory, String... arguments) {
    return CommandLineRun.of(
        line(directory, "cassandra", "cassandra", arguments).toArray(String[]::new));
  }

  @Override
  public void close() {
    session.close();
    node.close();
  }
}
