/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.direct;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchStatementBuilder;
import com.datastax.oss.driver.api.core.cql.BatchType;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.cassandrastats.cli.node.NodeSettings;
import org.cassandrastats.lanes.LaneAnswer;
import org.cassandrastats.live.Effort;
import org.cassandrastats.live.LiveNode;
import org.cassandrastats.live.NodeJmx;
import org.cassandrastats.live.Scratch;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Aggregates answer the same with cursor reads and without. */
@Tag("own-node")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CursorReadsIT {
  private static final int QUESTIONS = 40;
  private static final int HISTORIES_OF_TABLE = 500;

  private LiveNode node;
  private NodeBean cursors;

  @BeforeAll
  void start() {
    node =
        LiveNode.start(
            NodeSettings.builder()
                .serverJar(true)
                .udfsEnabled(false)
                .yaml("write_request_timeout", "20s")
                .build());
    cursors = new NodeBean(node.node(), "org.cassandrastats:type=CursorReads");
    cursors.set("CheckedEvery", 1);
  }

  @AfterAll
  void stop() {
    cursors.close();
    node.close();
  }

  @Test
  void should_answer_the_same_over_random_tables_and_histories() {
    long seed = Effort.times(1) == 1 ? 20261125 : System.nanoTime();
    long end = System.nanoTime() + Duration.ofSeconds(Effort.times(20)).toNanos();
    Random seeds = new Random(seed);
    int tables = 0;
    try (Scratch db = node.scratch("cursor_histories")) {
      while (System.nanoTime() < end) {
        compare(db, "t" + tables++, seeds.nextLong());
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
    CursorHistories histories = new CursorHistories(db, table, random, 5).create();
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
                histories.question(),
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
    long end = System.nanoTime() + Duration.ofSeconds(Effort.times(15)).toNanos();
    Random seeds = new Random(seed);
    int tables = 0;
    long rows = cursors.count("Rows");
    NodeJmx operations = new NodeJmx(node.node());
    try (Scratch db = node.scratch("cursor_many_histories")) {
      while (System.nanoTime() < end) {
        long each = seeds.nextLong();
        Random random = new Random(each);
        String table = "t" + tables++;
        CursorHistories histories =
            new CursorHistories(db, table, random, HISTORIES_OF_TABLE).create();
        for (int round = 0; round < 2; round++) {
          histories.writeAll(6);
          operations.flush(db.keyspace());
        }
        BothPaths paths = new BothPaths(db, null, "seed " + each);
        for (int question = 0; question < 3; question++) {
          int later = random.nextInt(3) == 0 ? 2 * CursorHistories.TTL : 0;
          paths.assertSameOfCursors(
              new BothPaths.Question(
                  histories.questionOfAll(),
                  5000,
                  BothPaths.now() + later,
                  false,
                  ConsistencyLevel.LOCAL_ONE),
              cursors);
        }
        db.run("DROP TABLE %s." + table);
      }
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

  /** Pages of few groups, too; rows without values and deleted ones, which may begin a group. */
  @ParameterizedTest
  @ValueSource(strings = {"ASC", "DESC"})
  void should_answer_groups(String order) {
    try (Scratch db = node.scratch("cursor_groups")) {
      db.run(
          "CREATE TABLE %s.t (p int, at timestamp, v double, w int, PRIMARY KEY (p, at))"
              + " WITH CLUSTERING ORDER BY (at "
              + order
              + ")");
      NodeJmx operations = new NodeJmx(node.node());
      Random random = new Random(7);
      long at = 0;
      for (int row = 0; row < 1500; row++) {
        at += 1 + random.nextInt(random.nextInt(200) == 0 ? 20_000_000 : 200_000);
        String v = row > 700 && random.nextInt(9) == 0 ? "null" : random.nextInt(90) + ".5";
        db.run("INSERT INTO %s.t (p, at, v, w) VALUES (1, " + at + ", " + v + ", " + row + ")");
        if (row == 1000) {
          operations.flush(db.keyspace());
        }
      }
      operations.flush(db.keyspace());
      BothPaths paths = new BothPaths(db, null, order);
      long pages = cursors.count("Pages");
      List<String> groups =
          List.of(
              "p, stats.time_bucket('1h', at)",
              "p, stats.time_bucket('1d', at, 'UTC')",
              "p, stats.time_bucket('1m', at)",
              "p, at",
              "p");
      for (String group : groups) {
        String bucket = group.contains("bucket") ? group.substring(3) + ", " : "";
        // Pages of few groups are many requests.
        boolean isOfMany = group.equals("p, at") || group.contains("1m");
        for (int pageSize : isOfMany ? new int[] {5000} : new int[] {5000, 1}) {
          for (String clause : List.of("", " AND at < 60000000", " AND at >= 20000000")) {
            paths.assertSameOfCursors(
                new BothPaths.Question(
                    "SELECT "
                        + bucket
                        + "p, stats.mean(w), stats.tdigest(v), stats.first(v, at), avg(w)"
                        + " FROM %s.t WHERE p = 1"
                        + clause
                        + " GROUP BY "
                        + group,
                    pageSize),
                cursors);
          }
        }
      }
      System.out.printf(
          "%d pages, last left because: %s%n",
          cursors.count("Pages") - pages, cursors.get("LeftBecause"));
      assertThat(cursors.count("Pages") - pages).isGreaterThanOrEqualTo(20);
      db.run("DELETE FROM %s.t WHERE p = 1 AND at > 30000000 AND at < 50000000");
      operations.flush(db.keyspace());
      for (int pageSize : new int[] {5000, 2}) {
        paths.assertSameOfCursors(
            new BothPaths.Question(
                "SELECT at, stats.mean(w), max(w) FROM %s.t WHERE p = 1"
                    + " GROUP BY p, stats.time_bucket('1h', at)",
                pageSize),
            cursors);
      }
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

  /** A group of a partition that has static values only; Cassandra counts and shows a row of it. */
  @Test
  void should_show_partitions_of_static_values_only() {
    try (Scratch db = node.scratch("cursor_statics")) {
      db.run(
          "CREATE TABLE %s.t (p int, c int, s int static, v double, PRIMARY KEY (p, c))",
          "INSERT INTO %s.t (p, s) VALUES (1, 7)", "INSERT INTO %s.t (p, c, v) VALUES (2, 1, 1.5)");
      new NodeJmx(node.node()).flush(db.keyspace());
      BothPaths paths = new BothPaths(db, null, "");
      for (String cql :
          List.of(
              "SELECT p, avg(v), count(v) FROM %s.t WHERE p = 1 GROUP BY p",
              "SELECT p, c, stats.mean(v) FROM %s.t WHERE p = 1 GROUP BY p, c",
              "SELECT p, stats.mean(v) FROM %s.t GROUP BY p",
              "SELECT count(*), max(v) FROM %s.t WHERE p = 1",
              "SELECT count(*) FROM %s.t",
              "SELECT avg(v) FROM %s.t")) {
        paths.assertSameOfCursors(new BothPaths.Question(cql, 5000), cursors);
      }
    }
  }

  /** The page of the client ends where a batch does, and Cassandra reads what is behind it. */
  @Test
  void should_go_on_behind_a_page_of_groups_that_ends_with_a_batch() {
    try (Scratch db = node.scratch("cursor_page_ends")) {
      db.run("CREATE TABLE %s.t (p int, a bigint, v double, x text, PRIMARY KEY (p, a))");
      PreparedStatement insert =
          db.session().prepare(db.in("INSERT INTO %s.t (p, a, v, x) VALUES (9, ?, 2.5, ?)"));
      for (long from = 0; from < 55_000; from += 500) {
        BatchStatementBuilder rows = BatchStatement.builder(BatchType.UNLOGGED);
        for (long a = from; a < from + 500; a++) {
          rows.addStatement(insert.bind(a, a >= 50_000 && a < 51_500 ? null : "x"));
        }
        db.session().execute(rows.build());
      }
      new NodeJmx(node.node()).flush(db.keyspace());
      BothPaths paths = new BothPaths(db, null, "");
      for (int pageSize : new int[] {50, 49, 5000}) {
        LaneAnswer answer =
            paths.assertSameOfCursors(
                new BothPaths.Question(
                    "SELECT stats.time_bucket('1000s', a, 's'), count(v), count(*) FROM %s.t"
                        + " WHERE p = 9 GROUP BY p, stats.time_bucket('1000s', a, 's')",
                    pageSize),
                cursors);
        assertThat(answer.rows()).hasSize(55);
      }
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

  /** The function of GROUP BY fails where the rows are read. */
  @Test
  void should_refuse_groups_as_cassandra_does() {
    try (Scratch db = node.scratch("cursor_refusals")) {
      db.run("CREATE TABLE %s.t (p int, at timestamp, v double, PRIMARY KEY (p, at))");
      for (int at = -5; at < 5; at++) {
        db.run("INSERT INTO %s.t (p, at, v) VALUES (1, " + at * 3_600_000_000_000L + ", 1.5)");
      }
      new NodeJmx(node.node()).flush(db.keyspace());
      LaneAnswer answer =
          new BothPaths(db, null, "")
              .assertSameOfCursors(
                  new BothPaths.Question(
                      "SELECT floor(at, 1h, '2020-01-01'), avg(v) FROM %s.t WHERE p = 1"
                          + " GROUP BY p, floor(at, 1h, '2020-01-01')",
                      5000),
                  cursors);
      assertThat(answer.failed()).isTrue();
    }
  }

  /** Groups of partitions, and of columns of which the last is a number, in a table of many. */
  @Test
  void should_answer_groups_across_partitions() {
    try (Scratch db = node.scratch("cursor_range_groups")) {
      db.run(
          "CREATE TABLE %s.t (p int, metric text, at bigint, v double, w int,"
              + " PRIMARY KEY (p, metric, at)) WITH CLUSTERING ORDER BY (metric DESC, at ASC)");
      Random random = new Random(11);
      NodeJmx operations = new NodeJmx(node.node());
      for (int row = 0; row < 3000; row++) {
        String v = random.nextInt(9) == 0 ? "null" : random.nextInt(90) + ".5";
        db.run(
            "INSERT INTO %s.t (p, metric, at, v, w) VALUES ("
                + random.nextInt(40)
                + ", '"
                + "abc".charAt(random.nextInt(3))
                + "', "
                + random.nextInt(2000)
                + ", "
                + v
                + ", "
                + row
                + ")");
        if (row == 1500) {
          operations.flush(db.keyspace());
        }
        if (row % 100 == 0) {
          db.run("DELETE FROM %s.t WHERE p = " + random.nextInt(40));
        }
      }
      operations.flush(db.keyspace());
      BothPaths paths = new BothPaths(db, null, "");
      long pages = cursors.count("Pages");
      String bucket = "stats.time_bucket('200s', at, 's')";
      for (String where : List.of("", " WHERE p = 7", " WHERE token(p) > token(7)")) {
        for (String by : List.of("p", "p, metric", "p, metric, " + bucket)) {
          for (int pageSize : new int[] {5000, 7}) {
            paths.assertSameOfCursors(
                new BothPaths.Question(
                    "SELECT "
                        + by
                        + ", stats.mean(w), avg(v), count(*), stats.last(v, at) FROM %s.t"
                        + where
                        + " GROUP BY "
                        + by,
                    pageSize),
                cursors);
          }
        }
      }
      assertThat(cursors.count("Pages") - pages).isGreaterThanOrEqualTo(18);
    }
  }
}
