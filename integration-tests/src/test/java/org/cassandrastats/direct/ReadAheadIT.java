/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.direct;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.cassandrastats.cli.node.NodeSettings;
import org.cassandrastats.lanes.LaneAnswer;
import org.cassandrastats.live.Lane;
import org.cassandrastats.live.LiveNode;
import org.cassandrastats.live.NodeJmx;
import org.cassandrastats.live.Scratch;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Partitions of many pages, of which the next ones are read while one is aggregated. */
@Tag("own-node")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ReadAheadIT {
  private static final int ROWS = 2000;
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private static final String ALL = "SELECT count(*), avg(v), max(x), stats.tdigest(v),";

  private LiveNode node;
  private NodeBean jmx;
  private Scratch db;

  @BeforeAll
  void start() {
    node =
        LiveNode.start(
            NodeSettings.builder()
                .version(Lane.cassandra())
                .serverJar(true)
                .udfsEnabled(false)
                .jvmArgument("-Dcassandra.stats.read_ahead=2")
                .yaml("tombstone_warn_threshold", 200)
                .yaml("tombstone_failure_threshold", 300)
                .yaml("read_request_timeout", "60s")
                .yaml("native_transport_timeout", "120s")
                .build());
    jmx = new NodeBean(node.node(), "org.cassandrastats:type=DirectReads");
    assertThat(jmx.get("ReadAhead")).isEqualTo(2);
    db = node.scratch("ahead");
    create("rows", "ASC");
  }

  /** A table with one large partition, in an SSTable. */
  private void create(String table, String order) {
    db.run(
        "CREATE TABLE %s."
            + table
            + " (p int, a int, b text, s int static, v double, w int, x text,"
            + " PRIMARY KEY (p, a, b)) WITH CLUSTERING ORDER BY (a "
            + order
            + ", b ASC)");
    new Histories(db, new Random(11)).writeRows("%s." + table, ROWS, 60);
    db.run("UPDATE %s." + table + " SET s = 7 WHERE p = 9");
    new NodeJmx(node.node()).flush(db.keyspace());
  }

  @AfterAll
  void stop() {
    jmx.close();
    node.close();
  }

  @AfterEach
  void should_hold_nothing_afterwards() throws InterruptedException {
    jmx.awaitZero("HeldBytes");
    assertThat(jmx.get("Error")).isNull();
    jmx.set("ReadAhead", 0);
  }

  private LaneAnswer ask(String selectors, String table, String where, int pageSize, int later) {
    return new BothPaths(db, jmx, "")
        .assertSame(
            new BothPaths.Question(
                selectors + " sum(s) FROM %s." + table + where,
                pageSize,
                BothPaths.now() + later,
                true,
                ConsistencyLevel.LOCAL_ONE),
            true);
  }

  private void askAll(String table, String natural, int later) {
    for (int pageSize : List.of(70, 701)) {
      for (String slice : List.of("", " AND a > 333", " AND a >= 50 AND a < 1750")) {
        for (String order : List.of("ASC", "DESC")) {
          // Rows are read forwards or backwards as a whole.
          String orderOfB = order.equals(natural) ? "ASC" : "DESC";
          ask(
              "SELECT count(*), avg(v), min(x), stats.tdigest(v), stats.first(v), stats.last(v),",
              table,
              " WHERE p = 9" + slice + " ORDER BY a " + order + ", b " + orderOfB,
              pageSize,
              later);
        }
      }
    }
  }

  @Test
  void should_answer_the_same_of_pages_read_ahead() {
    long ahead = jmx.count("PagesReadAhead");
    askAll("rows", "ASC", 0);
    assertThat(jmx.count("PagesReadAhead") - ahead).isGreaterThan(100);
  }

  /**
   * With a memtable before the SSTable, two SSTables, values that have expired, and one SSTable.
   */
  @ParameterizedTest
  @ValueSource(strings = {"ASC", "DESC"})
  void should_answer_the_same_where_tombstones_lie_over_pages(String order) {
    String table = "tombstones_" + order;
    create(table, order);
    for (int a = 0; a < ROWS - 150; a += 150) {
      db.run("DELETE FROM %s." + table + " WHERE p = 9 AND a >= " + a + " AND a < " + (a + 97));
    }
    for (int a = 101; a < ROWS; a += 21) {
      db.run("DELETE FROM %s." + table + " WHERE p = 9 AND a = " + a + " AND b = 'b'");
    }
    for (int a = 102; a < ROWS; a += 27) {
      db.run(
          "UPDATE %s."
              + table
              + " USING TTL "
              + Histories.TTL
              + " SET v = 1.5 WHERE p = 9 AND a = "
              + a
              + " AND b = 'c'");
    }
    askAll(table, order, 0);
    new NodeJmx(node.node()).flush(db.keyspace());
    askAll(table, order, 0);
    askAll(table, order, 2 * Histories.TTL);
    new NodeJmx(node.node()).compact(db.keyspace());
    askAll(table, order, 0);
  }

  @Test
  void should_answer_the_same_of_partitions_with_little_in_them() {
    db.run(
        "INSERT INTO %s.rows (p, a, b, v) VALUES (1, 1, 'b', 2.5)",
        "UPDATE %s.rows SET s = 3 WHERE p = 2",
        "INSERT INTO %s.rows (p, a, b, v) VALUES (3, 1, 'b', 2.5)",
        "DELETE FROM %s.rows WHERE p = 3");
    for (int partition = 0; partition < 4; partition++) {
      for (int pageSize : List.of(1, 2, 5000)) {
        ask(ALL, "rows", " WHERE p = " + partition, pageSize, 0);
      }
    }
  }

  @Test
  void should_answer_the_same_of_a_partition_that_is_deleted_but_for_its_static_row() {
    create("deleted", "ASC");
    db.run("DELETE FROM %s.deleted WHERE p = 9 AND a > 220");
    ask(ALL, "deleted", " WHERE p = 9", 100, 0);
    db.run("DELETE FROM %s.deleted WHERE p = 9", "UPDATE %s.deleted SET s = 4 WHERE p = 9");
    ask(ALL, "deleted", " WHERE p = 9", 100, 0);
  }

  @Test
  void should_fail_in_the_same_way_where_a_later_page_has_too_many_tombstones() {
    create("failing", "ASC");
    for (int a = 700; a < 1900; a++) {
      db.run("DELETE FROM %s.failing WHERE p = 9 AND a = " + a + " AND b = 'b'");
    }
    assertThat(ask(ALL, "failing", " WHERE p = 9", 500, 0).error())
        .startsWith("ReadFailureException");
    assertThat(ask(ALL, "failing", " WHERE p = 9 AND a < 600", 200, 0).failed()).isFalse();
  }

  @Test
  void should_read_nothing_ahead_where_there_is_no_memory() {
    long memory = jmx.count("LargestHeldBytes");
    jmx.set("LargestHeldBytes", 0L);
    try {
      long ahead = jmx.count("PagesReadAhead");
      ask(ALL, "rows", " WHERE p = 9", 200, 0);
      assertThat(jmx.count("PagesReadAhead")).isEqualTo(ahead);
    } finally {
      jmx.set("LargestHeldBytes", memory);
    }
  }

  private CompletionStage<AsyncResultSet> askLater(int pageSize) {
    return node.session()
        .executeAsync(
            SimpleStatement.newInstance(
                    db.in("SELECT count(*), stats.tdigest(v) FROM %s.rows WHERE p = 9"))
                .setPageSize(pageSize)
                .setTimeout(PATIENCE));
  }

  @Test
  void should_answer_the_same_eight_at_a_time() throws Exception {
    jmx.set("Enabled", false);
    Row expected = askLater(200).toCompletableFuture().get().one();
    jmx.set("Enabled", true);
    jmx.set("ReadAhead", 4);
    long ahead = jmx.count("PagesReadAhead");
    for (int round = 0; round < 10; round++) {
      List<CompletionStage<AsyncResultSet>> answers = new ArrayList<>();
      for (int client = 0; client < 8; client++) {
        answers.add(askLater(100 + 50 * client));
      }
      for (CompletionStage<AsyncResultSet> answer : answers) {
        Row found = answer.toCompletableFuture().get(30, TimeUnit.SECONDS).one();
        assertThat(found.getLong(0)).isEqualTo(ROWS);
        assertThat(found.getBytesUnsafe(1)).isEqualTo(expected.getBytesUnsafe(1));
      }
    }
    assertThat(jmx.count("PagesReadAhead")).isGreaterThan(ahead);
  }

  @Test
  void should_give_back_what_it_holds_when_it_is_stopped() throws Exception {
    jmx.set("Enabled", true);
    jmx.set("ReadAhead", 4);
    try (NodeBean running =
        new NodeBean(node.node(), "org.cassandrastats:type=RunningAggregations")) {
      // One may have ended before it is found.
      CompletionStage<AsyncResultSet> answer;
      boolean stopped;
      Instant end = Instant.now().plus(PATIENCE);
      do {
        answer = askLater(1);
        List<Row> rows = List.of();
        while (rows.isEmpty() && !answer.toCompletableFuture().isDone()) {
          rows = node.session().execute("SELECT id FROM stats_admin.running_aggregations").all();
        }
        stopped = !rows.isEmpty() && (Boolean) running.invoke("stop", rows.get(0).getLong(0));
      } while (!stopped && Instant.now().isBefore(end));
      CompletionStage<AsyncResultSet> last = answer;
      assertThatThrownBy(() -> last.toCompletableFuture().get(30, TimeUnit.SECONDS))
          .hasCauseInstanceOf(InvalidQueryException.class);
    }
  }
}
