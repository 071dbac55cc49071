/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.typed;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.cassandrastats.annotated.StoredStates;
import org.cassandrastats.cli.connection.SchemaChange;
import org.cassandrastats.live.NodeJmx;
import org.cassandrastats.localcluster.node.Node;
import org.cassandrastats.localcluster.node.NodeSettings;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A node that was down gets typed columns by repair. */
@Tag("own-node")
@Tag("extended")
class RepairIT {
  private static final String KEYSPACE = "typed_repair";

  private static Node second(Node first, Path directory) {
    return Node.start(
        quick()
            .directory(directory)
            .listenAddress("127.0.0.2")
            .nativePort(first.address().getPort())
            .storagePort(first.storagePort())
            .seeds(List.of("127.0.0.1:" + first.storagePort()))
            .yaml("auto_bootstrap", false)
            .jvmArgument("-Dcassandra.skip_wait_for_gossip_to_settle=-1")
            .jvmArgument("-Dcassandra.ring_delay_ms=3000")
            .jvmArgument("-Dcassandra.consistent.rangemovement=false")
            .build());
  }

  private static NodeSettings.Builder quick() {
    return TypedNodeExtension.settings().yaml("hinted_handoff_enabled", false);
  }

  @Test
  void should_bring_states_to_a_node_that_was_down(@TempDir Path directory) {
    List<String> written;
    Node second;
    try (Node first = Node.start(quick().build())) {
      second = second(first, directory);
      try (CqlSession session = first.sessionBuilder().build()) {
        createTables(session);
        second.stop();
        for (String name : StoredStates.names()) {
          session.execute(
              "INSERT INTO # (id, state, list_) VALUES (1, @, [@, 0x])"
                  .replace("#", table(name))
                  .replace("@", StoredStates.hex(name)));
        }
        written = contents(session);
        assertThat(written).hasSameSizeAs(StoredStates.names());

        second = second(first, directory);
        new NodeJmx(first).repair(KEYSPACE);
        awaitRepair(session);
      } catch (RuntimeException | Error failed) {
        second.stop();
        throw failed;
      }
    }
    // The first node is gone, so that the second answers from its own files.
    try (Node alone = second;
        CqlSession session = alone.sessionBuilder().build()) {
      assertThat(contents(session)).isEqualTo(written);
    }
  }

  private static void createTables(CqlSession session) {
    SchemaChange.execute(
        session,
        "CREATE KEYSPACE "
            + KEYSPACE
            + " WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 2}");
    for (String name : StoredStates.names()) {
      SchemaChange.execute(
          session,
          "CREATE TABLE # (id int PRIMARY KEY, state @, list_ list<@>) WITH read_repair = 'NONE'"
              .replace("#", table(name))
              .replace("@", StoredStates.type(name)));
    }
  }

  private static void awaitRepair(CqlSession session) {
    long start = System.nanoTime();
    while (true) {
      List<Row> repairs =
          session
              .execute(
                  "SELECT finished_at, exception_message FROM"
                      + " system_distributed.parent_repair_history")
              .all();
      if (!repairs.isEmpty() && !repairs.get(0).isNull("finished_at")) {
        assertThat(repairs.get(0).getString("exception_message")).isNull();
        return;
      }
      assertThat(System.nanoTime() - start).isLessThan(TimeUnit.MINUTES.toNanos(3));
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(200));
    }
  }

  private static List<String> contents(CqlSession session) {
    return StoredStates.names().stream()
        .flatMap(
            name ->
                session.execute("SELECT * FROM " + table(name)).all().stream()
                    .map(Row::getFormattedContents))
        .toList();
  }

  private static String table(String name) {
    return KEYSPACE + "." + name.replace('-', '_');
  }
}
