/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.direct;

import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchStatementBuilder;
import com.datastax.oss.driver.api.core.cql.BatchType;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import org.cassandrastats.live.Scratch;

/** One table of a random schema, with random writes and deletions that meet. */
final class CursorHistories {
  /** Seconds after which what expires has done so. */
  static final int TTL = 2000;

  private static final long TIMESTAMP = 1_700_000_000_000_000L;
  private static final int VALUES = 12;

  /** Changes in a batch: a request for each takes four times as long. */
  private static final int BATCH = 50;

  private static final int BATCHES_AT_ONCE = 8;

  private static final List<String> ASKED =
      List.of(
          "double",
          "int",
          "bigint",
          "float",
          "smallint",
          "tinyint",
          "date",
          "time",
          "timestamp",
          "text",
          "ascii",
          "blob",
          "uuid",
          "timeuuid",
          "boolean",
          "decimal",
          "varint",
          "inet");
  private static final List<String> SKIPPED =
      List.of("text", "blob", "uuid", "boolean", "decimal", "varint", "inet", "duration");
  private static final List<String> CLUSTERINGS =
      List.of("int", "bigint", "timestamp", "text", "double", "uuid", "smallint", "varint", "date");
  private static final List<String> MAY_BE_EMPTY =
      List.of("double", "int", "bigint", "float", "varint", "decimal", "uuid", "boolean", "inet");

  /** Whose values without bytes are as good as others. */
  private static final Map<String, String> EMPTY =
      Map.of("text", "''", "ascii", "''", "blob", "0x");

  record Column(String name, String type) {}

  private final Scratch db;
  private final String table;
  private final Random random;
  private final int partitions;
  private final boolean hasEmpty;
  private final List<Column> clustering = new ArrayList<>();
  private final List<Column> columns = new ArrayList<>();
  private final List<Column> statics = new ArrayList<>();
  private int written;

  /**
   * A table that is yet to be made.
   *
   * @param partitions how many it may have; each has a history of its own
   * @param odd whether it may have what cursors leave to Cassandra, as empty numbers
   */
  CursorHistories(Scratch db, String table, Random random, int partitions, boolean odd) {
    this.partitions = partitions;
    this.hasEmpty = odd && random.nextInt(4) == 0;
    this.db = db;
    this.table = "%s." + table;
    this.random = random;
  }

  CursorHistories create() {
    int keys = random.nextInt(4);
    for (int key = 0; key < keys; key++) {
      clustering.add(new Column("k" + key, any(CLUSTERINGS)));
    }
    int asked = 1 + random.nextInt(3);
    int all = asked + random.nextInt(5);
    for (int column = 0; column < all; column++) {
      // Names decide the order of columns in an SSTable.
      String name = (char) ('a' + random.nextInt(26)) + "_" + column;
      columns.add(new Column(name, column < asked ? any(ASKED) : any(SKIPPED)));
    }
    if (keys > 0 && random.nextInt(3) == 0) {
      statics.add(new Column("s", "int"));
      statics.add(new Column("t", any(ASKED)));
    }
    String key = keys == 0 ? "" : ", " + names(clustering);
    String order =
        clustering.stream()
            .map(each -> each.name + (random.nextBoolean() ? " DESC" : " ASC"))
            .collect(Collectors.joining(", "));
    db.run(
        "CREATE TABLE "
            + table
            + " (p int, "
            + definitions(clustering)
            + definitions(columns)
            + definitions(statics).replace(", ", " static, ")
            + "PRIMARY KEY (p"
            + key
            + "))"
            + (keys == 0 ? "" : " WITH CLUSTERING ORDER BY (" + order + ")"));
    return this;
  }

  private static String definitions(List<Column> all) {
    return all.stream()
        .map(each -> each.name + " " + each.type + ", ")
        .collect(Collectors.joining());
  }

  static String names(List<Column> all) {
    return all.stream().map(Column::name).collect(Collectors.joining(", "));
  }

  /** What is asked about it, of the columns that it has then. */
  CursorQuestions questions() {
    return new CursorQuestions(this, table, random, partitions, clustering, columns, statics);
  }

  void addColumn() {
    Column added =
        new Column(
            (char) ('a' + random.nextInt(26)) + "_" + columns.size(),
            random.nextBoolean() ? any(ASKED) : any(SKIPPED));
    columns.add(added);
    db.run("ALTER TABLE " + table + " ADD " + added.name + " " + added.type);
  }

  /** Changes some of the partitions, so that not every SSTable has all. */
  void write(int times) {
    written = 1 + random.nextInt(partitions - 1);
    for (int time = 0; time < times; time++) {
      db.run(change());
    }
  }

  /** Changes all of the partitions, several batches at a time. */
  void writeAll(int timesEach) {
    written = partitions;
    List<CompletionStage<?>> sent = new ArrayList<>();
    for (int time = 0; time < timesEach * partitions; time += BATCH) {
      BatchStatementBuilder batch = BatchStatement.builder(BatchType.UNLOGGED);
      for (int change = 0; change < BATCH; change++) {
        batch.addStatement(SimpleStatement.newInstance(db.in(change())));
      }
      sent.add(db.session().executeAsync(batch.build()));
      if (sent.size() == BATCHES_AT_ONCE) {
        sent.forEach(each -> each.toCompletableFuture().join());
        sent.clear();
      }
    }
    sent.forEach(each -> each.toCompletableFuture().join());
  }

  private String change() {
    int kind = random.nextInt(16);
    String partition = "p = " + partition();
    if (!statics.isEmpty() && random.nextInt(6) == 0) {
      return changeOfStatics(partition);
    }
    if (kind < 8) {
      List<Column> some = columns.stream().filter(each -> random.nextInt(4) > 0).toList();
      List<Column> all = new ArrayList<>(clustering);
      all.addAll(some);
      String names = all.isEmpty() ? "" : ", " + names(all);
      String values =
          all.stream()
              .map(
                  each ->
                      ", " + (clustering.contains(each) ? literal(each.type) : value(each.type)))
              .collect(Collectors.joining());
      return "INSERT INTO "
          + table
          + " (p"
          + names
          + ") VALUES ("
          + partition()
          + values
          + ")"
          + using();
    }
    Column column = columns.get(random.nextInt(columns.size()));
    String row = " WHERE " + partition + prefix(clustering.size());
    if (kind < 11) {
      return "UPDATE " + table + using() + " SET " + column.name + " = " + value(column.type) + row;
    }
    if (kind == 11) {
      return "DELETE " + column.name + " FROM " + table + timestamp() + row;
    }
    if (kind == 12) {
      return "DELETE FROM " + table + timestamp() + row;
    }
    if (kind < 15 && !clustering.isEmpty()) {
      return "DELETE FROM " + table + timestamp() + " WHERE " + partition + slice();
    }
    return random.nextInt(3) == 0
        ? "DELETE FROM "
            + table
            + " USING TIMESTAMP "
            + (TIMESTAMP + random.nextInt(10))
            + " WHERE "
            + partition
        : "DELETE FROM " + table + timestamp() + row;
  }

  private String changeOfStatics(String partition) {
    Column column = any(statics);
    return switch (random.nextInt(4)) {
      case 0 -> "DELETE " + column.name + " FROM " + table + timestamp() + " WHERE " + partition;
      case 1 ->
          "INSERT INTO "
              + table
              + " (p, "
              + column.name
              + ") VALUES ("
              + partition()
              + ", "
              + value(column.type)
              + ")"
              + using();
      default ->
          "UPDATE "
              + table
              + using()
              + " SET "
              + column.name
              + " = "
              + value(column.type)
              + " WHERE "
              + partition;
    };
  }

  private String prefix(int size) {
    return clustering.stream()
        .limit(size)
        .map(each -> " AND " + each.name + " = " + literal(each.type))
        .collect(Collectors.joining());
  }

  /** Of some rows that follow each other. */
  String slice() {
    int size = random.nextInt(clustering.size());
    Column column = clustering.get(size);
    String from = " AND " + column.name + any(List.of(" > ", " >= ")) + literal(column.type);
    String to = " AND " + column.name + any(List.of(" < ", " <= ")) + literal(column.type);
    return prefix(size) + any(List.of(from, to, from + to));
  }

  private String using() {
    return timestamp() + (random.nextInt(4) == 0 ? " AND TTL " + TTL : "");
  }

  /** Few, so that they meet. */
  private String timestamp() {
    return " USING TIMESTAMP " + (TIMESTAMP + random.nextInt(30));
  }

  private String partition() {
    return Integer.toString(1 + random.nextInt(written));
  }

  private String value(String type) {
    if (EMPTY.containsKey(type) && random.nextInt(12) == 0) {
      return EMPTY.get(type);
    }
    // Cursors leave a page with an empty number to Cassandra, in the midst of other pages.
    return random.nextInt(8) == 0
        ? "null"
        : hasEmpty && random.nextInt(100) == 0 && MAY_BE_EMPTY.contains(type)
            ? "blob_as_" + type + "(0x)"
            : literal(type);
  }

  private String literal(String type) {
    int number = random.nextInt(VALUES) - VALUES / 3;
    return switch (type) {
      case "double", "float", "decimal" -> number + ".5";
      case "date" -> "'2026-01-" + "%02d'".formatted(number + VALUES);
      case "time" -> "'0" + Math.abs(number % 9) + ":00:00'";
      case "text", "ascii" -> "'" + "x".repeat(Math.abs(number) * 3) + number + "'";
      case "blob" -> "0x" + "0a".repeat(Math.abs(number) + 1);
      case "uuid" -> "00000000-0000-4000-8000-0000000000" + "%02d".formatted(number + VALUES);
      case "timeuuid" -> "00000000-0000-1000-8000-0000000000" + "%02d".formatted(number + VALUES);
      case "boolean" -> number % 2 == 0 ? "true" : "false";
      case "inet" -> "'10.0.0." + (number + VALUES) + "'";
      case "duration" -> Math.abs(number) + 1 + "h";
      default -> Integer.toString(number);
    };
  }

  <T> T any(List<T> all) {
    return all.get(random.nextInt(all.size()));
  }
}
