/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.direct;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.cassandrastats.cli.console.Console;
import org.cassandrastats.localcluster.ClusterSettings;
import org.cassandrastats.localcluster.ForkedCluster;
import org.cassandrastats.localcluster.LocalCluster;
import org.cassandrastats.localcluster.Slowdown;
import org.cassandrastats.localcluster.node.Node;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Direct reads of a node that has every row, as two others do, while something is wrong. */
@Tag("own-node")
@Tag("extended")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class DirectFaultsIT {
  /** The coordinator, which has missed the later half of the rows. */
  private static final int BEHIND = 1;

  /** Partitions whose first replica is node 1, with and without the rows that it has missed. */
  private static final int STALE = 3;

  private static final int SAME = 9;
  private static final int ROWS = 4_000;
  private static final int ONE_PAGE = 10_000;
  private static final List<String> RETRIES = List.of("NEVER", "ALWAYS", "1ms", "99PERCENTILE");

  private ForkedCluster cluster;
  private volatile List<String> jvmArguments = List.of();

  @BeforeAll
  void start() {
    cluster =
        ForkedCluster.start(
            ClusterSettings.of(
                    3,
                    builder -> {
                      builder
                          .serverJar(true)
                          .udfsEnabled(false)
                          .heap("512m")
                          .yaml("hinted_handoff_enabled", false)
                          .yaml("read_request_timeout", "30s")
                          .yaml("native_transport_timeout", "60s")
                          .yaml("write_request_timeout", "30s");
                      jvmArguments.forEach(builder::jvmArgument);
                    })
                .prepared(DirectFaultsIT::createTables),
            Console.plain());
    try (CqlSession session = session(2)) {
      forEachTable(
          name -> NumberedRows.write(session, name, STALE, 0, ROWS / 2, ConsistencyLevel.ALL));
      forEachTable(name -> NumberedRows.write(session, name, SAME, 0, ROWS, ConsistencyLevel.ALL));
    }
    cluster.stop(BEHIND);
    try (CqlSession session = session(2)) {
      forEachTable(
          name ->
              NumberedRows.write(session, name, STALE, ROWS / 2, ROWS, ConsistencyLevel.QUORUM));
    }
    cluster.start(BEHIND);
    for (int node = 1; node <= cluster.size(); node++) {
      // A node that is killed is to find all this again.
      cluster.compact(node, "system_schema");
      cluster.compact(node, "faults");
    }
  }

  private static void createTables(LocalCluster first) {
    try (CqlSession session = first.sessionBuilder(1).build()) {
      session.execute(
          "CREATE KEYSPACE faults WITH replication ="
              + " {'class': 'SimpleStrategy', 'replication_factor': 3}");
      for (String retry : RETRIES) {
        session.execute(
            "CREATE TABLE "
                + table(retry)
                + NumberedRows.COLUMNS
                + " WITH read_repair = 'NONE' AND speculative_retry = '"
                + retry
                + "'");
      }
      session.execute("CREATE TABLE faults.repaired" + NumberedRows.COLUMNS);
    }
  }

  @AfterAll
  void stop() {
    if (cluster != null) {
      cluster.close();
    }
  }

  private static String table(String retry) {
    return "faults.retry_" + retry.toLowerCase(Locale.ROOT);
  }

  private static void forEachTable(Consumer<String> action) {
    RETRIES.forEach(retry -> action.accept(table(retry)));
    action.accept("faults.repaired");
  }

  private CqlSession session(int node) {
    return cluster.sessionBuilder(node).build();
  }

  /** No node before it may be stopped. */
  private Node forked(int number) {
    return cluster.forked().get(number - 1);
  }

  private NodeBean reads(int number) {
    return new NodeBean(forked(number), "org.cassandrastats:type=DirectReads");
  }

  /** Asks so often that every replica is likely to be the fastest once. */
  private static Set<Long> rowsFoundInTurns(
      CqlSession session, String table, int partition, int pageSize) {
    Set<Long> found = new HashSet<>();
    for (int turn = 0; turn < 20; turn++) {
      found.add(
          NumberedRows.found(session, table, partition, pageSize, ConsistencyLevel.LOCAL_ONE));
    }
    return found;
  }

  private static void awaitNothingHeld(NodeBean reads) throws InterruptedException {
    reads.awaitZero("HeldBytes");
    assertThat(reads.get("Error")).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"NEVER", "ALWAYS", "1ms", "99PERCENTILE"})
  @Order(1)
  void should_find_what_cassandra_finds_where_the_local_replica_is_out_of_date(String retry)
      throws Exception {
    try (CqlSession session = session(BEHIND);
        NodeBean reads = reads(BEHIND)) {
      for (boolean direct : new boolean[] {false, true}) {
        reads.set("Enabled", direct);
        long pages = reads.count("Pages");
        assertThat(Set.of((long) ROWS / 2, (long) ROWS))
            .as("%s, direct %s", retry, direct)
            .containsAll(rowsFoundInTurns(session, table(retry), STALE, ONE_PAGE));
        assertThat(rowsFoundInTurns(session, table(retry), SAME, ONE_PAGE))
            .containsExactly((long) ROWS);
        assertThat(rowsFoundInTurns(session, table(retry), SAME, 300)).containsExactly((long) ROWS);
        assertThat(reads.count("Pages") > pages).isEqualTo(direct);
      }
      awaitNothingHeld(reads);
    }
  }

  /** A write that is missed is found by comparison; what is compared comes in Cassandra's way. */
  @ParameterizedTest
  @ValueSource(strings = {"QUORUM", "LOCAL_QUORUM", "ALL", "TWO"})
  @Order(2)
  void should_leave_comparisons_of_replicas_to_cassandra(String level) throws Exception {
    try (CqlSession session = session(BEHIND);
        NodeBean reads = reads(BEHIND)) {
      reads.set("Enabled", true);
      long statements = reads.count("Statements");
      ConsistencyLevel consistency = DefaultConsistencyLevel.valueOf(level);
      for (String table : List.of(table("NEVER"), table("ALWAYS"))) {
        for (int pageSize : new int[] {300, ONE_PAGE}) {
          assertThat(NumberedRows.found(session, table, STALE, pageSize, consistency))
              .isEqualTo(ROWS);
        }
      }
      assertThat(reads.count("Statements")).isEqualTo(statements);
    }
  }

  @Test
  @Order(3)
  void should_find_the_rows_that_a_read_has_repaired() {
    try (CqlSession session = session(BEHIND);
        NodeBean reads = reads(BEHIND)) {
      reads.set("Enabled", true);
      assertThat(NumberedRows.found(session, "faults.repaired", STALE, 300, ConsistencyLevel.ALL))
          .isEqualTo(ROWS);
      assertThat(rowsFoundInTurns(session, "faults.repaired", STALE, 300))
          .containsExactly((long) ROWS);
    }
  }

  @Test
  @Order(4)
  void should_answer_while_another_replica_is_slow_and_down() throws Exception {
    try (CqlSession session = session(BEHIND);
        NodeBean reads = reads(BEHIND)) {
      Slowdown slow = cluster.slow(3);
      try {
        assertSameRowsInBothWays(session, reads);
      } finally {
        slow.close();
      }
      cluster.stop(3);
      assertSameRowsInBothWays(session, reads);
      awaitNothingHeld(reads);
    } finally {
      cluster.start(3);
    }
  }

  private static void assertSameRowsInBothWays(CqlSession session, NodeBean reads) {
    for (boolean direct : new boolean[] {false, true}) {
      reads.set("Enabled", direct);
      for (String retry : RETRIES) {
        assertThat(rowsFoundInTurns(session, table(retry), SAME, 300)).containsExactly((long) ROWS);
      }
    }
  }

  /** A millisecond for each row: others answer first, and nobody waits for what is read here. */
  @Test
  @Order(5)
  void should_release_what_a_slow_local_replica_still_reads() throws Exception {
    cluster.stop(BEHIND);
    jvmArguments = List.of("-Dcassandra.test.read_iteration_delay_ms=1");
    cluster.start(BEHIND);
    try (CqlSession session = session(BEHIND);
        NodeBean reads = reads(BEHIND)) {
      for (boolean direct : new boolean[] {false, true}) {
        reads.set("Enabled", direct);
        for (String retry : List.of("ALWAYS", "1ms")) {
          for (int turn = 0; turn < 5; turn++) {
            assertThat(
                    NumberedRows.found(
                        session, table(retry), SAME, 300, ConsistencyLevel.LOCAL_ONE))
                .isEqualTo(ROWS);
          }
        }
        assertThat(
                NumberedRows.found(
                    session, table("NEVER"), SAME, ONE_PAGE, ConsistencyLevel.LOCAL_ONE))
            .isEqualTo(ROWS);
      }
      awaitNothingHeld(reads);
    } finally {
      jvmArguments = List.of();
      cluster.stop(BEHIND);
      cluster.start(BEHIND);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {BEHIND, 2})
  @Order(6)
  void should_answer_again_after_a_node_was_killed_during_an_aggregation(int killed)
      throws Exception {
    try (CqlSession session = session(BEHIND)) {
      Slowly slowly = new Slowly(session);
      CompletionStage<AsyncResultSet> answer =
          slowly.ask(
              "SELECT count(*), sum(v) FROM " + table("99PERCENTILE") + " WHERE p = " + SAME);
      slowly.await();
      ProcessHandle process = forked(killed).process();
      process.destroyForcibly();
      process.onExit().join();
      if (killed == BEHIND) {
        assertThatThrownBy(() -> answer.toCompletableFuture().get(60, TimeUnit.SECONDS))
            .hasCauseInstanceOf(DriverException.class);
      } else {
        Row row = answer.toCompletableFuture().get(60, TimeUnit.SECONDS).one();
        assertThat(row.getLong(0)).isEqualTo(ROWS);
        assertThat(row.getDouble(1)).isEqualTo(NumberedRows.sum(ROWS));
      }
    } finally {
      cluster.stop(killed);
      cluster.start(killed);
    }
    try (CqlSession session = session(BEHIND);
        NodeBean reads = reads(BEHIND)) {
      long pages = reads.count("Pages");
      assertThat(NumberedRows.found(session, table("NEVER"), SAME, 300, ConsistencyLevel.LOCAL_ONE))
          .isEqualTo(ROWS);
      assertThat(reads.count("Pages")).isGreaterThan(pages);
      awaitNothingHeld(reads);
    }
  }
}
