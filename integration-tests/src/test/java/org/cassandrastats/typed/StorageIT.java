/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.typed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.cassandrastats.annotated.StoredStates;
import org.cassandrastats.live.LiveNode;
import org.cassandrastats.live.NodeJmx;
import org.cassandrastats.localcluster.node.NodeSettings;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Typed columns keep their bytes through all that a node does to its files. */
@Tag("own-node")
class StorageIT {
  private static final String KEYSPACE = "typed_storage";

  private static NodeSettings settings(Path directory) {
    return TypedNodeExtension.settings()
        .directory(directory)
        .yaml("materialized_views_enabled", true)
        .yaml("commitlog_sync_period", "100ms")
        .build();
  }

  @Test
  void should_keep_states_through_flush_compaction_snapshot_and_restarts(@TempDir Path directory)
      throws IOException {
    List<String> flushed;
    try (LiveNode node = LiveNode.start(settings(directory))) {
      createTables(node);
      NodeJmx jmx = new NodeJmx(node.node());
      for (int round = 0; round < 3; round++) {
        write(node, round);
        jmx.flush(KEYSPACE);
      }
      flushed = contents(node);
      assertThat(flushed).hasSize(3 * StoredStates.names().size());

      jmx.compact(KEYSPACE);
      assertThat(contents(node)).as("after a major compaction").isEqualTo(flushed);

      jmx.snapshot(KEYSPACE, "kept");
      write(node, 3);
      for (String name : StoredStates.names()) {
        node.session().execute("TRUNCATE " + table(name));
      }
      for (String name : StoredStates.names()) {
        jmx.importSstables(KEYSPACE, tableName(name), snapshot(directory, name));
      }
      assertThat(contents(node)).as("after the snapshot was restored").isEqualTo(flushed);
      shouldRefuseTheKeyOfAView(node);
    }

    List<String> unflushed;
    try (LiveNode node = LiveNode.start(settings(directory))) {
      assertThat(contents(node)).as("after a restart").isEqualTo(flushed);
      write(node, 4);
      unflushed = contents(node);
      assertThat(unflushed).hasSize(4 * StoredStates.names().size());
      // Until the commit log is on disk.
      LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(1));
      ProcessHandle process = node.node().process();
      process.destroyForcibly();
      process.onExit().join();
    }

    try (LiveNode node = LiveNode.start(settings(directory))) {
      assertThat(contents(node)).as("after the commit log was replayed").isEqualTo(unflushed);
      assertThatThrownBy(
              () ->
                  node.session()
                      .execute("UPDATE " + table("moments") + " SET state = 0x00 WHERE id = 1"))
          .isInstanceOf(InvalidQueryException.class)
          .hasMessageContaining("not a moments state");
    }
  }

  private static void shouldRefuseTheKeyOfAView(LiveNode node) {
    for (String key : List.of("id, state", "state, id")) {
      assertThatThrownBy(
              () ->
                  node.session()
                      .execute(
                          ("CREATE MATERIALIZED VIEW %s.refused AS SELECT * FROM %s WHERE id IS NOT"
                                  + " NULL AND state IS NOT NULL PRIMARY KEY (%s)")
                              .formatted(KEYSPACE, table("moments"), key)))
          .isInstanceOf(InvalidQueryException.class)
          .hasMessageContaining("cannot be part of")
          .hasMessageContaining("PRIMARY KEY");
    }
  }

  private static void createTables(LiveNode node) {
    node.session()
        .execute(
            "CREATE KEYSPACE "
                + KEYSPACE
                + " WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
    for (String name : StoredStates.names()) {
      node.session()
          .execute(
              "CREATE TABLE # (id int PRIMARY KEY, state @, list_ list<@>, map_ map<int, @>)"
                  .replace("#", table(name))
                  .replace("@", StoredStates.type(name)));
    }
  }

  private static void write(LiveNode node, int id) {
    for (String name : StoredStates.names()) {
      node.session()
          .execute(
              "INSERT INTO # (id, state, list_, map_) VALUES ($, @, [@, 0x], {1: @})"
                  .replace("#", table(name))
                  .replace("$", Integer.toString(id))
                  .replace("@", StoredStates.hex(name)));
    }
  }

  private static List<String> contents(LiveNode node) {
    return StoredStates.names().stream()
        .flatMap(
            name ->
                node.session().execute("SELECT * FROM " + table(name)).all().stream()
                    .map(Row::getFormattedContents))
        .toList();
  }

  private static Path snapshot(Path directory, String name) throws IOException {
    Path data = directory.resolve("storage").resolve("data").resolve(KEYSPACE);
    try (Stream<Path> tables = Files.list(data)) {
      return tables
          .filter(table -> table.getFileName().toString().startsWith(tableName(name) + "-"))
          .map(table -> table.resolve("snapshots").resolve("kept"))
          .findFirst()
          .orElseThrow();
    }
  }

  private static String table(String name) {
    return KEYSPACE + "." + tableName(name);
  }

  private static String tableName(String name) {
    return name.replace('-', '_');
  }
}
