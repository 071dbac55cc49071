/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.direct;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.ResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import org.cassandrastats.live.NodeJmx;
import org.cassandrastats.live.Scratch;

/**
 * Questions whose values are taken out of rows into arrays, asked with direct reads and without.
 */
final class ArrayQueries {
  private static final List<Integer> PAGE_SIZES = List.of(1, 2, 3, 5, 7, 20, 100, 5000);
  private static final int PARTITIONS = 5;

  /** What a question asks for, as far as its pages are cut in another way. */
  private enum Kind {
    PARTITION,
    GROUPS_OF_PARTITION,
    PARTITIONS,
    RANGE,
    GROUPS_OF_RANGE;

    static Kind of(String cql) {
      boolean inGroups = cql.contains(" GROUP BY ");
      if (cql.contains(" WHERE p = ")) {
        return inGroups ? GROUPS_OF_PARTITION : PARTITION;
      }
      return cql.contains(" WHERE p IN ") ? PARTITIONS : inGroups ? GROUPS_OF_RANGE : RANGE;
    }
  }

  private final Scratch db;
  private final NodeBean jmx;
  private final Map<Kind, Long> pages = new EnumMap<>(Kind.class);

  ArrayQueries(Scratch db, NodeBean jmx) {
    this.db = db;
    this.jmx = jmx;
  }

  /** Asks about random histories of tables of random columns. */
  void compare(long seed, int tables, int questions) {
    Random seeds = new Random(seed);
    NodeJmx operations = new NodeJmx(db.node().node());
    for (int table = 0; table < tables; table++) {
      long each = seeds.nextLong();
      Random random = new Random(each);
      CursorHistories histories =
          new CursorHistories(db, "t" + table, random, PARTITIONS, true).create();
      CursorQuestions asked = histories.questions();
      BothPaths paths = new BothPaths(db, jmx, "seed " + each);
      for (int round = 0; round < 3; round++) {
        histories.write(20 + random.nextInt(60));
        if (random.nextInt(4) > 0) {
          operations.flush(db.keyspace());
        }
        for (int question = 0; question < questions; question++) {
          ask(paths, asked.inEitherOrder(asked.question()), random);
          ask(paths, asked.inEitherOrder(asked.questionOfGroups()), random);
        }
      }
    }
    System.out.printf("pages as arrays: %s; seed %d%n", pages, seed);
    assertThat(pages).as("pages as arrays, seed %d", seed).containsOnlyKeys(Kind.values());
    assertThat(pages.values()).as("seed %d", seed).allMatch(count -> count > tables);
    assertThat(jmx.count("HeldBytes")).isZero();
  }

  private void ask(BothPaths paths, String cql, Random random) {
    int later = random.nextInt(3) == 0 ? 2 * CursorHistories.TTL : 0;
    long count =
        paths.countArraysOfSame(
            new BothPaths.Question(
                cql,
                PAGE_SIZES.get(random.nextInt(PAGE_SIZES.size())),
                BothPaths.now() + later,
                random.nextBoolean(),
                random.nextBoolean() ? ConsistencyLevel.ONE : ConsistencyLevel.LOCAL_ONE));
    pages.merge(Kind.of(cql), count, Long::sum);
  }

  /**
   * Asks about partitions whose rows end where pages do, that are empty, whose rows were updated
   * only, or deleted in ranges.
   */
  void compareEnds() {
    db.run(
        "CREATE TABLE %s.ends (p int, c bigint, v double, w int, PRIMARY KEY (p, c))",
        "CREATE TABLE %s.statics (p int, c bigint, s int static, v double, w int,"
            + " PRIMARY KEY (p, c))",
        "INSERT INTO %s.statics (p, s) VALUES (5, 7)",
        "INSERT INTO %s.statics (p, s) VALUES (6, 8)");
    for (String table : List.of("ends", "statics")) {
      for (int row = 0; row < 60; row++) {
        db.run(
            "UPDATE %s."
                + table
                + " SET %s = %d.0 WHERE p = %d AND c = %d"
                    .formatted("v", row, 1 + row / 15, row % 15));
      }
      db.run(
          "DELETE FROM %s." + table + " WHERE p = 3",
          "DELETE FROM %s." + table + " WHERE p = 2 AND c >= 5 AND c < 10",
          "UPDATE %s." + table + " SET w = 4 WHERE p = 2 AND c = 7",
          "INSERT INTO %s." + table + " (p, c) VALUES (4, 99)");
    }
    for (int round = 0; round < 2; round++) {
      for (String table : List.of("ends", "statics")) {
        askAboutEnds(table);
      }
      new NodeJmx(db.node().node()).flush(db.keyspace());
    }
  }

  private void askAboutEnds(String table) {
    BothPaths paths = new BothPaths(db, jmx, "");
    String bucket = "stats.time_bucket('5s', c, 's')";
    for (String clause :
        List.of(
            "",
            " GROUP BY p",
            " WHERE p IN (4, 2, 3, 1, 77)",
            " WHERE p IN (5, 1, 6)",
            " WHERE token(p) > token(1)",
            " GROUP BY p, " + bucket,
            " GROUP BY p, c",
            " WHERE p = 1 GROUP BY p, " + bucket,
            " WHERE p = 2 AND c > 1 GROUP BY p, " + bucket + " ORDER BY c DESC",
            " WHERE p = 3 GROUP BY p",
            " WHERE p = 5 GROUP BY p",
            " WHERE p = 4 ORDER BY c DESC")) {
      long arrays = 0;
      for (int pageSize : new int[] {1, 2, 3, 5, 6, 10, 15, 16, 30, 5000}) {
        for (String selected : List.of("count(*), ", "")) {
          arrays +=
              paths.countArraysOfSame(
                  new BothPaths.Question(
                      "SELECT "
                          + selected
                          + "avg(v), stats.mean(w), stats.first(v, c), max(w) FROM %s."
                          + table
                          + clause,
                      pageSize));
        }
      }
      if (table.equals("ends")) {
        assertThat(arrays).as(clause).isPositive();
      }
    }
  }

  /** Asks about groups of values without bytes, which are none and below all others. */
  void compareEmptyKeys() {
    for (String order : List.of("ASC", "DESC")) {
      String table = "empty_" + order.toLowerCase(Locale.ROOT);
      db.run(
          "CREATE TABLE %s."
              + table
              + " (p int, c bigint, d int, v double, PRIMARY KEY (p, c, d))"
              + " WITH CLUSTERING ORDER BY (c "
              + order
              + ", d ASC)");
      for (String c : List.of("blob_as_bigint(0x)", "0", "1", "7")) {
        for (String d : List.of("blob_as_int(0x)", "0", "1", "2")) {
          db.run("INSERT INTO %s." + table + " (p, c, d, v) VALUES (1, " + c + ", " + d + ", 1.5)");
        }
      }
      BothPaths paths = new BothPaths(db, jmx, "");
      for (String clause : List.of("c", "stats.time_bucket('5s', c, 's')", "c, d")) {

        for (String where : List.of("", " WHERE p = 1")) {
          for (int pageSize : new int[] {1, 2, 3, 5, 5000}) {
            paths.assertSame(
                new BothPaths.Question(
                    "SELECT c, d, count(*), avg(v), stats.mean(v) FROM %s."
                        + table
                        + where
                        + " GROUP BY p, "
                        + clause,
                    pageSize),
                true);
          }
        }
      }
    }
  }

  /** Asks about groups of many partitions, whose keys take memory, too. */
  void compareWithLittleMemory() {
    long memory = jmx.count("LargestHeldBytes");
    db.run("CREATE TABLE %s.t (p int, c int, v double, PRIMARY KEY (p, c))");
    for (int row = 0; row < 3000; row++) {
      db.run("INSERT INTO %%s.t (p, c, v) VALUES (%d, %d, 1.5)".formatted(row / 2, row));
    }
    BothPaths paths = new BothPaths(db, jmx, "");
    for (long limit : new long[] {100_000, 600_000, 2_000_000, memory}) {
      jmx.set("LargestHeldBytes", limit);
      for (String clause : List.of("", " GROUP BY p", " GROUP BY p, c")) {
        paths.assertSame(
            new BothPaths.Question("SELECT avg(v), count(*) FROM %s.t" + clause, 1000), true);
        assertThat(jmx.count("HeldBytes")).as("%d%s", limit, clause).isZero();
      }
    }
    compareLongKeys();
  }

  /** They find no room in the midst of a page, which is read once more. */
  private void compareLongKeys() {
    db.run("CREATE TABLE %s.k (p text, c int, v double, PRIMARY KEY (p, c))");
    for (int row = 0; row < 80; row++) {
      db.rows("INSERT INTO %s.k (p, c, v) VALUES (?, 1, 2.5)", row + "x".repeat(5000));
    }
    // A page may take a quarter of it: that of 500 rows with short keys has room.
    jmx.set("LargestHeldBytes", 800_000L);
    List<String> answers = new ArrayList<>();
    for (boolean enabled : new boolean[] {false, true}) {
      jmx.set("Enabled", enabled);
      long arrays = jmx.count("ArrayPages");
      ResultSet groups =
          db.session()
              .execute(
                  SimpleStatement.newInstance(
                          db.in("SELECT p, avg(v), count(*) FROM %s.k GROUP BY p"))
                      .setPageSize(500));
      answers.add(
          groups.all().stream().map(Row::getFormattedContents).collect(Collectors.joining()));
      assertThat(jmx.count("ArrayPages")).isEqualTo(arrays);
    }
    assertThat(answers.get(1)).isEqualTo(answers.get(0)).isNotEmpty();
    assertThat(jmx.count("HeldBytes")).isZero();
    assertThat(jmx.get("Error")).isNull();
  }
}
