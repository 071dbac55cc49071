/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.tools.buckets;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.cassandrastats.tools.command.CommandLineRun;
import org.cassandrastats.tools.command.DriverFile;
import org.cassandrastats.tools.node.Node;
import org.cassandrastats.tools.node.NodeSettings;

/** A node with the server jar that wants a login, and runs of the command on it. */
public final class BucketNode implements AutoCloseable {
  private static final int AT_ONCE = 256;

  private final Node node;
  private final CqlSession session;

  /** Starts it, with a keyspace shop. */
  public BucketNode() {
    this(Map.of());
  }

  /**
   * Starts it, with a keyspace shop.
   *
   * @param settings of its cassandra.yaml
   */
  public BucketNode(Map<String, Object> settings) {
    node =
        Node.start(
            NodeSettings.builder()
                .serverJar(true)
                .udfsEnabled(false)
                .authentication(true)
                .yaml(settings)
                .build());
    session = node.sessionBuilder().build();
    session.execute(
        "CREATE KEYSPACE shop WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
  }

  /** Executes a statement. */
  public void execute(String cql) {
    session.execute(cql);
  }

  /** The rows of a statement. */
  public List<Row> rows(String cql, Object... values) {
    return session.execute(session.prepare(cql).bind(values)).all();
  }

  /** Executes a statement with each of many values. */
  public void load(String cql, List<Object[]> all) {
    PreparedStatement statement = session.prepare(cql);
    for (int from = 0; from < all.size(); from += AT_ONCE) {
      List<CompletionStage<AsyncResultSet>> sent = new ArrayList<>();
      for (Object[] values : all.subList(from, Math.min(all.size(), from + AT_ONCE))) {
        sent.add(session.executeAsync(statement.bind(values)));
      }
      sent.forEach(stage -> stage.toCompletableFuture().join());
    }
  }

  /** A session of the superuser. */
  public CqlSession session() {
    return session;
  }

  /** The command line of a command; the file for the driver is written into a directory. */
  public List<String> line(
      Path directory, String command, String role, String password, String... arguments) {
    Path configuration;
    try {
      configuration =
          DriverFile.write(directory, node, role, password, "basic.request.timeout = 30 seconds");
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
    List<String> all =
        new ArrayList<>(List.of(command, "--driver-config", configuration.toString()));
    all.addAll(List.of(arguments));
    return all;
  }

  /** Runs a command as the superuser. */
  public CommandLineRun run(Path directory, String command, String... arguments) {
    return CommandLineRun.of(
        line(directory, command, "cassandra", "cassandra", arguments).toArray(String[]::new));
  }

  @Override
  public void close() {
    session.close();
    node.close();
  }
}
