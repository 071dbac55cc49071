/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.command;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchStatementBuilder;
import com.datastax.oss.driver.api.core.cql.BatchType;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import javax.management.Attribute;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import org.cassandrastats.localcluster.node.ManagementConnection;
import org.cassandrastats.localcluster.node.Node;
import org.cassandrastats.localcluster.node.NodeSettings;

/** A node with the server jar that wants a login, and runs of the command on it. */
public final class NativeNode implements AutoCloseable {
  /** Of how many deleted rows a read fails. */
  public static final int MOST_TOMBSTONES = 10_000;

  private static final int BATCH = 50;
  private static final int AT_ONCE = 64;

  private final Node node;
  private final CqlSession session;

  NativeNode() {
    node =
        Node.start(
            NodeSettings.builder()
                .serverJar(true)
                .udfsEnabled(false)
                .authentication(true)
                .yaml("num_tokens", 16)
                .yaml("materialized_views_enabled", true)
                .yaml("tombstone_failure_threshold", MOST_TOMBSTONES)
                // Each run of a command logs in twice.
                .jvmArgument("-Dcassandra.auth_bcrypt_gensalt_log2_rounds=4")
                // Another zone than that of the client.
                .jvmArgument("-Duser.timezone=Asia/Kolkata")
                .build());
    session = node.sessionBuilder().build();
  }

  /** Drops all keyspaces and roles but Cassandra's own, and creates a keyspace shop. */
  void clear() {
    for (Row row : session.execute("SELECT keyspace_name FROM system_schema.keyspaces")) {
      if (!row.getString(0).startsWith("system")) {
        session.execute(
            "DROP KEYSPACE " + CqlIdentifier.fromInternal(row.getString(0)).asCql(false));
      }
    }
    List<String> roles = new ArrayList<>();
    session.execute("LIST ROLES").forEach(row -> roles.add(row.getString(0)));
    roles.remove("cassandra");
    roles.forEach(role -> session.execute("DROP ROLE " + role));
    // Those, too, that a test has dropped itself.
    forgetRoles();
    // A table that is dropped has all flushed that the commit log still holds.
    session.execute(
        "CREATE KEYSPACE shop WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1} AND durable_writes = false");
  }

  /** The node remembers for two seconds what a role may do, also where another one has its name. */
  private void forgetRoles() {
    try (JMXConnector connector = ManagementConnection.open(node)) {
      MBeanServerConnection beans = connector.getMBeanServerConnection();
      for (String cache : List.of("CredentialsCache", "PermissionsCache", "RolesCache")) {
        beans.invoke(
            new ObjectName("org.apache.cassandra.auth:type=" + cache),
            "invalidate",
            new Object[0],
            new String[0]);
      }
    } catch (IOException | JMException failed) {
      throw new IllegalStateException("the node remembers its roles", failed);
    }
  }

  /**
   * Sets how many deleted rows a read may meet.
   *
   * @param tombstones {@link #MOST_TOMBSTONES} again at the end
   */
  public void readAtMost(int tombstones) throws Exception {
    set("org.apache.cassandra.db:type=StorageService", "TombstoneFailureThreshold", tombstones);
  }

  /**
   * Sets an attribute of a bean.
   *
   * @return what it was before
   */
  public Object set(String bean, String attribute, Object value) throws Exception {
    ObjectName name = new ObjectName(bean);
    try (JMXConnector connector = ManagementConnection.open(node)) {
      MBeanServerConnection beans = connector.getMBeanServerConnection();
      Object before = beans.getAttribute(name, attribute);
      beans.setAttribute(name, new Attribute(attribute, value));
      return before;
    }
  }

  /** Executes a statement. */
  public void execute(String cql) {
    session.execute(cql);
  }

  /** The rows of a statement. */
  public List<Row> rows(String cql, Object... values) {
    return session.execute(session.prepare(cql).bind(values)).all();
  }

  /** How many rows a table of the keyspace shop has; none where it is still being made. */
  public int count(String table) {
    try {
      return (int) rows("SELECT count(*) FROM shop." + table).get(0).getLong(0);
    } catch (DriverException unknownTable) {
      return 0;
    }
  }

  /** Executes a statement with each of many values, which take no more than some 100 bytes each. */
  public void load(String cql, List<Object[]> all) {
    PreparedStatement statement = session.prepare(cql);
    List<CompletionStage<AsyncResultSet>> sent = new ArrayList<>();
    for (int from = 0; from < all.size(); from += BATCH) {
      BatchStatementBuilder batch = BatchStatement.builder(BatchType.UNLOGGED);
      for (Object[] values : all.subList(from, Math.min(all.size(), from + BATCH))) {
        batch.addStatement(statement.bind(values));
      }
      sent.add(session.executeAsync(batch.build()));
      if (sent.size() == AT_ONCE) {
        sent.forEach(stage -> stage.toCompletableFuture().join());
        sent.clear();
      }
    }
    sent.forEach(stage -> stage.toCompletableFuture().join());
  }

  /** The node itself. */
  public Node node() {
    return node;
  }

  /** A session of the superuser. */
  public CqlSession session() {
    return session;
  }

  /** A file for the driver, which is written into a directory. */
  public Path configuration(Path directory, String role, String password) {
    try {
      return DriverFile.write(
          directory, node, role, password, "basic.request.timeout = 30 seconds");
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  /** The command line of a command; the file for the driver is written into a directory. */
  public List<String> line(
      Path directory, String command, String role, String password, String... arguments) {
    Path configuration = configuration(directory, role, password);
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
