/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.chunking;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.cassandrastats.cli.command.CommandLineRun;
import org.cassandrastats.cli.command.NativeNode;
import org.cassandrastats.cli.command.NativeNodeExtension;
import org.cassandrastats.cli.command.WatchedSession;
import org.cassandrastats.client.api.StatsException;
import org.cassandrastats.client.api.StatsOptions;
import org.cassandrastats.rollup.Pack;
import org.cassandrastats.rollup.Packs;
import org.cassandrastats.rollup.RunListener;
import org.cassandrastats.rollup.RunRange;
import org.cassandrastats.rollup.RunReport;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** That nodes with the server jar send columns of doubles as chunks, and nothing is lost. */
@ExtendWith(NativeNodeExtension.class)
final class PackNodeChunksIT {
  private static final long SEED = 20261129;
  private static final int DENSE = 30_000;
  private static final Instant END = Instant.parse("1970-02-01T00:00:00Z");

  private static NativeNode node;

  @TempDir private Path directory;

  @BeforeAll
  static void startNode(NativeNode shared) {
    node = shared;
  }

  @Test
  void should_pack_what_nodes_make_bit_for_bit() {
    System.out.println("seed " + SEED);
    fill("made", "at timestamp", "ASC");
    fill("counted", "at bigint", "DESC");
    for (String table : List.of("made", "counted")) {
      WatchedSession made = watching(".*\\.chunk\\(.*");
      WatchedSession rows = watching("SELECT at, v, w FROM .* AND at < \\? ORDER BY at ASC");

      RunReport report = run(Packs.of(made.session()), table, false);
      RunReport again = run(Packs.of(rows.session()), table, false);
      CommandLineRun unpacked =
          node.run(directory, "unpack", PackTable.unpack(table, table + "_again"));

      assertThat(report.lines().get(0)).startsWith("4 buckets of 30,900 rows packed");
      assertThat(again.lines().get(0)).startsWith("0 buckets of 0 rows packed");
      assertThat(made.sent()).as("requests for chunks").isBetween(8, 30);
      assertThat(rows.sent()).as("requests for rows").isZero();
      assertThat(unpacked.exitCode()).as("%s", unpacked).isZero();
      for (String key : List.of("1", "2")) {
        String select = "SELECT at, v, w FROM shop.%s WHERE k = " + key + " ORDER BY at ASC";
        List<String> before = PackTable.bytes(node, select.formatted(table));
        // A value of no bytes is none, nor is a row without a value.
        before.removeIf(row -> row.endsWith(" null null") || row.endsWith("  null"));
        assertThat(PackTable.bytes(node, select.formatted(table + "_again")))
            .hasSizeGreaterThanOrEqualTo(900)
            .isEqualTo(before);
      }
    }
  }

  @Test
  void should_read_rows_where_nodes_make_no_chunks_or_rows_are_deleted() {
    fill("nowhere", "at timestamp", "ASC");
    fill("deleted", "at timestamp", "ASC");
    WatchedSession made = watching(".*\\.chunk\\(.*");
    WatchedSession rows = watching("SELECT at, v, w FROM .* AND at < \\? ORDER BY at ASC");

    RunReport elsewhere =
        run(
            Packs.of(rows.session())
                .withOptions(StatsOptions.standard().withFunctionsKeyspace("nowhere")),
            "nowhere",
            false);
    RunReport deleting = run(Packs.of(made.session()), "deleted", true);

    assertThat(rows.sent()).isGreaterThan(4);
    assertThat(made.sent()).isZero();
    assertThat(elsewhere.lines().get(0)).startsWith("4 buckets of 30,900 rows packed");
    assertThat(deleting.lines().get(0)).startsWith("4 buckets of 30,900 rows packed");
  }

  /** Each column has fewer, and the rows that have one of them are what counts. */
  @Test
  void should_refuse_more_rows_than_a_bucket_may_have() {
    node.execute(
        "CREATE TABLE shop.odd (k int, at timestamp, v double, w double, PRIMARY KEY (k, at))");
    for (String column : List.of("v", "w")) {
      List<Object[]> rows = new ArrayList<>();
      for (int i = 0; i < 263_000; i++) {
        rows.add(new Object[] {Instant.ofEpochMilli(2L * i + (column.equals("v") ? 0 : 1)), 1.5});
      }
      node.load("INSERT INTO shop.odd (k, at, %s) VALUES (1, ?, ?)".formatted(column), rows);
    }

    assertThatThrownBy(() -> run(Packs.of(node.session()), "odd", false))
        .isInstanceOf(StatsException.class)
        .hasMessageContaining("has more than 524,288 rows: choose a narrower --bucket");
    assertThat(node.rows("SELECT k FROM shop.odd_packed")).isEmpty();
  }

  /** To look for the bursts costs more than to read the rows. */
  @Test
  void should_read_rows_where_chunks_have_no_room_too_often() {
    node.execute(
        "CREATE TABLE shop.bursts (k int, at timestamp, v double, w double, PRIMARY KEY (k, at))");
    List<Object[]> rows = new ArrayList<>();
    for (int i = 0; i < 36_000; i++) {
      long burst = i / 9000 * 3_600_000L;
      rows.add(new Object[] {Instant.ofEpochMilli(burst + i % 9000), i * 0.5});
    }
    node.load("INSERT INTO shop.bursts (k, at, v) VALUES (1, ?, ?)", rows);
    WatchedSession made = watching(".*\\.chunk\\(.*");

    RunReport report = run(Packs.of(made.session()), "bursts", false);

    assertThat(report.lines().get(0)).startsWith("1 bucket of 36,000 rows packed");
    assertThat(made.sent()).as("requests for chunks").isBetween(5, 40);
    assertThat(PackTable.points(node, "bursts")).hasSize(36_000);
  }

  /** A row that a chunk was not made of stays out of it until a run looks again. */
  @Test
  void should_merge_a_row_that_comes_while_a_bucket_is_written() throws Exception {
    node.execute(
        "CREATE TABLE shop.meanwhile (k int, at timestamp, v double, PRIMARY KEY (k, at))");
    PackTable.insert(node, "meanwhile", 0, 1, 1, 2);
    WatchedSession paused =
        WatchedSession.pausing(
            node.session(), cql -> cql.startsWith("UPDATE shop.meanwhile_packed"));
    CompletableFuture<RunReport> run =
        CompletableFuture.supplyAsync(
            () ->
                Packs.of(paused.session())
                    .run(pack("meanwhile", false), RunRange.until(END), RunListener.NONE));
    paused.awaitPause();
    PackTable.insert(node, "meanwhile", 1, 20, 2, 3);
    paused.goOn();

    assertThat(run.get().lines().get(0)).startsWith("1 bucket of 2 rows packed");
    assertThat(PackTable.points(node, "meanwhile")).hasSize(2);
    Packs.of(node.session()).run(pack("meanwhile", false), RunRange.until(END), RunListener.NONE);
    assertThat(PackTable.points(node, "meanwhile"))
        .containsEntry(0L, 1.0)
        .containsEntry(1L, 20.0)
        .containsEntry(2L, 3.0)
        .hasSize(3);
  }

  private static WatchedSession watching(String pattern) {
    return WatchedSession.counting(node.session(), cql -> cql.matches(pattern));
  }

  private static Pack pack(String table, boolean delete) {
    Pack.Builder pack =
        Pack.builder()
            .from("shop." + table)
            .time("at")
            .bucket("1d")
            .column("v")
            .into("shop." + table + "_packed")
            .late(Duration.ofDays(100));
    if (!table.equals("meanwhile")) {
      pack.column("w");
    }
    return delete ? pack.deleteRows().build() : pack.build();
  }

  private static RunReport run(Packs packs, String table, boolean delete) {
    return packs.withInFlight(1).run(pack(table, delete), RunRange.until(END), RunListener.NONE);
  }

  /** A dense day, and three days of few rows: one of them before 1970. */
  private static void fill(String table, String time, String order) {
    node.execute(
        "CREATE TABLE shop.%s (k int, %s, v double, w double, PRIMARY KEY (k, at)) WITH CLUSTERING ORDER BY (at %s)"
            .formatted(table, time, order));
    boolean isCounted = time.endsWith("bigint");
    Random random = new Random(SEED);
    List<Object[]> rows = new ArrayList<>();
    for (int i = 0; i < DENSE; i++) {
      rows.add(row(random, 1, i * 2000L, isCounted));
    }
    for (int i = 0; i < 900; i++) {
      rows.add(row(random, 2, (i % 3 - 1) * 86_400_000L + i * 7L, isCounted));
    }
    node.load("INSERT INTO shop.%s (k, at, v, w) VALUES (?, ?, ?, ?)".formatted(table), rows);
    String at = isCounted ? "-3" : "'1970-01-02T01:00:00Z'";
    node.execute("INSERT INTO shop.%s (k, at) VALUES (2, %s)".formatted(table, at));
    node.execute(
        "INSERT INTO shop.%s (k, at, v) VALUES (2, %s, blob_as_double(0x))"
            .formatted(table, isCounted ? "-5" : "'1970-01-02T01:00:01Z'"));
  }

  private static Object[] row(Random random, int key, long time, boolean isCounted) {
    long bits = random.nextInt(3) == 0 ? random.nextLong() : special(random.nextInt(6));
    return new Object[] {
      key,
      isCounted ? (Object) time : Instant.ofEpochMilli(time),
      Double.longBitsToDouble(bits),
      random.nextInt(3) == 0 ? null : (Double) (random.nextInt(1000) / 100.0)
    };
  }

  private static long special(int which) {
    return switch (which) {
      case 0 -> 0x8000000000000000L;
      case 1 -> 0x7ff0000000000000L;
      case 2 -> 0x7ff0000000000001L;
      case 3 -> 0xffffffffffffffffL;
      case 4 -> 1;
      default -> Double.doubleToRawLongBits(20.25);
    };
  }
}
