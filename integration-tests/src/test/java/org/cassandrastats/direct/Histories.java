/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.direct;

import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchType;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.util.List;
import java.util.Random;
import org.cassandrastats.live.Scratch;

/**
 * Tables that were written, overwritten and deleted from at random: partitions 1 to {@value
 * #PARTITIONS}, with cells that expire, and tombstones of every kind.
 */
final class Histories {
  static final int PARTITIONS = 3;
  static final int CLUSTERINGS = 15;

  /** Seconds after which what expires has done so. */
  static final int TTL = 2000;

  private static final long TIMESTAMP = 1_700_000_000_000_000L;

  private static final String COLUMNS =
      " (p int, a int, b text, s int static, t text static, v double, w int, x text, y blob,"
          + " l list<int>, m map<text, int>, f frozen<set<int>>, PRIMARY KEY (p, a, b))";

  /** Tables with the same columns. */
  static final List<String> TABLES = List.of("plain", "descending", "cached", "trie");

  /** A table like these, in which {@code a} is a timestamp of whole seconds. */
  static final String TIMED = "timed";

  private static final int SECOND = 1000;

  private final Scratch db;
  private final Random random;
  private final int partitions;

  /** From one clustering to the next one. */
  private int step = 1;

  Histories(Scratch db, Random random) {
    this(db, random, PARTITIONS);
  }

  /** With partitions from 1 to another number. */
  Histories(Scratch db, Random random, int partitions) {
    this.db = db;
    this.random = random;
    this.partitions = partitions;
  }

  void createTables() {
    db.run(
        "CREATE TABLE %s.plain" + COLUMNS,
        "CREATE TABLE %s.descending" + COLUMNS + " WITH CLUSTERING ORDER BY (a DESC, b ASC)",
        "CREATE TABLE %s.cached"
            + COLUMNS
            + " WITH caching = {'keys': 'ALL', 'rows_per_partition': 'ALL'}",
        "CREATE TABLE %s.trie" + COLUMNS + " WITH memtable = 'trie'",
        "CREATE TABLE %s." + TIMED + COLUMNS.replace("a int", "a timestamp"),
        "CREATE TABLE %s.counters (p int, a int, n counter, k counter, s counter static,"
            + " PRIMARY KEY (p, a))",
        "CREATE TABLE %s.rows_only (p int PRIMARY KEY, v double, w int)");
  }

  /** Does something to every table, so many times. */
  void write(int times) {
    for (String table : TABLES) {
      writeTo(table, times);
    }
    step = SECOND;
    writeTo(TIMED, times);
    step = 1;
    for (int time = 0; time < times / 3; time++) {
      run(count("%s.counters"));
      run(
          "INSERT INTO %s.rows_only (p, v, w) VALUES ("
              + partition()
              + ", "
              + decimal()
              + ", "
              + number()
              + ")");
    }
  }

  private void writeTo(String table, int times) {
    for (int time = 0; time < times; time++) {
      run(change("%s." + table));
    }
  }

  /** On every replica at once, for the time that a request takes. */
  private void run(String change) {
    db.session()
        .execute(
            SimpleStatement.newInstance(db.in(change))
                .setConsistencyLevel(DefaultConsistencyLevel.ALL));
  }

  /** Several rows of one partition in one mutation. */
  void writeRows(String table, int rows, int padding) {
    String pad = "x".repeat(padding);
    PreparedStatement insert =
        db.session()
            .prepare(
                db.in("INSERT INTO " + table + " (p, a, b, v, w, x) VALUES (9, ?, 'b', ?, ?, ?)"));
    for (int from = 0; from < rows; from += 100) {
      BatchStatement batch = BatchStatement.newInstance(BatchType.UNLOGGED);
      for (int a = from; a < Math.min(rows, from + 100); a++) {
        batch = batch.add(insert.bind(a, random.nextGaussian(), random.nextInt(100), pad));
      }
      db.session().execute(batch);
    }
  }

  private String change(String table) {
    String row = " WHERE p = " + partition() + " AND a = " + clustering() + " AND b = " + letter();
    int kind = random.nextInt(20);
    if (kind < 8) {
      return "INSERT INTO "
          + table
          + " (p, a, b, v, w, x, y, l, m, f) VALUES ("
          + String.join(
              ", ",
              partition(),
              clustering(),
              letter(),
              decimal(),
              number(),
              text(),
              "textAsBlob(" + text() + ")",
              "[" + number() + ", " + number() + "]",
              "{" + letter() + ": " + number() + "}",
              "{" + number() + "}")
          + ")"
          + using();
    }
    String partition = " WHERE p = " + partition();
    int from = random.nextInt(CLUSTERINGS) * step;
    return switch (kind) {
      case 8, 9 -> "UPDATE " + table + using() + " SET v = " + decimal() + row;
      case 10 -> "UPDATE " + table + using() + " SET x = " + text() + ", w = null" + row;
      case 11 -> "UPDATE " + table + using() + " SET m[" + letter() + "] = " + number() + row;
      case 12 -> "UPDATE " + table + " SET l = l + [" + number() + "]" + row;
      case 13 ->
          "UPDATE " + table + using() + " SET s = " + number() + ", t = " + text() + partition;
      case 14 -> "DELETE FROM " + table + timestamp() + row;
      case 15 -> "DELETE v, m FROM " + table + timestamp() + row;
      case 16, 17 ->
          "DELETE FROM "
              + table
              + timestamp()
              + partition
              + " AND a >= "
              + from
              + " AND a < "
              + (from + (1 + random.nextInt(3)) * step);
      case 18 -> "DELETE s FROM " + table + timestamp() + partition;
      default ->
          "DELETE FROM "
              + table
              + " USING TIMESTAMP "
              + (TIMESTAMP + random.nextInt(10))
              + partition;
    };
  }

  private String count(String table) {
    if (random.nextInt(10) == 0) {
      return "UPDATE " + table + " SET s = s + 1 WHERE p = " + partition();
    }
    String row = " WHERE p = " + partition() + " AND a = " + clustering();
    return random.nextInt(20) == 0
        ? "DELETE FROM " + table + row
        : "UPDATE " + table + " SET n = n + " + number() + ", k = k - 1" + row;
  }

  private String using() {
    return timestamp() + (random.nextInt(3) == 0 ? " AND TTL " + TTL : "");
  }

  /** Few, so that they meet. */
  private String timestamp() {
    return " USING TIMESTAMP " + (TIMESTAMP + random.nextInt(40));
  }

  private String partition() {
    return Integer.toString(1 + random.nextInt(partitions));
  }

  private String clustering() {
    return Integer.toString(random.nextInt(CLUSTERINGS) * step);
  }

  private String letter() {
    return random.nextBoolean() ? "'b'" : "'c'";
  }

  private String number() {
    return Integer.toString(random.nextInt(200) - 100);
  }

  private String decimal() {
    return random.nextInt(10) == 0 ? "null" : Double.toString(random.nextGaussian() * 1e3);
  }

  private String text() {
    return "'" + Integer.toString(random.nextInt(1 << 20), 36) + "'";
  }
}
