/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.chunking;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.cql.Row;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.cassandrastats.cli.command.CommandLineRun;
import org.cassandrastats.cli.command.NativeNode;
import org.cassandrastats.cli.command.NativeNodeExtension;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** That rows are deleted which are packed, and nothing else. */
@ExtendWith(NativeNodeExtension.class)
final class PackDeletingIT {
  private static final long HOUR = 3_600_000;
  private static final int ROWS_OF_A_GRAVE = 4 * NativeNode.MOST_TOMBSTONES;

  private static NativeNode node;

  @TempDir private Path directory;

  @BeforeAll
  static void startNode(NativeNode shared) {
    node = shared;
  }

  @Test
  void should_delete_what_is_packed_and_nothing_else() {
    node.execute("CREATE TABLE shop.gone (k int, at timestamp, v double, PRIMARY KEY (k, at))");
    PackTable.insert(node, "gone", 0, 1, 1, 2, HOUR, 3);
    node.execute("INSERT INTO shop.gone (k, at) VALUES (1, 7)");

    CommandLineRun first = pack("gone", "--delete-rows", "--late", "30000d");
    List<String> left = PackTable.bytes(node, "SELECT at FROM shop.gone");
    // Its writer's clock is far behind: the deletion of a range would have hidden it.
    node.execute("INSERT INTO shop.gone (k, at, v) VALUES (1, 2, 22) USING TIMESTAMP 5000");
    PackTable.insert(node, "gone", 1, 20);
    CommandLineRun second = pack("gone", "--delete-rows", "--late", "30000d");

    assertThat(first.out()).contains("3 rows deleted").startsWith("2 buckets of 3 rows");
    assertThat(left).as("the row without a value").hasSize(1);
    assertThat(second.out()).contains("2 rows deleted").startsWith("1 bucket of 2 rows");
    assertThat(PackTable.points(node, "gone"))
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
  void should_delete_each_value_as_of_its_own_write_time() throws Exception {
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

    assertThat(first.out()).startsWith("1 bucket of 5 rows").contains("5 rows deleted");
    assertThat(late).containsSubsequence(100.0, 201.0, 103.0);
    assertThat(second.out()).startsWith("1 bucket of 3 rows").contains("3 rows deleted");
    assertThat(PackTable.points(node, "apart", "v"))
        .isEqualTo(Map.of(0L, 100.0, 1L, 11.0, 2L, 12.0, 3L, 103.0, 4L, 14.0));
    assertThat(PackTable.points(node, "apart", "w"))
        .isEqualTo(Map.of(0L, 21.0, 1L, 201.0, 2L, 22.0, 3L, 23.0));
    assertThat(PackTable.left(node, "SELECT at, v, w, s FROM shop.apart WHERE k = 1", 1))
        .as("the value of no bytes, which is not packed, and the static one")
        .containsExactly(" 0000000000000004 null  00000007");

    CommandLineRun back = node.run(directory, "unpack", PackTable.unpack("apart", "apart"));

    assertThat(back.exitCode()).as("%s", back).isZero();
    assertThat(node.rows("SELECT at FROM shop.apart WHERE k = 1")).hasSize(5);
  }

  @Test
  void should_say_how_to_delete_rows_of_buckets_that_were_packed_before() {
    node.execute("CREATE TABLE shop.kept (k int, at timestamp, v double, PRIMARY KEY (k, at))");
    PackTable.insert(node, "kept", 0, 1, 1, 2, HOUR, 3, 5 * HOUR, 4);
    node.execute("INSERT INTO shop.kept (k, at) VALUES (1, 0)");
    node.execute("INSERT INTO shop.kept (k, at) VALUES (1, 2)");
    pack("kept");

    CommandLineRun without = pack("kept");
    CommandLineRun looked = pack("kept", "--delete-rows", "--until", "1971-01-01");
    pack("kept", "--recheck", "1970-01-01T00:00:00Z", "1970-01-01T02:00:00Z", "--delete-rows");
    CommandLineRun partly = pack("kept", "--delete-rows");
    String[] found = partly.out().strip().split(" ", -1);
    pack("kept", "--delete-rows", "--recheck", found[found.length - 2], found[found.length - 1]);
    CommandLineRun last = pack("kept", "--delete-rows");

    assertThat(without.out()).doesNotContain("still have rows");
    assertThat(looked.out())
        .startsWith("0 buckets of 0 rows packed")
        .contains("At least 3 complete buckets that this run did not look at still have rows.")
        .doesNotContain("--until")
        .containsPattern(
            "\n  cassandra-stats pack .*--delete-rows --recheck 1970-01-01T00:00:00Z 1970-01-01T06:00:00Z\n");
    assertThat(partly.out()).contains("At least 1 complete bucket that", "1970-01-01T05:00:00Z ");
    assertThat(last.out()).doesNotContain("still have rows");
    assertThat(PackTable.bytes(node, "SELECT at FROM shop.kept"))
        .as("rows that have no value, and are not packed")
        .containsExactly(" 0000000000000000", " 0000000000000002");
  }

  @Test
  void should_leave_rows_whose_write_time_no_clock_has_given() {
    node.execute("CREATE TABLE shop.stamped (k int, at timestamp, v double, PRIMARY KEY (k, at))");
    String insert = "INSERT INTO shop.stamped (k, at, v) VALUES (1, %d, %d) USING TIMESTAMP %d";
    long future = Instant.parse("2200-01-01T00:00:00Z").toEpochMilli() * 1000;
    node.execute(insert.formatted(HOUR, 1, 1000));
    node.execute(insert.formatted(HOUR + 1, 1, future));
    PackTable.insert(node, "stamped", HOUR + 2, 1);

    CommandLineRun first = pack("stamped", "--delete-rows", "--late", "30000d");
    // A load that is repeated with the write time that it always has.
    node.execute(insert.formatted(HOUR, 2, 1000));
    node.execute(insert.formatted(HOUR + 1, 2, future));
    CommandLineRun second = pack("stamped", "--delete-rows", "--late", "30000d");

    assertThat(first.out())
        .startsWith("1 bucket of 3 rows")
        .contains("; 1 row deleted.", "2 rows were left")
        .contains("before the row's own time or still to come");
    assertThat(second.out()).startsWith("1 bucket of 2 rows").contains("2 rows were left");
    assertThat(PackTable.points(node, "stamped", "v"))
        .isEqualTo(Map.of(HOUR, 2.0, HOUR + 1, 2.0, HOUR + 2, 1.0));
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
    PackTable.insert(node, "grave", 30, 1, 6 * HOUR + 1, 2, 9 * HOUR, 3);
    CommandLineRun second = pack("grave", "--delete-rows", "--late", "30000d");
    CommandLineRun third = pack("grave", "--delete-rows");

    assertThat(third.out()).startsWith("0 buckets of 0 rows").doesNotContain("still have rows");
    assertThat(first.out()).startsWith("7 buckets of 40,000 rows").contains("40,000 rows deleted");
    assertThat(second.out()).startsWith("3 buckets of 3 rows").contains("3 rows deleted");
    assertThat(PackTable.points(node, "grave"))
        .hasSize(40_003)
        .containsEntry(30L, 1.0)
        .containsEntry(9 * HOUR, 3.0);
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
}
