/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.direct;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import java.util.List;
import java.util.Random;
import org.cassandrastats.live.NodeJmx;
import org.cassandrastats.live.Scratch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Values of any number of bytes, and static ones, are the same with cursor reads and without. */
@Tag("own-node")
class CursorValuesIT extends OnCursorNode {
  private static final String LEFT_STATICS = "a partition of static values only";

  /** Longer ones than an array for many, and than a page may have; of two SSTables and memory. */
  @Test
  void should_answer_over_values_of_any_length() {
    try (Scratch db = node.scratch("cursor_lengths")) {
      db.run(
          "CREATE TABLE %s.t (p int, c int, k text, x text, y blob, d decimal, s boolean,"
              + " PRIMARY KEY (p, c, k))");
      PreparedStatement insert =
          db.session()
              .prepare(
                  db.in(
                      "INSERT INTO %s.t (p, c, k, x, y, d, s) VALUES (?, ?, ?, ?,"
                          + " text_as_blob(?), 1.5, true) USING TIMESTAMP ?"));
      NodeJmx operations = new NodeJmx(node.node());
      BothPaths paths = new BothPaths(db, null, "");
      Random random = new Random(3);
      int[] lengths = {0, 1, 7, 16, 300, 1000, 40_000, 65_535, 65_536, 65_537, 200_000};
      for (int round = 0; round < 3; round++) {
        for (int row = 0; row < 200; row++) {
          int length = lengths[random.nextInt(row % 10 == 0 ? lengths.length : 6)];
          String x = Integer.toString(random.nextInt(30)).repeat(length);
          int c = random.nextInt(150);
          String k = "k".repeat(1 + c % 3);
          long timestamp = 1L + random.nextInt(20);
          db.session().execute(insert.bind(c % 4, c, k, x, x, timestamp));
        }
        long pages = cursors.count("Pages");
        for (String where : List.of("", " WHERE p = 1", " WHERE p = 2 AND c > 50")) {
          for (String selected :
              List.of(
                  "stats.hll(x), count(y), max(d)",
                  "min(x), max(y), count(s), sum(d)",
                  "stats.first_as_blob(s), stats.max_by_as_blob(s, c), count(d)",
                  "stats.max_by_as_blob(k, d)",
                  "count(*), stats.approx_count_distinct(y), min(s)",
                  "stats.last_as_blob(x)")) {
            paths.assertSameOfCursors(
                new BothPaths.Question("SELECT " + selected + " FROM %s.t" + where, 5000), cursors);
          }
        }
        assertThat(cursors.count("Pages") - pages).isGreaterThanOrEqualTo(15);
        if (round < 2) {
          operations.flush(db.keyspace());
        }
      }
      db.session().execute(insert.bind(1, 500, "k", "x".repeat(700_000), "y", 30L));
      for (int round = 0; round < 2; round++) {
        paths.assertSameOfCursors(
            new BothPaths.Question("SELECT stats.hll(x), max(x) FROM %s.t WHERE p = 1", 5000),
            cursors);
        operations.flush(db.keyspace());
      }
    }
  }

  /**
   * A page ends where its values take too many bytes; where memory is short sooner, or not at all.
   */
  @Test
  void should_cut_pages_by_the_bytes_of_values() {
    try (Scratch db = node.scratch("cursor_bytes");
        NodeBean direct = new NodeBean(node.node(), "org.cassandrastats:type=DirectReads")) {
      db.run("CREATE TABLE %s.t (p int, c int, x text, PRIMARY KEY (p, c))");
      PreparedStatement insert =
          db.session().prepare(db.in("INSERT INTO %s.t (p, c, x) VALUES (?, ?, ?)"));
      for (int row = 0; row < 5000; row++) {
        db.session().execute(insert.bind(row % 2, row, row + "x".repeat(4000)));
      }
      new NodeJmx(node.node()).flush(db.keyspace());
      BothPaths paths = new BothPaths(db, null, "");
      long memory = direct.count("LargestHeldBytes");
      for (long limit : new long[] {memory, 20_000_000, 8_000_000, 2_000_000, 100_000}) {
        direct.set("LargestHeldBytes", limit);
        for (String clause :
            List.of("", " WHERE p = 1", " GROUP BY p", " WHERE p = 0 GROUP BY p, c")) {
          long pages = cursors.count("Pages");
          paths.assertSameOfCursors(
              new BothPaths.Question(
                  "SELECT stats.hll(x), min(x), count(*) FROM %s.t" + clause, 5000),
              cursors);
          long read = cursors.count("Pages") - pages;
          if (limit >= 20_000_000 && !clause.contains("c")) {
            assertThat(read).as("%d%s", limit, clause).isGreaterThanOrEqualTo(2);
          }
          assertThat(direct.count("HeldBytes")).as("%d%s", limit, clause).isZero();
        }
      }
      direct.set("LargestHeldBytes", memory);
    }
  }

  /** Stored states, as blobs and of their own type. */
  @Test
  void should_merge_states() {
    try (Scratch db = node.scratch("cursor_states")) {
      db.run(
          "CREATE TABLE %s.v (p int, c int, v double, PRIMARY KEY (p, c))",
          "CREATE TABLE %s.t (p int, c int, h blob, d blob, y 'org.cassandrastats.types.TdigestType',"
              + " PRIMARY KEY (p, c))");
      Random random = new Random(5);
      PreparedStatement insert =
          db.session().prepare(db.in("INSERT INTO %s.t (p, c, h, d, y) VALUES (?, ?, ?, ?, ?)"));
      for (int state = 0; state < 40; state++) {
        for (int row = 0; row < 1 + random.nextInt(60); row++) {
          db.run(
              "INSERT INTO %s.v (p, c, v) VALUES ("
                  + state
                  + ", "
                  + row
                  + ", "
                  + random.nextGaussian()
                  + ")");
        }
        var states =
            db.session()
                .execute(
                    db.in("SELECT stats.hll(v), stats.tdigest(v) FROM %s.v WHERE p = " + state))
                .one();
        db.session()
            .execute(
                insert.bind(
                    state % 3,
                    state,
                    states.getByteBuffer(0),
                    states.getByteBuffer(1),
                    states.getByteBuffer(1)));
      }
      BothPaths paths = new BothPaths(db, null, "");
      for (int round = 0; round < 2; round++) {
        long pages = cursors.count("Pages");
        for (String clause : List.of("", " WHERE p = 1", " GROUP BY p")) {
          paths.assertSameOfCursors(
              new BothPaths.Question(
                  "SELECT stats.hll_merge(h), stats.tdigest_merge(d), stats.tdigest_merge(y),"
                      + " stats.hll(h) FROM %s.t"
                      + clause,
                  5000),
              cursors);
        }
        assertThat(cursors.count("Pages") - pages).isEqualTo(3);
        new NodeJmx(node.node()).flush(db.keyspace());
      }
    }
  }

  /** What a function of the pack makes of a value is aggregated, and what one makes of that. */
  @Test
  void should_aggregate_what_functions_make_of_values() {
    try (Scratch db = node.scratch("cursor_functions")) {
      db.run(
          "CREATE TABLE %s.v (p int, c timestamp, v double, PRIMARY KEY (p, c))",
          "CREATE TABLE %s.t (p int, c int, n bigint, x blob, k int, PRIMARY KEY (p, c))");
      for (int row = 0; row < 400; row++) {
        db.run(
            "INSERT INTO %%s.v (p, c, v) VALUES (%d, %d, %d.25)"
                .formatted(row % 9, row, row * 7 % 100));
      }
      for (int chunk = 0; chunk < 9; chunk++) {
        Row made =
            db.rows(
                    "SELECT stats.chunk_with_digest(stats.chunk(c, v), 10) FROM %s.v WHERE p = ?",
                    chunk)
                .get(0);
        db.rows(
            "INSERT INTO %s.t (p, c, n, x, k) VALUES (?, ?, ?, ?, 10)",
            chunk % 3, chunk, 100L * chunk, made.getByteBuffer(0));
      }
      db.run(
          "INSERT INTO %s.t (p, c, n) VALUES (1, 77, 5)", "INSERT INTO %s.t (p, c) VALUES (1, 78)");
      BothPaths paths = new BothPaths(db, null, "");
      List<String> asked =
          List.of(
              "stats.moments_mean(stats.moments_merge(stats.chunk_moments(x))), max(x)",
              "stats.tdigest_quantile(stats.tdigest_merge(stats.chunk_tdigest(x, 10)), 0.5), count(*)",
              "stats.tdigest_merge(stats.chunk_tdigest(x, k)), stats.chunk_merge(x)",
              "sum(stats.chunk_count(x)), stats.mean(stats.chunk_count(x)), min(stats.chunk_last_time(x))",
              "max(stats.chunk_slice(x, '1970-01-01', '1970-01-02')), stats.first(n, stats.chunk_last_time(x))",
              "stats.hll_estimate(stats.hll(stats.time_bucket('1s', n)))",
              "count(stats.chunk_tdigest(x, null))");
      for (int round = 0; round < 2; round++) {
        long pages = cursors.count("Pages");
        for (String clause : List.of("", " WHERE p = 1", " GROUP BY p")) {
          for (String selected : asked) {
            paths.assertSameOfCursors(
                new BothPaths.Question("SELECT " + selected + " FROM %s.t" + clause, 5000),
                cursors);
          }
        }
        assertThat(cursors.count("Pages") - pages).isGreaterThanOrEqualTo(3L * asked.size());
        new NodeJmx(node.node()).flush(db.keyspace());
      }
      // What refuses a value, refuses it of a cursor.
      db.run("INSERT INTO %s.t (p, c, x) VALUES (2, 90, 0x0102)");
      assertThatThrownBy(
              () -> db.rows("SELECT stats.moments_merge(stats.chunk_moments(x)) FROM %s.t"))
          .hasMessageContaining("not a chunk state");
    }
  }

  /** Cassandra counts a partition without rows as one, where it has static values. */
  @Test
  void should_answer_beside_static_values() {
    try (Scratch db = node.scratch("cursor_static_values")) {
      db.run(
          "CREATE TABLE %s.t (p int, c int, s int static, t text static, v double, x text,"
              + " PRIMARY KEY (p, c))");
      NodeJmx operations = new NodeJmx(node.node());
      BothPaths paths = new BothPaths(db, null, "");
      for (int p = 0; p < 40; p++) {
        db.run("INSERT INTO %s.t (p, s, t) VALUES (" + p + ", 1, 'static')");
        for (int c = 0; c < 5; c++) {
          db.run("INSERT INTO %s.t (p, c, v, x) VALUES (" + p + ", " + c + ", 1.5, 'x')");
        }
      }
      for (int round = 0; round < 3; round++) {
        askBesideStatics(paths, 0);
        operations.flush(db.keyspace());
        db.run("UPDATE %s.t SET t = null WHERE p = 7", "INSERT INTO %s.t (p, s) VALUES (9, 2)");
      }
      // Static values that were deleted are none, whatever an older SSTable has.
      for (int p = 40; p < 60; p++) {
        db.run("INSERT INTO %s.t (p, s) VALUES (" + p + ", 1)");
      }
      operations.flush(db.keyspace());
      askBesideStatics(paths, 1);
      for (int p = 40; p < 60; p++) {
        db.run("DELETE FROM %s.t WHERE p = " + p);
      }
      askBesideStatics(paths, 0);
      operations.flush(db.keyspace());
      askBesideStatics(paths, 0);
    }
  }

  /**
   * Asks with pages of a few rows, too.
   *
   * @param only 1 where the table has partitions of static values only
   */
  private void askBesideStatics(BothPaths paths, int only) {
    for (String selected : List.of("", "count(*), ")) {
      for (String clause :
          List.of(
              "", " GROUP BY p", " WHERE p = 7", " WHERE p = 50", " WHERE p IN (41, 7, 42, 43)")) {
        boolean isOfRows = clause.equals(" WHERE p = 7");
        boolean countsStatics = !isOfRows && !(selected + clause).matches("| WHERE p .*");
        long pages = cursors.count("Pages");
        // Where the last page is full, Cassandra has one more that is empty.
        for (int pageSize : new int[] {7, 11, 5000}) {
          paths.assertSameOfCursors(
              new BothPaths.Question(
                  "SELECT " + selected + "avg(v), stats.hll(x) FROM %s.t" + clause, pageSize),
              cursors);
        }
        if (only == 0 || !countsStatics) {
          assertThat(cursors.count("Pages") - pages)
              .as(selected + clause)
              .isGreaterThanOrEqualTo(3);
        } else {
          assertThat(cursors.get("LeftBecause")).as(selected + clause).isEqualTo(LEFT_STATICS);
        }
      }
    }
  }
}
