/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.buckets;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.uuid.Uuids;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.cassandrastats.cli.command.CommandLineRun;
import org.cassandrastats.cli.command.NativeNode;
import org.cassandrastats.cli.command.NativeNodeExtension;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Rolling up, packing and planning where partitions hold more deleted rows than a read may. */
@ExtendWith(NativeNodeExtension.class)
final class DeletedRowsIT {
  private static final int MOST_TOMBSTONES = 200;

  /** One for each second: less than an hour. */
  private static final int DELETED = 3 * MOST_TOMBSTONES;

  private static final long FIRST = Instant.parse("2026-03-01T06:00:00Z").getEpochSecond();
  private static final int ROWS = 10;

  private static NativeNode node;

  @TempDir private Path directory;

  @BeforeAll
  static void load(NativeNode shared) throws Exception {
    node = shared;
    node.readAtMost(MOST_TOMBSTONES);
    for (String type : List.of("timestamp", "bigint", "timeuuid")) {
      for (String order : List.of("ASC", "DESC")) {
        load(type, order);
      }
    }
  }

  @AfterAll
  static void readAsMany() throws Exception {
    node.readAtMost(NativeNode.MOST_TOMBSTONES);
  }

  /** Deleted rows before others, between two, and alone; and a partition without any. */
  private static void load(String type, String order) {
    String table = "shop.%s_%s".formatted(type, order);
    node.execute(
        "CREATE TABLE %s (k int, at %s, v double, PRIMARY KEY (k, at)) WITH CLUSTERING ORDER BY (at %s)"
            .formatted(table, type, order));
    node.load(
        "DELETE FROM %s WHERE k = ? AND at = ?".formatted(table),
        IntStream.range(0, 3 * DELETED)
            .mapToObj(i -> new Object[] {1 + i % 3, at(type, i / 3)})
            .toList());
    List<Object[]> rows = new ArrayList<>();
    boolean ascending = order.equals("ASC");
    for (int row = 0; row < ROWS; row++) {
      rows.add(new Object[] {1, at(type, ascending ? DELETED + row : -1 - row), 1.0 * row});
      rows.add(new Object[] {4, at(type, 500 * row), 1.0});
    }
    rows.add(new Object[] {2, at(type, -1), 1.0});
    rows.add(new Object[] {2, at(type, DELETED), 2.0});
    node.load("INSERT INTO %s (k, at, v) VALUES (?, ?, ?)".formatted(table), rows);
  }

  private static Object at(String type, int second) {
    long millis = 1000 * (FIRST + second);
    return switch (type) {
      case "timestamp" -> Instant.ofEpochMilli(millis);
      case "timeuuid" -> new UUID(Uuids.startOf(millis).getMostSignificantBits(), 1);
      default -> millis;
    };
  }

  /** Two minutes have fewer deleted rows than a read may, an hour has more. */
  @ParameterizedTest
  @CsvSource({
    "timestamp_asc, 1h, server",
    "timestamp_desc, 2m, client",
    "bigint_asc, 1h, client",
    "bigint_desc, 2m, server",
    "timeuuid_asc, 2m, server",
    "timeuuid_desc, 1h, server"
  })
  void should_roll_up(String table, String bucket, String lane) {
    String into = "shop.%s_%s_%s".formatted(table, bucket, lane);
    String[] line = {
      "--from",
      "shop." + table,
      "--time",
      "at",
      "--bucket",
      bucket,
      "--lane",
      lane,
      "--state",
      "moments(v), min_max_by(v, v)",
      "--into",
      into
    };

    CommandLineRun run = node.run(directory, "rollup", line);

    assertThat(run.exitCode()).as("%s", run).isZero();
    assertThat(
            node.rows(
                "SELECT k, sum(rows), stats.moments_sum(stats.moments_merge(moments_v)), min(bucket), max(bucket) FROM %s GROUP BY k"
                    .formatted(into)))
        .extracting(row -> row.getInt(0) + ": " + row.getLong(1) + " rows of " + row.getDouble(2))
        .containsExactlyInAnyOrder("1: 10 rows of 45.0", "2: 2 rows of 3.0", "4: 10 rows of 10.0");
  }

  @ParameterizedTest
  @Tag("extended")
  @CsvSource({
    "timestamp_asc, 1h, client",
    "timestamp_desc, 2m, server",
    "bigint_asc, 1h, server",
    "bigint_desc, 2m, client",
    "timeuuid_asc, 2m, client",
    "timeuuid_desc, 1h, client"
  })
  void should_roll_up_in_the_other_lane(String table, String bucket, String lane) {
    should_roll_up(table, bucket, lane);
  }

  @Test
  void should_count_what_it_would_roll_up() {
    CommandLineRun counted =
        node.run(
            directory,
            "rollup",
            "--from",
            "shop.timestamp_asc",
            "--time",
            "at",
            "--bucket",
            "1h",
            "--state",
            "moments(v)",
            "--into",
            "shop.none",
            "--dry-run");

    assertThat(counted.exitCode()).as("%s", counted).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "timestamp_asc, 1h",
    "timestamp_desc, 1h",
    "bigint_asc, 2m",
    "bigint_desc, 1h",
  })
  void should_pack_and_unpack(String table, String bucket) {
    String packed = "shop." + table + "_packed";
    String[] line = {
      "--from",
      "shop." + table,
      "--time",
      "at",
      "--bucket",
      bucket,
      "--column",
      "v",
      "--into",
      packed
    };

    CommandLineRun pack = node.run(directory, "pack", line);
    CommandLineRun unpack =
        node.run(directory, "unpack", "--from", packed, "--into", packed + "_again");

    assertThat(pack.exitCode()).as("%s", pack).isZero();
    assertThat(pack.out()).contains(" of 22 rows packed");
    assertThat(unpack.exitCode()).as("%s", unpack).isZero();
    assertThat(unpack.out()).contains(" of 22 rows unpacked");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT sum(v) FROM shop.timestamp_asc",
        "SELECT k, stats.mean(v) FROM shop.bigint_desc GROUP BY k"
      })
  void should_plan_for_a_whole_table(String statement) {
    CommandLineRun plan = node.run(directory, "plan", statement);

    assertThat(plan.exitCode()).as("%s", plan).isZero();
  }

  @Test
  void should_name_a_partition_of_which_no_sample_can_be_taken() {
    node.execute("CREATE TABLE shop.torn (k text, at int, v int, PRIMARY KEY (k, at))");
    node.load(
        "DELETE FROM shop.torn WHERE k = 'a' AND at = ?",
        IntStream.range(0, DELETED).mapToObj(row -> new Object[] {row}).toList());
    node.load(
        "INSERT INTO shop.torn (k, at, v) VALUES ('a', ?, 1)",
        List.of(new Object[] {-1}, new Object[] {DELETED}));

    CommandLineRun plan = node.run(directory, "plan", "SELECT sum(v) FROM shop.torn");

    assertThat(plan.exitCode()).as("%s", plan).isEqualTo(1);
    assertThat(plan.error())
        .contains("No sample can be taken", "in the partition k = 'a', too many tombstones");
  }
}
