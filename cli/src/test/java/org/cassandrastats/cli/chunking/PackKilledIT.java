/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.chunking;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import org.cassandrastats.cli.command.CommandLineRun;
import org.cassandrastats.cli.command.KilledRun;
import org.cassandrastats.cli.command.NativeNode;
import org.cassandrastats.cli.command.NativeNodeExtension;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * That runs which are killed, or run beside each other, end with the table of an undisturbed one.
 */
@ExtendWith(NativeNodeExtension.class)
final class PackKilledIT {
  private static final long HOUR = 3_600_000;
  private static final int PARTITIONS = 20;
  private static final int HOURS = 40;
  private static final int ROWS_OF_AN_HOUR = 3;
  private static final int BUCKETS = PARTITIONS * HOURS;
  private static final int ROWS = BUCKETS * ROWS_OF_AN_HOUR;

  private static NativeNode node;
  private static List<String> undisturbed;
  private static List<String> rows;

  @TempDir private Path directory;

  @BeforeAll
  static void packUndisturbed(NativeNode shared, @TempDir Path directory) {
    node = shared;
    rows = load("source");
    CommandLineRun whole =
        node.run(directory, "pack", PackTable.packInto("source", "source_packed"));
    assertThat(whole.exitCode()).as("%s", whole).isZero();
    assertThat(whole.out()).startsWith("800 buckets of 2,400 rows packed");
    undisturbed = PackTable.bytes(node, "SELECT * FROM shop.source_packed");
    assertThat(undisturbed).hasSize(BUCKETS);
  }

  @Test
  void should_pack_the_same_table_however_often_it_is_killed() throws Exception {
    String[] arguments = PackTable.packInto("source", "killed", "--in-flight", "2");

    for (int kill : new int[] {1, 250}) {
      killWhen(() -> node.count("killed") >= kill, "pack", arguments);
      assertThat(node.count("killed")).isLessThan(BUCKETS);
    }
    CommandLineRun last = node.run(directory, "pack", arguments);

    assertThat(last.exitCode()).as("%s", last).isZero();
    assertThat(PackTable.bytes(node, "SELECT * FROM shop.killed")).isEqualTo(undisturbed);
    assertThat(node.run(directory, "pack", arguments).out()).startsWith("0 buckets");
  }

  @Test
  void should_lose_no_row_when_it_is_killed_while_it_deletes_them() throws Exception {
    load("deleting");
    String[] arguments = PackTable.pack("deleting", "--delete-rows", "--in-flight", "2");

    for (int left : new int[] {ROWS - 10, ROWS / 2}) {
      killWhen(() -> node.count("deleting") <= left, "pack", arguments);
      assertThat(node.count("deleting")).isPositive();
    }
    CommandLineRun last = node.run(directory, "pack", arguments);

    assertThat(last.exitCode()).as("%s", last).isZero();
    assertThat(PackTable.bytes(node, "SELECT * FROM shop.deleting_packed")).isEqualTo(undisturbed);
    assertThat(node.count("deleting")).isZero();
  }

  @Test
  @Tag("extended")
  void should_unpack_the_same_rows_when_it_is_killed() throws Exception {
    String[] arguments = PackTable.unpack("source", "unpacked");

    for (int kill : new int[] {1, ROWS / 2}) {
      killWhen(() -> node.count("unpacked") >= kill, "unpack", arguments);
      assertThat(node.count("unpacked")).isLessThan(ROWS);
    }
    CommandLineRun last = node.run(directory, "unpack", arguments);

    assertThat(last.exitCode()).as("%s", last).isZero();
    assertThat(PackTable.bytes(node, "SELECT * FROM shop.unpacked")).isEqualTo(rows);
  }

  @Test
  void should_pack_the_same_table_by_two_runs_at_once() throws Exception {
    load("shared");
    String[] arguments = PackTable.pack("shared", "--delete-rows");

    Path beside = Files.createDirectory(directory.resolve("beside"));
    CompletableFuture<CommandLineRun> other =
        CompletableFuture.supplyAsync(() -> node.run(beside, "pack", arguments));
    CommandLineRun one = node.run(directory, "pack", arguments);

    assertThat(one.exitCode()).as("%s", one).isZero();
    assertThat(other.join().exitCode()).as("%s", other.join()).isZero();
    assertThat(PackTable.bytes(node, "SELECT k, bucket, part, v FROM shop.shared_packed"))
        .isEqualTo(PackTable.bytes(node, "SELECT k, bucket, part, v FROM shop.source_packed"));
    assertThat(node.count("shared")).isZero();
  }

  private static List<String> load(String table) {
    node.execute(
        "CREATE TABLE shop.%s (k int, at timestamp, v double, PRIMARY KEY (k, at))"
            .formatted(table));
    List<Object[]> rows = new ArrayList<>();
    for (int k = 0; k < PARTITIONS; k++) {
      for (int row = 0; row < HOURS * ROWS_OF_AN_HOUR; row++) {
        rows.add(
            new Object[] {
              k, Instant.ofEpochMilli(row * HOUR / ROWS_OF_AN_HOUR), k * row % 1000 / 8.0
            });
      }
    }
    node.load("INSERT INTO shop." + table + " (k, at, v) VALUES (?, ?, ?)", rows);
    return PackTable.bytes(node, "SELECT * FROM shop." + table);
  }

  private void killWhen(BooleanSupplier condition, String command, String... arguments)
      throws Exception {
    KilledRun.start(
        directory, condition, node.line(directory, command, "cassandra", "cassandra", arguments));
  }
}
