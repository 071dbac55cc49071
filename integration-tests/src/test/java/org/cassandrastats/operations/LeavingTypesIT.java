/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.protocol.internal.util.Bytes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.cassandrastats.live.CommandResult;
import org.cassandrastats.live.Cqlsh;
import org.cassandrastats.live.PythonTool;
import org.cassandrastats.localcluster.node.LocalNodeException;
import org.cassandrastats.localcluster.node.Node;
import org.cassandrastats.localcluster.node.NodeSettings;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * A node whose tables have columns of the jar's types, and how it can do without the jar again,
 * told in order. docs/state-types.md is the operator's side of the story.
 */
@Tag("own-node")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Tag("extended")
class LeavingTypesIT {
  private static final String TYPE = "org.cassandrastats.types.TdigestType";

  private static final Duration SYNC_PERIOD = Duration.ofMillis(100);

  /** Has the Python driver with it. */
  private static final String DRIVER = "cqlsh==6.2.2";

  private final Path directory = Directories.temporary("leaving-types");
  private final Map<Integer, String> digests = new TreeMap<>();
  private Node node;

  @BeforeAll
  void makeTables() {
    node = start(true);
    run(
        "CREATE KEYSPACE shop WITH replication ="
            + " {'class': 'SimpleStrategy', 'replication_factor': 1}",
        "CREATE TABLE shop.samples (p int, at bigint, i int, d double, PRIMARY KEY (p, at))",
        "CREATE TABLE shop.rollup (hour int PRIMARY KEY, digest '" + TYPE + "')",
        "CREATE TABLE shop.altered (hour int PRIMARY KEY, name text, digest '" + TYPE + "')");
    for (int hour = 0; hour < 20; hour++) {
      run(
          "UPDATE shop.rollup SET digest = stats.tdigest_add(stats.tdigest_add(0x, %d.5), 1e3)"
                  .formatted(hour)
              + " WHERE hour = "
              + hour,
          "INSERT INTO shop.altered (hour, name, digest) VALUES (%d, 'hour %d', 0x)"
              .formatted(hour, hour));
    }
    digests.putAll(digests("shop.rollup"));
    assertThat(digests).hasSize(20);
  }

  @AfterAll
  void removeFiles() {
    if (node != null) {
      node.stop();
    }
    Directories.remove(directory);
  }

  @Test
  @Order(1)
  void should_not_start_without_the_jar_and_lose_nothing() {
    node.stop();
    assertRefused();

    node = start(true);
    assertThat(digests("shop.rollup")).isEqualTo(digests);
  }

  /** Cassandra keeps the types of dropped columns, to read old files. */
  @Test
  @Order(2)
  void should_not_start_without_the_jar_after_the_column_is_dropped() throws Exception {
    cqlsh("CREATE TABLE shop.rollup_plain (hour int PRIMARY KEY, digest blob)");
    copyAsThePageSays();
    assertThat(digests("shop.rollup_plain")).isEqualTo(digests);

    cqlsh("DROP TABLE shop.rollup");
    cqlsh("ALTER TABLE shop.altered DROP digest");
    node.stop();
    assertRefused();
  }

  /** What was not flushed is replayed from the commit log, which names no types. */
  @Test
  @Order(3)
  void should_start_without_the_jar_after_the_tables_are_dropped_and_even_after_a_crash()
      throws Exception {
    node = start(true);
    cqlsh("INSERT INTO shop.altered (hour, name) VALUES (99, 'not flushed')");
    cqlsh("DROP TABLE shop.altered");
    cqlsh("INSERT INTO shop.rollup_plain (hour, digest) VALUES (99, 0x)");
    // Until the commit log is on disk; what is younger is lost in a crash.
    LockSupport.parkNanos(SYNC_PERIOD.multipliedBy(10).toNanos());
    node.process().destroyForcibly();
    node.process().onExit().get(1, TimeUnit.MINUTES);
    node.stop();

    node = start(false);
    Map<Integer, String> expected = new TreeMap<>(digests);
    expected.put(99, "0x");
    assertThat(digests("shop.rollup_plain")).isEqualTo(expected);
  }

  private Node start(boolean serverJar) {
    return Node.start(
        NodeSettings.builder()
            .directory(directory.resolve("node"))
            .serverJar(serverJar)
            .udfsEnabled(false)
            .heap("768m")
            .yaml("commitlog_sync_period", SYNC_PERIOD.toMillis() + "ms")
            .build());
  }

  private void assertRefused() {
    assertThatThrownBy(() -> start(false).stop())
        .isInstanceOf(LocalNodeException.class)
        .hasMessageContaining("ended while it was starting")
        .hasMessageContaining("Unable to find abstract-type class '" + TYPE + "'");
  }

  private void run(String... statements) {
    try (CqlSession session = node.sessionBuilder().build()) {
      for (String statement : statements) {
        session.execute(statement);
      }
    }
  }

  /** Runs the Python program of docs/state-types.md against this node. */
  private void copyAsThePageSays() throws IOException {
    Matcher program =
        Pattern.compile("```python\n(.*?)```", Pattern.DOTALL)
            .matcher(Files.readString(Path.of("..", "docs", "state-types.md")));
    assertThat(program.find()).as("a Python program in the page").isTrue();
    Path file =
        Files.writeString(
            directory.resolve("copy_rollup.py"),
            program
                .group(1)
                .stripIndent()
                .replace("10.0.0.1", node.address().getHostString())
                .replace("9042", Integer.toString(node.address().getPort())));
    String python = new PythonTool(DRIVER).executable("python").toString();
    CommandResult result = CommandResult.of(List.of(python, file.toString()));
    assertThat(result.exitCode()).as("%s", result).isZero();
  }

  private void cqlsh(String statement) {
    CommandResult result = Cqlsh.of(node).statements(statement);
    assertThat(result.exitCode()).as("%s: %s", statement, result).isZero();
  }

  /** The states of a table, as hexadecimal digits. */
  private Map<Integer, String> digests(String table) {
    Map<Integer, String> found = new TreeMap<>();
    try (CqlSession session = node.sessionBuilder().build()) {
      for (Row row : session.execute("SELECT hour, digest FROM " + table)) {
        found.put(row.getInt("hour"), Bytes.toHexString(row.getBytesUnsafe("digest")));
      }
    }
    return found;
  }
}
