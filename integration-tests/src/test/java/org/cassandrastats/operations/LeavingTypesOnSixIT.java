/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.CqlSession;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.cassandrastats.live.NodeJmx;
import org.cassandrastats.localcluster.node.CassandraVersion;
import org.cassandrastats.localcluster.node.LocalNodeException;
import org.cassandrastats.localcluster.node.Node;
import org.cassandrastats.localcluster.node.NodeSettings;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Cassandra 6.0 reads the log of its schema when it starts, with statements whose tables are gone.
 */
@Tag("own-node")
@Tag("extended")
class LeavingTypesOnSixIT {
  @Test
  void should_start_without_the_jar_after_a_snapshot_of_the_schema_and_see_a_name_that_is_taken(
      @TempDir Path directory) throws IOException {
    Node node = start(directory, true);
    run(
        node,
        keyspace("shop"),
        "CREATE TABLE shop.rollup (hour int PRIMARY KEY, digest"
            + " 'org.cassandrastats.types.TdigestType')",
        "INSERT INTO shop.rollup (hour, digest) VALUES (1, 0x)",
        "DROP KEYSPACE shop");
    node.stop();
    assertThatThrownBy(() -> start(directory, false).stop())
        .isInstanceOf(LocalNodeException.class)
        .hasMessageContaining("ended while it was starting")
        .hasMessageContaining("Error setting type org.cassandrastats.types.TdigestType");

    node = start(directory, true);
    new NodeJmx(node).snapshotMetadata();
    node.stop();
    node = start(directory, false);
    run(node, keyspace("stats_admin"));
    node.stop();

    node = start(directory, true);
    run(node, "SELECT key FROM system.local");
    node.stop();
    assertThat(Files.readString(node.log()))
        .contains("the keyspace stats_admin of this cluster hides");
  }

  private static String keyspace(String name) {
    return "CREATE KEYSPACE "
        + name
        + " WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}";
  }

  private static Node start(Path directory, boolean serverJar) {
    return Node.start(
        NodeSettings.builder()
            .version(CassandraVersion.parse("6.0-alpha2"))
            .directory(directory.resolve("node"))
            .serverJar(serverJar)
            .udfsEnabled(false)
            .heap("768m")
            .build());
  }

  private static void run(Node node, String... statements) {
    try (CqlSession session = node.sessionBuilder().build()) {
      for (String statement : statements) {
        session.execute(statement);
      }
    }
  }
}
