/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.chunking;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.cql.Row;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import org.cassandrastats.cli.command.CommandLineRun;
import org.cassandrastats.cli.command.NativeNode;
import org.cassandrastats.cli.command.NativeNodeExtension;
import org.cassandrastats.uda.chunk.ChunkCodec;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** That rows become chunks and rows again, bit for bit; late ones too. */
@ExtendWith(NativeNodeExtension.class)
final class PackIT {
  private static final long SEED = 20261122;
  private static final long HOUR = 3_600_000;
  private static final int LONG_BUCKET = 10_000;

  private static final long[] SPECIAL = {
    0x8000000000000000L,
    0,
    0x7ff0000000000000L,
    0xfff0000000000000L,
    0x7ff8000000000000L,
    0x7ff0000000000001L,
    0xffffffffffffffffL,
    1,
    0x7fefffffffffffffL
  };

  private static NativeNode node;

  @TempDir private Path directory;

  @BeforeAll
  static void startNode(NativeNode shared) {
    node = shared;
  }

  @Test
  void should_pack_partitions_by_bucket() {
    node.execute(
        "CREATE TABLE shop.spread (bucket int, at timestamp, v double, PRIMARY KEY (bucket, at))");
    node.execute("INSERT INTO shop.spread (bucket, at, v) VALUES (7, 1, 2.5)");
    String[] line = PackTable.pack("spread", "--bucket-column", "hour", "--delete-rows");

    CommandLineRun packed = node.run(directory, "pack", line);
    CommandLineRun again = node.run(directory, "pack", PackTable.pack("spread"));
    CommandLineRun unpacked =
        node.run(directory, "unpack", PackTable.unpack("spread", "spread_again"));

    assertThat(packed.out()).as("%s", packed).startsWith("1 bucket of 1 row packed");
    assertThat(again.out()).as("%s", again).startsWith("0 buckets of 0 rows packed");
    assertThat(unpacked.exitCode()).as("%s", unpacked).isZero();
    assertThat(PackTable.bytes(node, "SELECT hour, bucket, part FROM shop.spread_packed"))
        .containsExactly(" 0000000000000000 00000007 00000000");
    assertThat(PackTable.bytes(node, "SELECT bucket, at, v FROM shop.spread_again"))
        .containsExactly(" 00000007 0000000000000001 4004000000000000");
  }

  @Test
  void should_bring_back_every_bit_of_every_row() {
    System.out.println("seed " + SEED);
    Random random = new Random(SEED);
    node.execute(
        "CREATE TABLE shop.bits (\"Key\" text, day int, at timestamp, v double, w float, note text, PRIMARY KEY ((\"Key\", day), at)) WITH CLUSTERING ORDER BY (at DESC)");
    List<Object[]> rows = new ArrayList<>();
    // A bucket of several parts, and some before 1970 with few rows.
    for (int i = 0; i < LONG_BUCKET; i++) {
      rows.add(row(random, "long", 5 * HOUR + i * 170L));
    }
    for (int hour = -30; hour < 30; hour += 1 + random.nextInt(5)) {
      for (long offset : new long[] {0, 1 + random.nextInt(1000), HOUR - 1}) {
        rows.add(row(random, "short", hour * HOUR + offset));
      }
    }
    node.load("INSERT INTO shop.bits (\"Key\", day, at, v, w) VALUES (?, 1, ?, ?, ?)", rows);

    CommandLineRun packed = node.run(directory, "pack", PackTable.pack("bits", "--column", "w"));
    CommandLineRun again = node.run(directory, "pack", PackTable.pack("bits", "--column", "w"));
    CommandLineRun unpacked = node.run(directory, "unpack", PackTable.unpack("bits", "bits_again"));
    CommandLineRun unpackedAgain =
        node.run(directory, "unpack", PackTable.unpack("bits", "bits_again"));

    assertThat(packed.exitCode()).as("%s", packed).isZero();
    assertThat(packed.out()).contains("packed into shop.bits_packed and compared.", "Complete");
    assertThat(again.out()).startsWith("0 buckets of 0 rows packed");
    assertThat(unpacked.exitCode()).as("%s", unpacked).isZero();
    assertThat(unpackedAgain.out())
        .startsWith("0 buckets of 0 rows unpacked")
        .contains("others were compared and are the same");
    String select = "SELECT at, v, w FROM shop.%s WHERE \"Key\" = '%s' AND day = 1 ORDER BY at ASC";
    for (String key : List.of("long", "short")) {
      assertThat(PackTable.bytes(node, select.formatted("bits_again", key)))
          .isEqualTo(PackTable.bytes(node, select.formatted("bits", key)))
          .hasSizeGreaterThan(20);
    }
    List<Row> parts =
        node.rows(
            "SELECT part, v, w, stats.chunk_count(v) FROM shop.bits_packed WHERE \"Key\" = 'long' AND day = 1");
    assertThat(parts).extracting(row -> row.getInt(0)).containsExactly(0, 1);
    assertThat(parts).extracting(row -> row.getLong(3)).containsExactly(8192L, 1808L);
  }

  @ParameterizedTest
  @CsvSource({"ASC, ASC", "DESC, ASC", "ASC, DESC", "DESC, DESC"})
  void should_pack_each_series_of_a_partition(String metricOrder, String timeOrder) {
    String table = "series_%s_%s".formatted(metricOrder, timeOrder).toLowerCase(Locale.ROOT);
    node.execute(
        "CREATE TABLE shop.%s (k int, metric text, at timestamp, v double, PRIMARY KEY (k, metric, at)) WITH CLUSTERING ORDER BY (metric %s, at %s)"
            .formatted(table, metricOrder, timeOrder));
    List<Object[]> rows = new ArrayList<>();
    for (int i = 0; i < 3000; i++) {
      String metric = i % 3 == 0 ? "" : "m" + i % 3;
      rows.add(new Object[] {i % 2, metric, Instant.ofEpochMilli(i * 7000L), i * 0.5});
    }
    node.load("INSERT INTO shop." + table + " (k, metric, at, v) VALUES (?, ?, ?, ?)", rows);
    String select = "SELECT k, metric, at, v FROM shop.%s";
    List<String> before = PackTable.bytes(node, select.formatted(table));

    CommandLineRun packed =
        node.run(directory, "pack", PackTable.pack(table, "--delete-rows", "--lag", "1s"));
    CommandLineRun unpacked =
        node.run(directory, "unpack", PackTable.unpack(table, table + "_again"));

    assertThat(packed.out()).as("%s", packed).startsWith("36 buckets of 3,000 rows packed");
    assertThat(node.rows(select.formatted(table))).isEmpty();
    assertThat(unpacked.exitCode()).as("%s", unpacked).isZero();
    assertThat(PackTable.bytes(node, select.formatted(table + "_again")))
        .containsExactlyInAnyOrderElementsOf(before);
    assertThat(
            node.rows(
                "SELECT sum(stats.chunk_count(v)) FROM shop.%s_packed WHERE k = 1 AND metric = 'm1'"
                    .formatted(table)))
        .extracting(row -> row.getLong(0))
        .containsExactly(500L);
  }

  @Test
  void should_pack_integers() throws Exception {
    node.execute(
        "CREATE TABLE shop.counts (k int, at timestamp, n int, big bigint, PRIMARY KEY (k, at))");
    List<Object[]> rows = new ArrayList<>();
    for (int i = 0; i < 900; i++) {
      Integer n = i % 3 == 0 ? null : (Integer) (i % 2 == 0 ? Integer.MIN_VALUE + i : i * 1000);
      rows.add(new Object[] {Instant.ofEpochMilli(i * 3000L), n, (1L << 53) - i});
    }
    node.load("INSERT INTO shop.counts (k, at, n, big) VALUES (1, ?, ?, ?)", rows);
    List<String> before = PackTable.bytes(node, "SELECT * FROM shop.counts");
    String[] line = {
      "--from",
      "shop.counts",
      "--time",
      "at",
      "--bucket",
      "1h",
      "--column",
      "n",
      "--column",
      "big",
      "--into",
      "shop.counts_packed",
      "--delete-rows"
    };

    CommandLineRun packed = node.run(directory, "pack", line);
    CommandLineRun asked =
        node.run(
            directory,
            "query",
            "--format",
            "csv",
            "SELECT stats.moments_count(stats.moments_merge(stats.chunk_moments(n))) AS n,"
                + " stats.moments_max(stats.moments_merge(stats.chunk_moments(big))) AS most"
                + " FROM shop.counts_packed WHERE k = 1");
    CommandLineRun unpacked =
        node.run(directory, "unpack", PackTable.unpack("counts", "counts_again"));

    assertThat(packed.out()).as("%s", packed).startsWith("1 bucket of 900 rows packed");
    assertThat(PackTable.left(node, "SELECT * FROM shop.counts", 0)).isEmpty();
    assertThat(asked.out()).as("%s", asked).contains("600,9.007199254740992E15");
    assertThat(unpacked.exitCode()).as("%s", unpacked).isZero();
    assertThat(PackTable.bytes(node, "SELECT * FROM shop.counts_again")).isEqualTo(before);
  }

  @Test
  void should_pack_bigints_that_are_no_doubles() {
    node.execute("CREATE TABLE shop.wide (k int, at timestamp, v bigint, PRIMARY KEY (k, at))");
    node.execute("INSERT INTO shop.wide (k, at, v) VALUES (1, 0, 9007199254740993)");
    node.execute("INSERT INTO shop.wide (k, at, v) VALUES (1, 1, 9223372036854775807)");
    node.execute("INSERT INTO shop.wide (k, at, v) VALUES (1, 2, -1)");
    List<String> before = PackTable.bytes(node, "SELECT * FROM shop.wide");

    CommandLineRun packed = node.run(directory, "pack", PackTable.pack("wide", "--delete-rows"));
    CommandLineRun asked =
        node.run(
            directory,
            "query",
            "--format",
            "csv",
            "SELECT stats.chunk_bigints(stats.chunk_merge(v)) AS v FROM shop.wide_packed"
                + " WHERE k = 1");
    CommandLineRun unpacked = node.run(directory, "unpack", PackTable.unpack("wide", "wide_again"));

    assertThat(packed.exitCode()).as("%s", packed).isZero();
    assertThat(asked.out()).as("%s", asked).contains("[9007199254740993, 9223372036854775807, -1]");
    assertThat(unpacked.exitCode()).as("%s", unpacked).isZero();
    assertThat(PackTable.bytes(node, "SELECT * FROM shop.wide_again")).isEqualTo(before);
  }

  private static Object[] row(Random random, String key, long time) {
    long bits =
        random.nextInt(4) == 0 ? SPECIAL[random.nextInt(SPECIAL.length)] : random.nextLong();
    int floatBits =
        random.nextInt(4) == 0
            ? (int) (SPECIAL[random.nextInt(SPECIAL.length)] >>> Integer.SIZE) | 1
            : random.nextInt();
    return new Object[] {
      key,
      Instant.ofEpochMilli(time),
      Double.longBitsToDouble(bits),
      random.nextInt(3) == 0 ? null : (Float) Float.intBitsToFloat(floatBits)
    };
  }

  @Test
  void should_pack_months_of_a_time_zone() {
    node.execute("CREATE TABLE shop.months (k int, at timestamp, v double, PRIMARY KEY (k, at))");
    long april = Instant.parse("2026-03-31T22:00:00Z").toEpochMilli();
    long may = Instant.parse("2026-04-30T22:00:00Z").toEpochMilli();
    node.load(
        "INSERT INTO shop.months (k, at, v) VALUES (1, ?, ?)",
        List.of(
            new Object[] {Instant.ofEpochMilli(april - 1), 1.0},
            new Object[] {Instant.ofEpochMilli(april), 2.0},
            new Object[] {Instant.ofEpochMilli(may - 1), 3.0},
            new Object[] {Instant.ofEpochMilli(may), 4.0}));
    String[] months = {
      "--from",
      "shop.months",
      "--time",
      "at",
      "--bucket",
      "1mo",
      "--timezone",
      "Europe/Berlin",
      "--column",
      "v",
      "--into",
      "shop.months_packed"
    };

    CommandLineRun packed = node.run(directory, "pack", months);
    CommandLineRun again = node.run(directory, "pack", months);
    CommandLineRun unpacked =
        node.run(directory, "unpack", PackTable.unpack("months", "months_again"));

    assertThat(packed.out()).as("%s", packed).startsWith("3 buckets of 4 rows packed");
    assertThat(again.out()).startsWith("0 buckets of 0 rows packed");
    assertThat(unpacked.out()).as("%s", unpacked).startsWith("3 buckets of 4 rows unpacked");
    assertThat(node.rows("SELECT bucket, stats.chunk_count(v) FROM shop.months_packed WHERE k = 1"))
        .extracting(row -> row.getInstant(0).toEpochMilli() + " " + row.getLong(1))
        .containsExactly(
            Instant.parse("2026-02-28T23:00:00Z").toEpochMilli() + " 1", april + " 2", may + " 1");
    assertThat(PackTable.bytes(node, "SELECT at, v FROM shop.months_again WHERE k = 1"))
        .isEqualTo(PackTable.bytes(node, "SELECT at, v FROM shop.months WHERE k = 1"));
  }

  @Test
  void should_merge_late_rows_and_new_values() {
    node.execute("CREATE TABLE shop.late (k int, at timestamp, v double, PRIMARY KEY (k, at))");
    PackTable.insert(node, "late", 0, 1, HOUR, 2, 2 * HOUR, 3, 30 * HOUR, 4);

    CommandLineRun first = pack("late", "--until", "1970-01-02T07:00:00Z");
    // One that is missing, one with another value, one in a bucket that had none, one too late.
    PackTable.insert(node, "late", 29 * HOUR + 5, 5, 30 * HOUR, 40, 30 * HOUR - 1, 6, 5, 7);
    CommandLineRun second = pack("late", "--until", "1970-01-02T07:00:00Z", "--late", "3h");
    Map<Long, Double> afterSecond = PackTable.points(node, "late");
    CommandLineRun third =
        pack("late", "--recheck", "1970-01-01T00:00:00Z", "1970-01-01T01:00:00Z");

    assertThat(first.out())
        .startsWith("4 buckets of 4 rows packed into shop.late_packed and compared.")
        .contains("Complete until 1970-01-02T07:00:00Z.");
    assertThat(second.out()).startsWith("2 buckets of 3 rows packed");
    assertThat(afterSecond)
        .containsEntry(29 * HOUR + 5, 5.0)
        .containsEntry(30 * HOUR, 40.0)
        .containsEntry(30 * HOUR - 1, 6.0)
        .doesNotContainKey(5L);
    assertThat(third.out()).startsWith("1 bucket of 2 rows packed");
    assertThat(PackTable.points(node, "late"))
        .containsEntry(5L, 7.0)
        .containsEntry(0L, 1.0)
        .hasSize(7);
  }

  @Test
  void should_take_names_with_per_cent_signs() {
    node.execute(
        "CREATE TABLE shop.signs (\"k%s\" text, \"at%\" timestamp, \"a%n\" double, b double, PRIMARY KEY (\"k%s\", \"at%\"))");
    node.execute(
        "INSERT INTO shop.signs (\"k%s\", \"at%\", \"a%n\", b) VALUES ('a', '2026-01-01', 1.5, 2.5)");

    CommandLineRun run =
        node.run(
            directory,
            "pack",
            "--from",
            "shop.signs",
            "--time",
            "\"at%\"",
            "--bucket",
            "1d",
            "--column",
            "\"a%n\"",
            "--column",
            "b",
            "--into",
            "shop.signs_packed",
            "--delete-rows");

    assertThat(run.exitCode()).as("%s", run).isZero();
    assertThat(node.rows("SELECT * FROM shop.signs")).isEmpty();
    assertThat(node.rows("SELECT * FROM shop.signs_packed")).isNotEmpty();
  }

  @Test
  void should_leave_values_that_came_after_their_chunk() {
    node.execute("CREATE TABLE shop.newer (k int, at timestamp, v double, PRIMARY KEY (k, at))");
    PackTable.insert(node, "newer", 0, 1, 1, 2);

    pack("newer");
    PackTable.insert(node, "newer", 1, 3);
    CommandLineRun back = node.run(directory, "unpack", PackTable.unpack("newer", "newer"));

    assertThat(back.out())
        .startsWith("0 buckets of 0 rows unpacked")
        .contains("1 value of a row differs from that of its chunk, and was left");
    assertThat(node.rows("SELECT v FROM shop.newer WHERE k = 1"))
        .extracting(row -> row.getDouble(0))
        .containsExactly(1.0, 3.0);
  }

  @Test
  void should_cut_chunks_of_an_application_anew() {
    node.execute("CREATE TABLE shop.mixed (k int, at timestamp, v double, PRIMARY KEY (k, at))");
    PackTable.insert(node, "mixed", 10, 1);
    pack("mixed");
    String insert = "INSERT INTO shop.mixed_packed (k, bucket, part, v) VALUES (1, 0, ?, ?)";
    List<Object[]> parts = new ArrayList<>();
    for (int part = 1; part < 4; part++) {
      long[] times = {20L * part, 20L * part + 1};
      parts.add(new Object[] {part, ChunkCodec.encode(times, new double[] {part, -part})});
    }
    node.load(insert, parts);

    CommandLineRun run = pack("mixed", "--recheck", "1970-01-01", "1970-01-02");

    assertThat(run.out()).startsWith("1 bucket of 1 row packed");
    assertThat(node.rows("SELECT part FROM shop.mixed_packed WHERE k = 1")).hasSize(1);
    assertThat(PackTable.points(node, "mixed"))
        .hasSize(7)
        .containsEntry(10L, 1.0)
        .containsEntry(61L, -3.0);
  }

  @ParameterizedTest
  @CsvSource({"bigint, ", "bigint, s", "bigint, us", "bigint, ns", "date, "})
  void should_know_times_of_all_types(String type, String unit) {
    String table = "t_" + type + "_" + unit;
    node.execute(
        "CREATE TABLE shop.%s (k int, at %s, v double, PRIMARY KEY (k, at))"
            .formatted(table, type));
    List<Object[]> rows = new ArrayList<>();
    for (long day = -3; day < 4; day++) {
      rows.add(new Object[] {1, type.equals("date") ? date(day) : (Object) count(unit, day), 1.5});
    }
    // The least time that there is, in a bucket of its own.
    Object least = type.equals("date") ? LocalDate.ofEpochDay(Integer.MIN_VALUE) : Long.MIN_VALUE;
    rows.add(new Object[] {1, least, 2.5});
    node.load("INSERT INTO shop.%s (k, at, v) VALUES (?, ?, ?)".formatted(table), rows);
    List<String> line =
        new ArrayList<>(List.of("--from", "shop." + table, "--time", "at", "--bucket", "2d"));
    line.addAll(List.of("--column", "v", "--into", "shop." + table + "_packed"));
    if (unit != null) {
      line.addAll(List.of("--time-unit", unit));
    }

    CommandLineRun run = node.run(directory, "pack", line.toArray(String[]::new));
    CommandLineRun back = node.run(directory, "unpack", PackTable.unpack(table, table + "_again"));

    assertThat(run.exitCode()).as("%s", run).isZero();
    assertThat(run.out()).startsWith("5 buckets of 8 rows");
    assertThat(back.exitCode()).as("%s", back).isZero();
    assertThat(PackTable.bytes(node, "SELECT at, v FROM shop." + table + "_again"))
        .isEqualTo(PackTable.bytes(node, "SELECT at, v FROM shop." + table))
        .hasSize(8);
  }

  private static LocalDate date(long day) {
    return LocalDate.ofEpochDay(day);
  }

  /** The last count of a day. */
  private static long count(String unit, long day) {
    long perDay =
        switch (String.valueOf(unit)) {
          case "s" -> 86_400L;
          case "us" -> 86_400_000_000L;
          case "ns" -> 86_400_000_000_000L;
          default -> 86_400_000L;
        };
    return (day + 1) * perDay - 1;
  }

  private CommandLineRun pack(String table, String... more) {
    CommandLineRun run = node.run(directory, "pack", PackTable.pack(table, more));
    assertThat(run.exitCode()).as("%s", run).isZero();
    return run;
  }
}
