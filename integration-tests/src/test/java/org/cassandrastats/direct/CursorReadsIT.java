/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.direct;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.cassandrastats.lanes.LaneAnswer;
import org.cassandrastats.live.Effort;
import org.cassandrastats.live.NodeJmx;
import org.cassandrastats.live.Scratch;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Aggregates answer the same with cursor reads and without. */
@Tag("own-node")
@Order(1)
class CursorReadsIT extends OnCursorNode {
  private static final int QUESTIONS = 40;
  private static final int HISTORIES_OF_TABLE = 500;

  // Not as many as there is time for: a faster machine would try what no other one has.
  private static final int TABLES = 12;
  private static final int TABLES_OF_MANY = 15;

  @Test
  void should_answer_the_same_over_random_tables_and_histories() {
    long seed = Effort.times(1) == 1 ? 20261125 : System.nanoTime();
    Random seeds = new Random(seed);
    int tables = Effort.times(TABLES);
    try (Scratch db = node.scratch("cursor_histories")) {
      for (int table = 0; table < tables; table++) {
        compare(db, "t" + table, seeds.nextLong());
      }
    }
    System.out.printf(
        "%d tables, %d pages of %d rows by cursors, %d left to Cassandra, last: %s%n",
        tables,
        cursors.count("Pages"),
        cursors.count("Rows"),
        cursors.count("LeftPages"),
        cursors.get("LeftBecause"));
    assertThat(cursors.count("Pages")).as("pages, seed %d", seed).isGreaterThan(20L * tables / 2);
  }

  private void compare(Scratch db, String table, long seed) {
    Random random = new Random(seed);
    CursorHistories histories = new CursorHistories(db, table, random, 5, true).create();
    BothPaths paths = new BothPaths(db, null, "seed " + seed);
    NodeJmx operations = new NodeJmx(node.node());
    for (int round = 0; round < 3; round++) {
      histories.write(20 + random.nextInt(60));
      if (random.nextInt(4) > 0) {
        operations.flush(db.keyspace());
      }
      if (random.nextInt(4) == 0) {
        histories.addColumn();
      }
      for (int question = 0; question < QUESTIONS / 4; question++) {
        int later = random.nextInt(3) == 0 ? 2 * CursorHistories.TTL : 0;
        int pageSize = random.nextBoolean() ? 5000 : 1 + random.nextInt(10);
        paths.assertSameOfCursors(
            new BothPaths.Question(
                histories.questions().question(),
                pageSize,
                BothPaths.now() + later,
                random.nextBoolean(),
                ConsistencyLevel.LOCAL_ONE),
            cursors);
      }
    }
    db.run("DROP TABLE %s." + table);
  }

  /** Each partition has a history; the node compares all of them in one page, those in SSTables. */
  @Test
  void should_read_the_same_of_many_histories() {
    long seed = Effort.times(1) == 1 ? 20261126 : System.nanoTime();
    Random seeds = new Random(seed);
    int tables = Effort.times(TABLES_OF_MANY);
    long rows = cursors.count("Rows");
    NodeJmx operations = new NodeJmx(node.node());
    try (Scratch db = node.scratch("cursor_many_histories");
        NodeBean storage = storage()) {
      storage.set("TombstoneWarnThreshold", 100_000);
      for (int number = 0; number < tables; number++) {
        long each = seeds.nextLong();
        Random random = new Random(each);
        String table = "t" + number;
        CursorHistories histories =
            new CursorHistories(db, table, random, HISTORIES_OF_TABLE, false).create();
        for (int round = 0; round < 2; round++) {
          histories.writeAll(6);
          operations.flush(db.keyspace());
        }
        BothPaths paths = new BothPaths(db, null, "seed " + each);
        for (int question = 0; question < 3; question++) {
          int later = random.nextInt(3) == 0 ? 2 * CursorHistories.TTL : 0;
          paths.assertSameOfCursors(
              new BothPaths.Question(
                  histories.questions().questionOfAll(),
                  5000,
                  BothPaths.now() + later,
                  false,
                  ConsistencyLevel.LOCAL_ONE),
              cursors);
        }
        db.run("DROP TABLE %s." + table);
      }
    }
    try (NodeBean storage = storage()) {
      storage.set("TombstoneWarnThreshold", 1000);
    }
    System.out.printf(
        "%d histories, %d rows by cursors, %d pages left to Cassandra, last: %s; seed %d%n",
        (long) tables * HISTORIES_OF_TABLE,
        cursors.count("Rows") - rows,
        cursors.count("LeftPages"),
        cursors.get("LeftBecause"),
        seed);
    assertThat(cursors.count("Rows") - rows).as("rows, seed %d", seed).isGreaterThan(100L * tables);
  }

  @Test
  void should_hide_rows_of_one_sstable_by_a_range_that_another_one_opens_before_the_slice() {
    try (Scratch db = node.scratch("cursor_ranges")) {
      NodeJmx operations = new NodeJmx(node.node());
      db.run("CREATE TABLE %s.t (p int, a int, b text, v double, PRIMARY KEY (p, a, b))");
      for (int a = 0; a < 10; a++) {
        db.run("INSERT INTO %s.t (p, a, b, v) VALUES (1, " + a + ", 'b', 2.5) USING TIMESTAMP 10");
      }
      operations.flush(db.keyspace());
      db.run(
          "DELETE FROM %s.t USING TIMESTAMP 20 WHERE p = 1 AND a > 2",
          "INSERT INTO %s.t (p, a, b, v) VALUES (1, 7, 'b', 3.5) USING TIMESTAMP 30");
      operations.flush(db.keyspace());
      long pages = cursors.count("Pages");
      LaneAnswer answer =
          new BothPaths(db, null, "")
              .assertSameOfCursors(
                  new BothPaths.Question(
                      "SELECT count(v), max(v) FROM %s.t WHERE p = 1 AND a >= 5", 5000),
                  cursors);
      assertThat(answer.rows())
          .isEqualTo(List.of(List.of("0x0000000000000001", "0x400c000000000000")));
      assertThat(cursors.count("Pages")).isGreaterThan(pages);
    }
  }

  /** More rows than a batch takes, of one and of two SSTables, the other format too. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void should_read_large_partitions_in_batches(int sstables) {
    try (Scratch db = node.scratch("cursor_large")) {
      db.run(
          "CREATE TABLE %s.plain (p int, a int, b text, v double, w int, x text, PRIMARY KEY (p, a, b))");
      NodeJmx operations = new NodeJmx(node.node());
      for (int sstable = 0; sstable < sstables; sstable++) {
        new Histories(db, new Random(sstable)).writeRows("%s.plain", 120_000 >> sstable, 3);
        operations.flush(db.keyspace());
      }
      long pages = cursors.count("Pages");
      BothPaths paths = new BothPaths(db, null, "");
      for (String clause : List.of("", " AND a > 1000 AND a <= 110000", " AND a < 50000")) {
        paths.assertSameOfCursors(
            new BothPaths.Question(
                "SELECT avg(v), stats.tdigest(v), max(w), stats.first(w) FROM %s.plain WHERE p = 9"
                    + clause,
                5000),
            cursors);
      }
      assertThat(cursors.count("Pages") - pages).isGreaterThanOrEqualTo(3 + 3 + 1);
    }
  }

  /** Cassandra counts rows that have expired, and warns or fails where they are many. */
  @Test
  void should_warn_and_fail_of_tombstones_as_cassandra_does() {
    try (Scratch db = node.scratch("cursor_tombstones");
        NodeBean storage =
            new NodeBean(node.node(), "org.apache.cassandra.db:type=StorageService")) {
      db.run(
          "CREATE TABLE %s.t (p int, c int, v double, PRIMARY KEY (p, c))",
          "INSERT INTO %s.t (p, c, v) VALUES (1, -1, 1.5)");
      for (int c = 0; c < 1100; c++) {
        db.run("INSERT INTO %s.t (p, c) VALUES (1, " + c + ") USING TTL 1000");
      }
      BothPaths paths = new BothPaths(db, null, "");
      NodeJmx operations = new NodeJmx(node.node());
      for (int round = 0; round < 2; round++) {
        for (String cql :
            List.of(
                "SELECT avg(v), count(v) FROM %s.t WHERE p = 1",
                "SELECT avg(v), count(*) FROM %s.t")) {
          BothPaths.Question later =
              new BothPaths.Question(
                  cql, 5000, BothPaths.now() + 2000, false, ConsistencyLevel.LOCAL_ONE);
          assertThat(paths.assertSameOfCursors(later, cursors).warnings()).isNotEmpty();
          storage.set("TombstoneFailureThreshold", 500);
          try {
            assertThat(paths.assertSameOfCursors(later, cursors).failed()).isTrue();
          } finally {
            storage.set("TombstoneFailureThreshold", 100_000);
          }
        }
        operations.flush(db.keyspace());
      }
    }
  }

  /** Cassandra leaves out the values of a dropped column at once, also of a statement that runs. */
  @Test
  void should_stay_on_while_the_asked_column_is_dropped() throws Exception {
    try (Scratch db = node.scratch("cursor_drops")) {
      db.run(
          "CREATE TABLE %s.t (p int, a int, b text, v double, w int, x text, PRIMARY KEY (p, a))");
      new Histories(db, new Random(5)).writeRows("%s.t", 20_000, 1);
      new NodeJmx(node.node()).flush(db.keyspace());
      AtomicBoolean ended = new AtomicBoolean();
      CompletableFuture<Integer> reader =
          CompletableFuture.supplyAsync(
              () -> {
                int answers = 0;
                while (!ended.get()) {
                  try {
                    db.session().execute(db.in("SELECT avg(v), count(v) FROM %s.t WHERE p = 9"));
                    answers++;
                  } catch (InvalidQueryException dropped) {
                    // It is there again in a moment.
                  }
                }
                return answers;
              });
      for (int time = 0; time < 5; time++) {
        Thread.sleep(100);
        db.run("ALTER TABLE %s.t DROP v", "ALTER TABLE %s.t ADD v double");
      }
      ended.set(true);
      assertThat(reader.get()).isPositive();
      assertThat(cursors.get("Error")).isNull();
    }
  }
}
