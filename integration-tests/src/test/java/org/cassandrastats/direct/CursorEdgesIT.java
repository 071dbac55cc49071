/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.direct;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchStatementBuilder;
import com.datastax.oss.driver.api.core.cql.BatchType;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.servererrors.ReadFailureException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.cassandrastats.lanes.LaneAnswer;
import org.cassandrastats.live.NodeJmx;
import org.cassandrastats.live.Scratch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where pages end, are left to Cassandra, or have no row that is there. */
@Tag("own-node")
class CursorEdgesIT extends OnCursorNode {
  private static final int CHANGES = 100;

  private void change(Scratch db, List<String> changes) {
    for (int from = 0; from < changes.size(); from += CHANGES) {
      BatchStatementBuilder batch = BatchStatement.builder(BatchType.UNLOGGED);
      changes.subList(from, Math.min(from + CHANGES, changes.size())).stream()
          .map(each -> SimpleStatement.newInstance(db.in(each)))
          .forEach(batch::addStatement);
      db.session().execute(batch.build());
    }
    new NodeJmx(node.node()).flush(db.keyspace());
  }

  /** A partition of which the only row is deleted is none in which a page could end. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void should_end_no_page_at_a_deleted_row(int checkedEvery) {
    try (Scratch db = node.scratch("cursor_page_ends");
        NodeBean storage = storage();
        NodeBean direct = new NodeBean(node.node(), "org.cassandrastats:type=DirectReads")) {
      storage.set("TombstoneWarnThreshold", 100_000);
      cursors.set("CheckedEvery", checkedEvery);
      long memory = direct.count("LargestHeldBytes");
      db.run("CREATE TABLE %s.t (p int, c int, v double, PRIMARY KEY (p, c))");
      List<String> changes = new ArrayList<>();
      for (int p = 0; p < 3000; p++) {
        int of = p;
        if (p % 4 > 0) {
          changes.add("DELETE FROM %s.t WHERE p = " + p + " AND c = 1");
        } else {
          IntStream.range(10, 16)
              .forEach(
                  c -> changes.add("INSERT INTO %s.t (p, c, v) VALUES (" + of + "," + c + ",1)"));
        }
      }
      change(db, changes);
      BothPaths paths = new BothPaths(db, null, "checked " + checkedEvery);
      long pages = cursors.count("Pages");
      for (long limit = 3_500_000; limit < 7_000_000; limit += 1 << 18) {
        direct.set("LargestHeldBytes", limit);
        for (String question :
            List.of(
                "SELECT p, sum(v), count(v) FROM %s.t GROUP BY p", "SELECT count(*) FROM %s.t")) {
          paths.assertSameOfCursors(new BothPaths.Question(question, 5000), cursors);
        }
      }
      direct.set("LargestHeldBytes", memory);
      storage.set("TombstoneWarnThreshold", 1000);
      cursors.set("CheckedEvery", 1);
      assertThat(cursors.count("Pages")).isGreaterThan(pages + 10);
    }
  }

  /** A range is left to Cassandra whose first partition has a static value and no row. */
  @ParameterizedTest
  @ValueSource(ints = {1, 7, 5000})
  void should_read_ranges_beside_partitions_of_static_values(int pageSize) {
    try (Scratch db = node.scratch("cursor_statics")) {
      db.run("CREATE TABLE %s.t (p int, c int, v double, s int static, PRIMARY KEY (p, c))");
      List<String> changes = new ArrayList<>();
      for (int p = 0; p < 60; p++) {
        changes.add("INSERT INTO %s.t (p, s) VALUES (" + p + ", 1)");
        for (int c = 0; p % 3 == 0 && c < 6; c++) {
          changes.add("INSERT INTO %s.t (p, c, v) VALUES (" + p + ", " + c + ", 1)");
        }
      }
      change(db, changes);
      BothPaths paths = new BothPaths(db, null, "");
      LaneAnswer answer =
          paths.assertSameOfCursors(
              new BothPaths.Question("SELECT sum(v), count(v) FROM %s.t", pageSize), cursors);
      assertThat(answer.rows()).hasSize(1);
      paths.assertSameOfCursors(
          new BothPaths.Question("SELECT sum(v) FROM %s.t WHERE token(p) > 0", pageSize), cursors);
    }
  }

  @Test
  void should_stay_on_where_few_tombstones_are_warned_of() {
    try (Scratch db = node.scratch("cursor_thresholds");
        NodeBean storage = storage()) {
      storage.set("TombstoneWarnThreshold", 20);
      // What is set anew has its formats checked anew.
      cursors.set("Enabled", true);
      db.run(
          "CREATE TABLE %s.t (p int, c int, v double, PRIMARY KEY (p, c))",
          "INSERT INTO %s.t (p, c, v) VALUES (1, 1, 2.5)");
      long pages = cursors.count("Pages");
      db.run("SELECT avg(v) FROM %s.t WHERE p = 1");
      storage.set("TombstoneWarnThreshold", 1000);
      assertThat(cursors.get("Error")).isNull();
      assertThat(cursors.count("Pages")).isEqualTo(pages + 1);
    }
  }

  /** Cassandra looks at constants where there is a row. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void should_answer_the_same_where_a_constant_is_unset(int p) {
    try (Scratch db = node.scratch("cursor_unset")) {
      db.run("CREATE TABLE %s.t (p int, c int, v double, PRIMARY KEY (p, c))");
      change(
          db,
          List.of(
              "INSERT INTO %s.t (p, c, v) VALUES (1, 1, 1.5)",
              "DELETE FROM %s.t WHERE p = 2 AND c = 1"));
      LaneAnswer answer =
          new BothPaths(db, null, "")
              .assertSameOfCursors(
                  new BothPaths.Question(
                      "SELECT stats.tdigest(v, ?) FROM %s.t WHERE p = " + p,
                      5000,
                      BothPaths.now(),
                      true,
                      ConsistencyLevel.LOCAL_ONE),
                  cursors);
      assertThat(answer.failed()).isEqualTo(p == 1);
    }
  }

  /** The first row that an aggregate refuses decides, not the first aggregate. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "stats.tdigest(d, 5), stats.ddsketch(e, 7.0)",
        "stats.ddsketch(e, 7.0), stats.tdigest(d, 5)",
        "stats.tdigest(d, 5), stats.moments_merge(b)",
        "stats.moments_merge(b), stats.tdigest(d, 5)",
        "stats.moments_merge(b), stats.tdigest(d, 5), stats.ddsketch(e, 7.0)"
      })
  void should_fail_as_row_by_row(String selected) {
    try (Scratch db = node.scratch("cursor_refusals");
        NodeBean direct = new NodeBean(node.node(), "org.cassandrastats:type=DirectReads")) {
      db.run("CREATE TABLE %s.t (p int, c int, d double, e double, b blob, PRIMARY KEY (p, c))");
      List<String> changes = new ArrayList<>();
      for (int p = 0; p < 4; p++) {
        for (int c = 0; c < 8; c++) {
          String where = " WHERE p = %d AND c = %d".formatted(p, c);
          changes.add("UPDATE %s.t SET d = " + (c < 3 + p ? "null" : "1") + where);
          changes.add("UPDATE %s.t SET e = " + (c < 6 - p ? "null" : "1") + where);
          changes.add("UPDATE %s.t SET b = " + (c < 1 + 2 * p ? "null" : "0x1234") + where);
        }
      }
      change(db, changes);
      BothPaths paths = new BothPaths(db, direct, "");
      for (int p = 0; p < 4; p++) {
        for (String group : List.of("", " GROUP BY p")) {
          BothPaths.Question question =
              new BothPaths.Question(
                  "SELECT " + selected + " FROM %s.t WHERE p = " + p + group, 5000);
          cursors.set("Enabled", false);
          assertThat(paths.assertSame(question, true).failed()).isTrue();
          paths.assertSameOfCursors(question, cursors);
        }
      }
    }
  }

  /** Cassandra 5.0 cannot read the row index back that it writes of such a deletion. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5})
  void should_fail_where_cassandra_reaches_a_damaged_index(int pageSize) {
    try (Scratch db = node.scratch("cursor_damage")) {
      db.run("CREATE TABLE %s.t (p int, c int, v double, b text, PRIMARY KEY (p, c))");
      List<String> changes = new ArrayList<>();
      for (int p = 0; p < 12; p++) {
        for (int c = 0; c < 6; c++) {
          changes.add("INSERT INTO %s.t (p, c, v) VALUES (" + p + ", " + c + ", 1)");
        }
      }
      change(db, changes);
      List<Row> keys = db.rows("SELECT p, token(p) FROM %s.t PER PARTITION LIMIT 1");
      int damaged = keys.get(8).getInt(0);
      changes.clear();
      for (int c = 0; c < 400; c++) {
        changes.add(
            "INSERT INTO %s.t (p, c, v, b) VALUES ("
                + damaged
                + ", "
                + c
                + ", 1, '"
                + "x".repeat(500)
                + "')");
      }
      changes.add(
          "DELETE FROM %s.t USING TIMESTAMP -5 WHERE p = " + damaged + " AND c >= 0 AND c < 1000");
      change(db, changes);
      String question =
          db.in(
              "SELECT p, count(v) FROM %s.t WHERE token(p) <= "
                  + keys.get(7).getLong(1)
                  + " GROUP BY p");

      cursors.set("Enabled", false);
      int expected = rowsBeforeFailure(db, question, pageSize);
      cursors.set("Enabled", true);

      assertThat(rowsBeforeFailure(db, question, pageSize)).isEqualTo(expected);
      assertThat(cursors.get("Error")).isNull();
    }
  }

  private static int rowsBeforeFailure(Scratch db, String question, int pageSize) {
    int rows = 0;
    try {
      for (Row ignored :
          db.session().execute(SimpleStatement.newInstance(question).setPageSize(pageSize))) {
        rows += ignored.getInt(0) < 0 ? 0 : 1;
      }
    } catch (ReadFailureException damaged) {
      return rows;
    }
    return Integer.MAX_VALUE;
  }

  /** Deleted rows are no live rows of the histograms of a table. */
  @Test
  void should_count_live_rows_as_cassandra_does() {
    try (Scratch db = node.scratch("cursor_histograms")) {
      List<String> changes = new ArrayList<>();
      for (String table : List.of("read_so", "read_otherwise")) {
        db.run("CREATE TABLE %s." + table + " (p int, c int, v double, w int, PRIMARY KEY (p, c))");
        for (int c = 0; c < 100; c++) {
          String columns = c % 9 == 0 ? "w" : "v";
          changes.add(
              "INSERT INTO %s."
                  + table
                  + " (p, c, "
                  + columns
                  + ") VALUES (1, "
                  + c
                  + ", 1) USING TIMESTAMP 10");
        }
        for (int c = 0; c < 30; c++) {
          changes.add("DELETE FROM %s." + table + " USING TIMESTAMP 20 WHERE p = 1 AND c = " + c);
        }
      }
      change(db, changes);
      cursors.set("Enabled", false);
      db.run("SELECT sum(v) FROM %s.read_otherwise WHERE p = 1");
      cursors.set("Enabled", true);
      long pages = cursors.count("Pages");
      db.run("SELECT sum(v) FROM %s.read_so WHERE p = 1");
      assertThat(cursors.count("Pages")).isEqualTo(pages + 1);
      assertThat(mostLive(db, "read_so")).isEqualTo(mostLive(db, "read_otherwise"));
    }
  }

  private Object mostLive(Scratch db, String table) {
    try (NodeBean histogram =
        new NodeBean(
            node.node(),
            "org.apache.cassandra.metrics:type=Table,keyspace=%s,scope=%s,name=LiveScannedHistogram"
                .formatted(db.keyspace(), table))) {
      return histogram.get("Max");
    }
  }
}
