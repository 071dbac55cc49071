/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.compare;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.servererrors.QueryValidationException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.cassandrastats.bench.nodes.BenchKeyspace;
import org.cassandrastats.bench.nodes.NodeManagement;
import org.cassandrastats.bench.nodes.Target;
import org.cassandrastats.cli.connection.SchemaChange;
import org.cassandrastats.cli.console.Console;
import org.cassandrastats.cli.console.UserError;
import org.cassandrastats.client.internal.request.NewTable;
import org.cassandrastats.localcluster.node.ExitGuard;

/**
 * The keyspaces of candidates, with their tables. They are dropped at the end, on a user's cluster
 * also when this program is ended; none that exists before is touched.
 */
final class CandidateTables implements AutoCloseable {
  private static final Duration PAUSE = Duration.ofMillis(500);
  private static final int MOST_LOOKS = 60;

  private final Target target;
  private final Console console;
  private final ExitGuard guard;
  private final List<String> made = new ArrayList<>();
  private boolean ended;

  private CandidateTables(Target target, Console console) {
    this.target = target;
    this.console = console;
    this.guard = ExitGuard.register("drop keyspaces of candidates", this::end);
  }

  /**
   * Makes them.
   *
   * @throws UserError if there is a keyspace of one's name, or if the server refuses a statement,
   *     naming its line
   */
  static CandidateTables create(Target target, List<Candidate> candidates, Console console) {
    CandidateTables tables = new CandidateTables(target, console);
    boolean ready = false;
    try {
      tables.requireAbsent(candidates);
      candidates.forEach(tables::create);
      ready = true;
      return tables;
    } finally {
      if (!ready) {
        tables.close();
      }
    }
  }

  private CqlSession session() {
    return target.session();
  }

  private void requireAbsent(List<Candidate> candidates) {
    List<String> present =
        candidates.stream()
            .map(Candidate::keyspace)
            .filter(keyspace -> replication(keyspace) != null)
            .toList();
    if (!present.isEmpty()) {
      throw new UserError(
          "Keyspaces of these candidates exist already: %s. They are left alone, and nothing was loaded. If a run of compare that was killed has left them, and none goes on elsewhere: %s"
              .formatted(
                  String.join(", ", present),
                  present.stream()
                      .map(keyspace -> "DROP KEYSPACE %s;".formatted(keyspace))
                      .collect(Collectors.joining(" "))));
    }
  }

  private Row replication(String keyspace) {
    return session()
        .execute(
            SimpleStatement.newInstance(
                "SELECT replication FROM system_schema.keyspaces WHERE keyspace_name = ?",
                keyspace))
        .one();
  }

  private void create(Candidate candidate) {
    make(candidate.keyspace());
    for (CandidateTask.Statement statement : candidate.schema()) {
      try {
        SchemaChange.execute(
            session(),
            SimpleStatement.newInstance(statement.cql()).setKeyspace(candidate.keyspace()));
      } catch (DriverException refused) {
        throw new UserError(
            "%s: %s".formatted(candidate.place(statement), refused.getMessage()), refused);
      }
    }
    for (String table : names(candidate.keyspace())) {
      leaveNothing(table);
      NewTable.await(session(), table);
    }
  }

  /** A snapshot or backup would stay on the disks after a table is gone. */
  private void leaveNothing(String table) {
    SchemaChange.execute(
        session(),
        "ALTER TABLE "
            + table
            + " WITH allow_auto_snapshot = false AND incremental_backups = false");
  }

  private synchronized void make(String keyspace) {
    target.requireRunning();
    if (ended) {
      throw new UserError("This program is ending.");
    }
    // As many replicas as the study's own keyspace has there.
    Map<String, String> replication =
        replication(BenchKeyspace.NAME).getMap(0, String.class, String.class);
    String create =
        "CREATE KEYSPACE %s WITH replication = %s"
            .formatted(
                keyspace,
                replication.entrySet().stream()
                    .map(each -> "'%s': '%s'".formatted(each.getKey(), each.getValue()))
                    .collect(Collectors.joining(", ", "{", "}")));
    try {
      SchemaChange.execute(session(), create);
    } catch (QueryValidationException refused) {
      throw new UserError(
          "Keyspace %s cannot be made: %s".formatted(keyspace, refused.getMessage()), refused);
    } catch (DriverException late) {
      // It may be made yet, and is this run's own: nobody else's was there.
      made.add(keyspace);
      throw new UserError(
          "Keyspace %s was not made in time (%s). It is dropped, if it is there. Try again."
              .formatted(keyspace, late.getMessage()),
          late);
    }
    made.add(keyspace);
  }

  /** The full names of the tables of a candidate, as CQL writes them. */
  List<String> names(Candidate candidate) {
    return names(candidate.keyspace());
  }

  private List<String> names(String keyspace) {
    return session()
        .execute(
            SimpleStatement.newInstance(
                "SELECT table_name FROM system_schema.tables WHERE keyspace_name = ?", keyspace))
        .all()
        .stream()
        .map(row -> CqlIdentifier.fromInternal(row.getString(0)).asCql(true))
        .map(table -> keyspace + "." + table)
        .toList();
  }

  /**
   * Bytes on the disks of all nodes, when what was compacted has been removed; none where nodes
   * cannot be asked to flush.
   */
  OptionalDouble bytes(Candidate candidate) {
    List<NodeManagement> nodes = target.management();
    if (nodes.isEmpty()) {
      return OptionalDouble.empty();
    }
    long bytes = bytes(candidate, nodes);
    long before = -1;
    for (int look = 0; look < MOST_LOOKS && bytes != before; look++) {
      LockSupport.parkNanos(PAUSE.toNanos());
      before = bytes;
      bytes = bytes(candidate, nodes);
    }
    return OptionalDouble.of((double) bytes);
  }

  private long bytes(Candidate candidate, List<NodeManagement> nodes) {
    long bytes = 0;
    for (String table : names(candidate)) {
      String plain = table.replace("\"", "");
      for (NodeManagement node : nodes) {
        // Metrics of a table are without its indexes.
        bytes += node.isForked() ? node.files().bytes(plain) : node.diskBytes(plain);
      }
    }
    return bytes;
  }

  /** Nodes of this program's own end with it. */
  private synchronized void end() {
    ended = true;
    if (target.cluster().isEmpty()) {
      drop();
    }
  }

  private synchronized void drop() {
    for (String keyspace : made) {
      try {
        // Once more: what failed or was ended between may have left a table as it was.
        names(keyspace).forEach(this::leaveNothing);
        SchemaChange.execute(session(), "DROP KEYSPACE IF EXISTS " + keyspace);
      } catch (DriverException failed) {
        console.say(
            "Keyspace %s could not be dropped (%s). Drop it: DROP KEYSPACE %s"
                .formatted(keyspace, failed.getMessage(), keyspace));
      }
    }
    made.clear();
  }

  @Override
  public void close() {
    drop();
    guard.release();
  }
}
