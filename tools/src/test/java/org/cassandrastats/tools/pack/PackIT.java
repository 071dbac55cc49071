/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.tools.pack;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.cql.Row;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.cassandrastats.tools.buckets.BucketNode;
import org.cassandrastats.tools.command.CommandLineRun;
import org.cassandrastats.uda.chunk.ChunkCodec;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** That rows become chunks and rows again, bit for bit; late ones too, and deleted ones. */
final class PackIT {
  private static final long SEED = 20261122;
  private static final long HOUR = 3_600_000;
  private static final int LONG_BUCKET = 10_000;
  private static final int ROWS_OF_A_GRAVE = 40_000;
  private static final int MOST_TOMBSTONES = 10_000;

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

  private static BucketNode node;

  @TempDir private Path directory;

  @BeforeAll
  static void startNode() {
    node = new BucketNode(Map.of("tombstone_failure_threshold", MOST_TOMBSTONES));
  }

  @AfterAll
  static void stopNode() {
    node.close();
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
  void should_merge_late_rows_and_new_values() {
    node.execute("CREATE TABLE shop.late (k int, at timestamp, v double, PRIMARY KEY (k, at))");
    insert("late", 0, 1, HOUR, 2, 2 * HOUR, 3, 30 * HOUR, 4);

    CommandLineRun first = pack("late", "--until", "1970-01-02T07:00:00Z");
    // One that is missing, one with another value, one in a bucket that had none, one too late.
    insert("late", 29 * HOUR + 5, 5, 30 * HOUR, 40, 30 * HOUR - 1, 6, 5, 7);
    CommandLineRun second = pack("late", "--until", "1970-01-02T07:00:00Z", "--late", "3h");
    Map<Long, Double> afterSecond = points("late");
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
    assertThat(third.out()).startsWith("1 buckets of 2 rows packed");
    assertThat(points("late")).containsEntry(5L, 7.0).containsEntry(0L, 1.0).hasSize(7);
  }

  @Test
  void should_delete_what_is_packed_and_nothing_else() {
    node.execute("CREATE TABLE shop.gone (k int, at timestamp, v double, PRIMARY KEY (k, at))");
    insert("gone", 0, 1, 1, 2, HOUR, 3);
    node.execute("INSERT INTO shop.gone (k, at) VALUES (1, 7)");

    CommandLineRun first = pack("gone", "--delete-rows", "--late", "30000d");
    List<String> left = PackTable.bytes(node, "SELECT at FROM shop.gone");
    // Its writer's clock is far behind: the deletion of a range would have hidden it.
    node.execute("INSERT INTO shop.gone (k, at, v) VALUES (1, 2, 22) USING TIMESTAMP 5000");
    insert("gone", 1, 20);
    CommandLineRun second = pack("gone", "--delete-rows", "--late", "30000d");

    assertThat(first.out()).contains("3 rows deleted").startsWith("2 buckets of 3 rows");
    assertThat(left).as("the row without a value").hasSize(1);
    assertThat(second.out()).contains("2 rows deleted").startsWith("1 buckets of 2 rows");
    assertThat(points("gone"))
        .containsEntry(0L, 1.0)
        .containsEntry(1L, 20.0)
        .containsEntry(2L, 22.0)
        .containsEntry(HOUR, 3.0)
        .hasSize(4);
    assertThat(PackTable.bytes(node, "SELECT at FROM shop.gone")).isEqualTo(left);

    CommandLineRun back = node.run(directory, "unpack", PackTable.unpack("gone", "gone"));

    assertThat(back.exitCode()).as("%s", back).isZero();
    assertThat(node.rows("SELECT at, v FROM shop.gone WHERE k = 1"))
        .extracting(row -> row.isNull(1) ? null : (Double) row.getDouble(1))
        .containsExactly(1.0, 20.0, 22.0, null, 3.0);
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
  void should_delete_each_value_as_of_its_own_write_time() throws InterruptedException {
    node.execute(
        "CREATE TABLE shop.apart (k int, at timestamp, v double, w double, s int static, PRIMARY KEY (k, at))");
    for (String write :
        List.of(
            "INSERT INTO shop.apart (k, at, v, w) VALUES (1, 0, 10, 20) USING TIMESTAMP 1000000",
            "UPDATE shop.apart USING TIMESTAMP 3000000 SET w = 21 WHERE k = 1 AND at = 0",
            "INSERT INTO shop.apart (k, at, v) VALUES (1, 1, 11) USING TIMESTAMP 3000000",
            "INSERT INTO shop.apart (k, at, v, w) VALUES (1, 2, 12, 22) USING TIMESTAMP 1000000",
            "INSERT INTO shop.apart (k, at, w) VALUES (1, 3, 23) USING TIMESTAMP 1000000 AND TTL 9999",
            "INSERT INTO shop.apart (k, at, v, w) VALUES (1, 4, 14, blob_as_double(0x)) USING TIMESTAMP 1000000",
            "UPDATE shop.apart USING TIMESTAMP 1000000 SET s = 7 WHERE k = 1")) {
      node.execute(write);
    }
    String[] arguments = {"--column", "w", "--delete-rows", "--late", "30000d"};

    CommandLineRun first = pack("apart", arguments);
    // What was on its way when rows were deleted: Cassandra keeps the later write of each column.
    node.execute("UPDATE shop.apart USING TIMESTAMP 2000000 SET v = 100 WHERE k = 1 AND at = 0");
    node.execute("UPDATE shop.apart USING TIMESTAMP 2000000 SET w = 201 WHERE k = 1 AND at = 1");
    node.execute("UPDATE shop.apart USING TIMESTAMP 2000000 SET v = 103 WHERE k = 1 AND at = 3");
    List<Double> late = values("SELECT v, w FROM shop.apart WHERE k = 1");
    CommandLineRun second = pack("apart", arguments);

    assertThat(first.out()).startsWith("1 buckets of 5 rows").contains("5 rows deleted");
    assertThat(late).containsSubsequence(100.0, 201.0, 103.0);
    assertThat(second.out()).startsWith("1 buckets of 3 rows").contains("3 rows deleted");
    assertThat(points("apart", "v"))
        .isEqualTo(Map.of(0L, 100.0, 1L, 11.0, 2L, 12.0, 3L, 103.0, 4L, 14.0));
    assertThat(points("apart", "w")).isEqualTo(Map.of(0L, 21.0, 1L, 201.0, 2L, 22.0, 3L, 23.0));
    // A row that INSERT has made is there for another second.
    String left = "SELECT at, v, w, s FROM shop.apart WHERE k = 1";
    for (int i = 0; node.rows(left).size() > 1 && i < 100; i++) {
      Thread.sleep(100);
    }
    assertThat(PackTable.bytes(node, left))
        .as("the value of no bytes, which is not packed, and the static one")
        .containsExactly(" 0000000000000004 null  00000007");

    CommandLineRun back = node.run(directory, "unpack", PackTable.unpack("apart", "apart"));

    assertThat(back.exitCode()).as("%s", back).isZero();
    assertThat(node.rows("SELECT at FROM shop.apart WHERE k = 1")).hasSize(5);
  }

  @Test
  void should_leave_rows_whose_write_time_no_clock_has_given() {
    node.execute("CREATE TABLE shop.stamped (k int, at timestamp, v double, PRIMARY KEY (k, at))");
    String insert = "INSERT INTO shop.stamped (k, at, v) VALUES (1, %d, %d) USING TIMESTAMP %d";
    long future = Instant.parse("2200-01-01T00:00:00Z").toEpochMilli() * 1000;
    node.execute(insert.formatted(HOUR, 1, 1000));
    node.execute(insert.formatted(HOUR + 1, 1, future));
    insert("stamped", HOUR + 2, 1);

    CommandLineRun first = pack("stamped", "--delete-rows", "--late", "30000d");
    // A load that is repeated with the write time that it always has.
    node.execute(insert.formatted(HOUR, 2, 1000));
    node.execute(insert.formatted(HOUR + 1, 2, future));
    CommandLineRun second = pack("stamped", "--delete-rows", "--late", "30000d");

    assertThat(first.out())
        .startsWith("1 buckets of 3 rows")
        .contains("; 1 rows deleted.", "2 rows were left")
        .contains("before the row's own time or still to come");
    assertThat(second.out()).startsWith("1 buckets of 2 rows").contains("2 rows were left");
    assertThat(points("stamped", "v")).isEqualTo(Map.of(HOUR, 2.0, HOUR + 1, 2.0, HOUR + 2, 1.0));
  }

  @Test
  @Tag("extended")
  void should_not_read_past_all_rows_that_it_has_deleted() {
    node.execute("CREATE TABLE shop.grave (k int, at timestamp, v double, PRIMARY KEY (k, at))");
    // By its living beginning the partition is found.
    node.execute("INSERT INTO shop.grave (k, at) VALUES (1, -1)");
    List<Object[]> rows = new ArrayList<>();
    for (int i = 0; i < ROWS_OF_A_GRAVE / 2; i++) {
      rows.add(new Object[] {Instant.ofEpochMilli(i * 60L), i / 4.0});
      rows.add(new Object[] {Instant.ofEpochMilli(HOUR + i * 1000L), i / 4.0});
    }
    node.load("INSERT INTO shop.grave (k, at, v) VALUES (1, ?, ?)", rows);

    CommandLineRun first = pack("grave", "--delete-rows", "--late", "30000d");
    insert("grave", 30, 1, 6 * HOUR + 1, 2, 9 * HOUR, 3);
    CommandLineRun second = pack("grave", "--delete-rows", "--late", "30000d");

    assertThat(first.out()).startsWith("7 buckets of 40,000 rows").contains("40,000 rows deleted");
    assertThat(second.out()).startsWith("3 buckets of 3 rows").contains("3 rows deleted");
    assertThat(points("grave"))
        .hasSize(40_003)
        .containsEntry(30L, 1.0)
        .containsEntry(9 * HOUR, 3.0);
  }

  @Test
  void should_leave_values_that_came_after_their_chunk() {
    node.execute("CREATE TABLE shop.newer (k int, at timestamp, v double, PRIMARY KEY (k, at))");
    insert("newer", 0, 1, 1, 2);

    pack("newer");
    insert("newer", 1, 3);
    CommandLineRun back = node.run(directory, "unpack", PackTable.unpack("newer", "newer"));

    assertThat(back.out())
        .startsWith("0 buckets of 0 rows unpacked")
        .contains("1 values of rows differ from those of their chunks, and were left");
    assertThat(node.rows("SELECT v FROM shop.newer WHERE k = 1"))
        .extracting(row -> row.getDouble(0))
        .containsExactly(1.0, 3.0);
  }

  @Test
  void should_cut_chunks_of_an_application_anew() {
    node.execute("CREATE TABLE shop.mixed (k int, at timestamp, v double, PRIMARY KEY (k, at))");
    insert("mixed", 10, 1);
    pack("mixed");
    String insert = "INSERT INTO shop.mixed_packed (k, bucket, part, v) VALUES (1, 0, ?, ?)";
    List<Object[]> parts = new ArrayList<>();
    for (int part = 1; part < 4; part++) {
      long[] times = {20L * part, 20L * part + 1};
      parts.add(new Object[] {part, ChunkCodec.encode(times, new double[] {part, -part})});
    }
    node.load(insert, parts);

    CommandLineRun run = pack("mixed", "--recheck", "1970-01-01", "1970-01-02");

    assertThat(run.out()).startsWith("1 buckets of 1 rows packed");
    assertThat(node.rows("SELECT part FROM shop.mixed_packed WHERE k = 1")).hasSize(1);
    assertThat(points("mixed")).hasSize(7).containsEntry(10L, 1.0).containsEntry(61L, -3.0);
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

  /** The values of all rows that are there. */
  private static List<Double> values(String select) {
    List<Double> values = new ArrayList<>();
    for (Row row : node.rows(select)) {
      for (int i = 0; i < row.size(); i++) {
        if (!row.isNull(i) && row.getBytesUnsafe(i).hasRemaining()) {
          values.add(row.getDouble(i));
        }
      }
    }
    return values;
  }

  /** Times and values in turn. */
  private static void insert(String table, double... timesAndValues) {
    List<Object[]> rows = new ArrayList<>();
    for (int i = 0; i < timesAndValues.length; i += 2) {
      rows.add(
          new Object[] {Instant.ofEpochMilli((long) timesAndValues[i]), timesAndValues[i + 1]});
    }
    node.load("INSERT INTO shop." + table + " (k, at, v) VALUES (1, ?, ?)", rows);
  }

  private static Map<Long, Double> points(String table) {
    return points(table, "v");
  }

  private static Map<Long, Double> points(String table, String column) {
    Map<Long, Double> points = new TreeMap<>();
    for (Row row :
        node.rows("SELECT %s FROM shop.%s_packed WHERE k = 1".formatted(column, table))) {
      ByteBuffer chunk = row.getByteBuffer(0);
      long[] times = ChunkCodec.times(chunk);
      double[] values = ChunkCodec.values(chunk);
      for (int i = 0; i < times.length; i++) {
        points.put(times[i], values[i]);
      }
    }
    return points;
  }
}
