/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.direct;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchStatementBuilder;
import com.datastax.oss.driver.api.core.cql.BatchType;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import java.util.List;
import java.util.Random;
import org.cassandrastats.lanes.LaneAnswer;
import org.cassandrastats.live.NodeJmx;
import org.cassandrastats.live.Scratch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Groups are the same with cursor reads and without. */
@Tag("own-node")
class CursorGroupsIT extends OnCursorNode {

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
      for (int row = 0; row < 900; row++) {
        String v = random.nextInt(9) == 0 ? "null" : random.nextInt(90) + ".5";
        db.run(
            "INSERT INTO %s.t (p, metric, at, v, w) VALUES ("
                + random.nextInt(12)
                + ", '"
                + "abc".charAt(random.nextInt(3))
                + "', "
                + random.nextInt(2000)
                + ", "
                + v
                + ", "
                + row
                + ")");
        if (row == 450) {
          operations.flush(db.keyspace());
        }
        if (row % 100 == 0) {
          db.run("DELETE FROM %s.t WHERE p = " + random.nextInt(12));
        }
      }
      operations.flush(db.keyspace());
      BothPaths paths = new BothPaths(db, null, "");
      long pages = cursors.count("Pages");
      String bucket = "stats.time_bucket('200s', at, 's')";
      for (String where : List.of("", " WHERE p = 7", " WHERE token(p) > token(7)")) {
        for (String by : List.of("p", "p, metric", "p, metric, " + bucket)) {
          for (int pageSize : where.isEmpty() ? new int[] {5000, 7} : new int[] {5000}) {
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
      assertThat(cursors.count("Pages") - pages).isGreaterThanOrEqualTo(12);
    }
  }

  /** Rows that another SSTable has deleted are neither counted nor groups. */
  @Test
  void should_count_rows_by_cursors_beside_deleted_ones() {
    try (Scratch db = node.scratch("cursor_counts")) {
      db.run("CREATE TABLE %s.t (p int, c int, v double, w int, PRIMARY KEY (p, c))");
      NodeJmx operations = new NodeJmx(node.node());
      for (int row = 0; row < 300; row++) {
        db.run("INSERT INTO %s.t (p, c, v, w) VALUES (" + row % 30 + ", " + row + ", 1.5, 2)");
      }
      operations.flush(db.keyspace());
      db.run(
          "DELETE FROM %s.t WHERE p = 7",
          "DELETE FROM %s.t WHERE p = 8 AND c = 8",
          "DELETE FROM %s.t WHERE p = 9 AND c > 100",
          "UPDATE %s.t SET v = null WHERE p = 10 AND c = 10");
      operations.flush(db.keyspace());
      BothPaths paths = new BothPaths(db, null, "");
      for (String cql :
          List.of(
              "SELECT count(*) FROM %s.t",
              "SELECT count(*) FROM %s.t WHERE p = 9",
              "SELECT p, count(*), count(v), max(v) FROM %s.t GROUP BY p",
              "SELECT count(*), sum(v) FROM %s.t WHERE p = 8")) {
        long pages = cursors.count("Pages");
        long left = cursors.count("LeftPages");
        paths.assertSameOfCursors(new BothPaths.Question(cql, 5000), cursors);
        assertThat(cursors.count("Pages")).as(cql).isGreaterThan(pages);
        assertThat(cursors.count("LeftPages")).as(cql).isEqualTo(left);
      }
    }
  }

  /**
   * A group shows its first column as Cassandra does, whose values may be equal and look otherwise.
   */
  @Test
  void should_show_equal_decimals_as_cassandra_does() {
    try (Scratch db = node.scratch("cursor_decimals")) {
      db.run("CREATE TABLE %s.t (p int, k decimal, at int, v double, PRIMARY KEY (p, k, at))");
      for (String k : List.of("-2.000", "-2.0", "-2.00")) {
        db.run("INSERT INTO %s.t (p, k, at, v) VALUES (1, " + k + ", 1, 1.5)");
        new NodeJmx(node.node()).flush(db.keyspace());
      }
      for (String cql :
          List.of(
              "SELECT k, sum(v) FROM %s.t WHERE p = 1 GROUP BY p, k",
              "SELECT k, sum(v) FROM %s.t GROUP BY p, k, at",
              "SELECT p, sum(v) FROM %s.t GROUP BY p")) {
        new BothPaths(db, null, "").assertSameOfCursors(new BothPaths.Question(cql, 5000), cursors);
      }
    }
  }

  /** A row in memory that was updated only is there by a column that is not asked for. */
  @Test
  void should_show_groups_of_rows_without_asked_values() {
    try (Scratch db = node.scratch("cursor_updates")) {
      db.run(
          "CREATE TABLE %s.t (p int, c int, d int, v double, w int, PRIMARY KEY (p, c, d))",
          "UPDATE %s.t SET w = 1 WHERE p = 1 AND c = 1 AND d = 1",
          "INSERT INTO %s.t (p, c, d, v) VALUES (1, 2, 1, 1.5)");
      LaneAnswer answer =
          new BothPaths(db, null, "")
              .assertSameOfCursors(
                  new BothPaths.Question(
                      "SELECT c, max(v) FROM %s.t WHERE p = 1 GROUP BY p, c", 5000),
                  cursors);
      assertThat(answer.rows()).hasSize(2);
    }
  }
}
