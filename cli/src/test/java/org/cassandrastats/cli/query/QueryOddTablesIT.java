/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.cassandrastats.cli.command.CommandLineRun;
import org.cassandrastats.cli.command.NativeNode;
import org.cassandrastats.cli.command.NativeNodeExtension;
import org.cassandrastats.client.StatsClient;
import org.cassandrastats.client.api.StatsException;
import org.cassandrastats.client.api.StatsOptions;
import org.cassandrastats.client.api.StatsOptions.Lane;
import org.cassandrastats.client.api.StatsQuery;
import org.cassandrastats.client.api.StatsResult;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Queries about tables that are not cut as others are: views, odd keys, deleted rows. */
@ExtendWith(NativeNodeExtension.class)
final class QueryOddTablesIT {
  /** Fewer than elsewhere: narrowing down such a partition reads as many again and again. */
  private static final int MOST_TOMBSTONES = 200;

  /** Three times as many as the node reads. */
  private static final int DELETED = 3 * MOST_TOMBSTONES;

  private static final int FEW_TOO_MANY = MOST_TOMBSTONES + 100;

  private static final int ROWS = 10;

  private static NativeNode node;
  private static SingleQueries queries;

  @TempDir private Path directory;

  @BeforeAll
  static void load(NativeNode started) throws Exception {
    node = started;
    node.readAtMost(MOST_TOMBSTONES);
    queries = new SingleQueries(node.session());
    for (String keys : List.of("bigint", "text")) {
      loadDeleted(keys, "DESC");
    }
    for (String keys : List.of("bigint", "timestamp", "double", "text", "scripts")) {
      loadDeleted(keys, "ASC");
    }
  }

  @AfterAll
  static void readAsMany() throws Exception {
    node.readAtMost(NativeNode.MOST_TOMBSTONES);
  }

  /** Deleted rows, then others: in the partition 2 between two rows. */
  private static void loadDeleted(String keys, String order) {
    String table = "shop.deleted_%s_%s".formatted(keys, order);
    String type = key(keys, 0) instanceof String ? "text" : keys;
    node.execute(
        "CREATE TABLE %s (k int, c %s, v int, PRIMARY KEY (k, c)) WITH CLUSTERING ORDER BY (c %s)"
            .formatted(table, type, order));
    node.load(
        "DELETE FROM %s WHERE k = ? AND c = ?".formatted(table),
        IntStream.range(0, 2 * DELETED)
            .mapToObj(row -> new Object[] {1 + row % 2, key(keys, 1000 + row / 2)})
            .toList());
    node.load(
        "INSERT INTO %s (k, c, v) VALUES (?, ?, ?)".formatted(table),
        IntStream.range(0, ROWS)
            .mapToObj(row -> new Object[] {1, key(keys, 1000 + DELETED + row), row})
            .toList());
    node.load(
        "INSERT INTO %s (k, c, v) VALUES (2, ?, 1)".formatted(table),
        List.of(new Object[] {key(keys, 999)}, new Object[] {key(keys, 1000 + DELETED)}));
  }

  private static Object key(String keys, int number) {
    return switch (keys) {
      case "bigint" -> (long) number;
      case "timestamp" -> java.time.Instant.ofEpochSecond(1_700_000_000L + number);
      case "double" -> (double) number;
      case "scripts" ->
          "\u03ba\u03bb\u03b5\u03b9\u03b4\u03af-"
              + digits(0x4E00, number / 625)
              + digits(0x1F600, number % 625);
      default -> "key-%08d".formatted(number);
    };
  }

  /** A number of two digits to the base 25, which are characters behind a first one. */
  private static String digits(int zero, int number) {
    return Character.toString(zero + number / 25) + Character.toString(zero + number % 25);
  }

  private static StatsResult run(String statement, Lane lane) {
    return StatsClient.of(node.session())
        .run(StatsQuery.of(statement), StatsOptions.standard().withLane(lane), progress -> {});
  }

  /** Keys are looked for alike in both lanes: each type in one of them. */
  @ParameterizedTest
  @CsvSource({
    "bigint, ASC, SERVER",
    "bigint, DESC, CLIENT",
    "timestamp, ASC, CLIENT",
    "double, ASC, SERVER",
    "text, ASC, CLIENT",
    "text, DESC, SERVER",
    "scripts, ASC, SERVER"
  })
  void should_answer_where_deleted_rows_are_before_others(String type, String order, Lane lane) {
    StatsResult before =
        run(
            "SELECT count(*) AS n, sum(v) AS s FROM shop.deleted_%s_%s WHERE k = 1"
                .formatted(type, order),
            lane);
    assertThat(before.row().get("n")).isEqualTo((long) ROWS);
    assertThat(before.row().get("s")).isEqualTo(45);
    StatsResult between =
        run(
            "SELECT count(*) AS n FROM shop.deleted_%s_%s WHERE k = 2".formatted(type, order),
            lane);
    assertThat(between.row().get("n")).isEqualTo(2L);
  }

  /** The first live row of a partition is behind more deleted ones than a request may read. */
  @ParameterizedTest
  @CsvSource({
    "bigint, ASC, CLIENT",
    "bigint, DESC, SERVER",
    "timestamp, ASC, SERVER",
    "text, ASC, SERVER",
    "scripts, ASC, CLIENT"
  })
  void should_answer_a_whole_table_where_a_partition_begins_with_deleted_rows(
      String type, String order, Lane lane) {
    StatsResult all =
        run(
            "SELECT count(*) AS n, sum(v) AS s FROM shop.deleted_%s_%s".formatted(type, order),
            lane);
    assertThat(all.row().get("n")).isEqualTo(ROWS + 2L);
    assertThat(all.row().get("s")).isEqualTo(47);
    StatsResult each =
        run(
            "SELECT k, count(*) AS n FROM shop.deleted_%s_%s GROUP BY k".formatted(type, order),
            lane);
    assertThat(each.rows())
        .extracting(row -> row.get("n"))
        .containsExactlyInAnyOrder((long) ROWS, 2L);
  }

  @ParameterizedTest
  @Tag("extended")
  @CsvSource({
    "bigint, ASC",
    "bigint, DESC",
    "timestamp, ASC",
    "double, ASC",
    "text, ASC",
    "text, DESC",
    "scripts, ASC"
  })
  void should_answer_where_rows_are_deleted_in_every_lane(String type, String order) {
    for (Lane lane : List.of(Lane.SERVER, Lane.CLIENT)) {
      should_answer_where_deleted_rows_are_before_others(type, order, lane);
      should_answer_a_whole_table_where_a_partition_begins_with_deleted_rows(type, order, lane);
    }
  }

  /** Other partitions have no rows, deleted rows only, or static columns only. */
  @ParameterizedTest
  @CsvSource({"int, CLIENT", "int static, SERVER"})
  void should_answer_a_whole_table_with_a_dead_partition_among_others(String type, Lane lane) {
    boolean isStatic = type.endsWith("static");
    String table = "shop.dead_among_others" + (isStatic ? "_static" : "");
    node.execute(
        "CREATE TABLE %s (k int, c int, s %s, v int, PRIMARY KEY (k, c))".formatted(table, type));
    node.load(
        "INSERT INTO %s (k, c, v) VALUES (?, 1000000, 1)".formatted(table),
        IntStream.range(0, 500).mapToObj(k -> new Object[] {k}).toList());
    node.load(
        "DELETE FROM %s WHERE k = ? AND c = ?".formatted(table),
        IntStream.range(0, 2 * FEW_TOO_MANY)
            .mapToObj(row -> new Object[] {row % 2 * 200, row / 2})
            .toList());
    if (isStatic) {
      node.load(
          "INSERT INTO %s (k, s) VALUES (?, 1)".formatted(table),
          IntStream.range(1000, 1100).mapToObj(k -> new Object[] {k}).toList());
    } else {
      node.load(
          "DELETE FROM %s WHERE k = 501 AND c = ?".formatted(table),
          IntStream.range(0, FEW_TOO_MANY).mapToObj(row -> new Object[] {row}).toList());
    }
    StatsResult all = run("SELECT count(*) AS n, sum(v) AS s FROM " + table, lane);
    assertThat(all.row().get("n")).isEqualTo(isStatic ? 600L : 500L);
    assertThat(all.row().get("s")).isEqualTo(500);
  }

  @Test
  void should_name_the_token_of_a_partition_that_begins_with_deleted_rows_and_cannot_be_cut() {
    node.execute("CREATE TABLE shop.deleted_uuids (k int, c uuid, v int, PRIMARY KEY (k, c))");
    node.load(
        "DELETE FROM shop.deleted_uuids WHERE k = 1 AND c = ?",
        IntStream.range(0, DELETED)
            .mapToObj(row -> new Object[] {new java.util.UUID(0x4000, row)})
            .toList());
    node.execute("INSERT INTO shop.deleted_uuids (k, c, v) VALUES (2, uuid(), 5)");

    assertThatThrownBy(() -> run("SELECT sum(v) FROM shop.deleted_uuids", Lane.SERVER))
        .isInstanceOf(StatsException.class)
        .hasMessageContaining("too many tombstones")
        .hasMessageContaining("whose token is above");
  }

  /** A key of no bytes is below all others. */
  @Test
  void should_answer_a_row_of_an_empty_key_beside_deleted_rows() {
    node.execute("CREATE TABLE shop.deleted_above (k int, c int, v int, PRIMARY KEY (k, c))");
    node.execute("INSERT INTO shop.deleted_above (k, c, v) VALUES (1, blob_as_int(0x), 100)");
    node.execute("INSERT INTO shop.deleted_above (k, c, v) VALUES (1, 5000, 1)");
    node.load(
        "DELETE FROM shop.deleted_above WHERE k = 1 AND c = ?",
        IntStream.range(0, DELETED).mapToObj(row -> new Object[] {6000 + row}).toList());

    for (Lane lane : List.of(Lane.SERVER, Lane.CLIENT)) {
      StatsResult all = run("SELECT sum(v) AS s FROM shop.deleted_above WHERE k = 1", lane);
      assertThat(all.row().get("s")).isEqualTo(101);
    }
  }

  @Test
  void should_name_too_many_tombstones_at_once_where_rows_cannot_be_cut() {
    node.execute(
        "CREATE TABLE shop.deleted_under (k int, a int, c int, v int, PRIMARY KEY (k, a, c))");
    node.load(
        "DELETE FROM shop.deleted_under WHERE k = 1 AND a = 1 AND c = ?",
        IntStream.range(0, DELETED).mapToObj(row -> new Object[] {row}).toList());
    node.execute("INSERT INTO shop.deleted_under (k, a, c, v) VALUES (1, 1, 1000000, 5)");

    long start = System.nanoTime();
    for (Lane lane : List.of(Lane.SERVER, Lane.CLIENT)) {
      assertThatThrownBy(() -> run("SELECT sum(v) FROM shop.deleted_under WHERE k = 1", lane))
          .isInstanceOf(StatsException.class)
          .hasMessageContaining("too many tombstones")
          .hasMessageNotContaining("overloaded");
    }
    // Two thirds of the time for which one of them would be repeated.
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(40));
  }

  @Test
  void should_plan_where_deleted_rows_are_before_others() {
    CommandLineRun plan =
        node.run(directory, "plan", "SELECT sum(v) FROM shop.deleted_bigint_asc WHERE k = 1");

    assertThat(plan.exitCode()).as(plan.error()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"uuid", "float", "decimal", "varint", "inet", "boolean", "blob", "ascii"})
  void should_answer_in_one_request_where_keys_cannot_be_cut(String type) {
    String table = "shop.keyed_by_" + type;
    node.execute("CREATE TABLE %s (k int, c %s, v int, PRIMARY KEY (k, c))".formatted(table, type));
    List<String> keys =
        switch (type) {
          case "uuid" ->
              List.of(
                  "123e4567-e89b-42d3-a456-426614174000", "00000000-0000-4000-8000-000000000001");
          case "inet" -> List.of("'10.0.0.1'", "'::1'");
          case "boolean" -> List.of("true", "false");
          case "blob" -> List.of("0x01", "0xff00");
          case "ascii" -> List.of("'a'", "'b'");
          default -> List.of("1", "-7");
        };
    for (int i = 0; i < keys.size(); i++) {
      node.execute(
          "INSERT INTO %s (k, c, v) VALUES (1, %s, %d)".formatted(table, keys.get(i), i + 1));
    }

    for (String where :
        List.of("", " WHERE k = 1", " WHERE k = 1 AND c >= " + keys.get(1), " WHERE k IN (1, 2)")) {
      queries.assertSame("SELECT count(*), sum(v), min(c) FROM " + table + where);
    }
    queries.assertSame("SELECT c, sum(v) FROM " + table + " WHERE k = 1 GROUP BY k, c");
    CommandLineRun plan =
        node.run(directory, "plan", "SELECT sum(v) FROM " + table + " WHERE k = 1");
    assertThat(plan.exitCode()).as(plan.error()).isZero();
    assertThat(plan.out()).contains("cannot be cut");
  }

  @ParameterizedTest
  @EnumSource(names = {"SERVER", "CLIENT"})
  void should_answer_from_a_materialized_view(Lane lane) {
    String name = "by_c_" + lane.name().toLowerCase(java.util.Locale.ROOT);
    node.execute(
        "CREATE TABLE shop.base_%s (k int, c int, v int, PRIMARY KEY (k, c))".formatted(name));
    node.execute(
        ("CREATE MATERIALIZED VIEW shop.%s AS SELECT * FROM shop.base_%s WHERE k IS NOT NULL"
                + " AND c IS NOT NULL PRIMARY KEY (c, k)")
            .formatted(name, name));
    node.load(
        "INSERT INTO shop.base_%s (k, c, v) VALUES (?, 7, ?)".formatted(name),
        IntStream.range(0, 100).mapToObj(row -> new Object[] {row, row}).toList());

    StatsResult result =
        run("SELECT count(*) AS n, sum(v) AS s FROM shop.%s WHERE c = 7".formatted(name), lane);
    assertThat(result.row().get("n")).isEqualTo(100L);
    assertThat(result.row().get("s")).isEqualTo(4950);
    assertThat(run("SELECT sum(v) AS s FROM shop." + name, lane).row().get("s")).isEqualTo(4950);
    CommandLineRun plan =
        node.run(directory, "plan", "SELECT sum(v) FROM shop.%s WHERE c = 7".formatted(name));
    assertThat(plan.exitCode()).as(plan.error()).isZero();
  }
}
