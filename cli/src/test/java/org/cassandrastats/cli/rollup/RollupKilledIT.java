/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.rollup;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.cql.Row;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.cassandrastats.cli.command.CommandLineRun;
import org.cassandrastats.cli.command.KilledRun;
import org.cassandrastats.cli.command.NativeNode;
import org.cassandrastats.cli.command.NativeNodeExtension;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** That runs which are killed end with the table of an undisturbed one. */
@ExtendWith(NativeNodeExtension.class)
final class RollupKilledIT {
  private static final long HOUR = 3_600_000;
  private static final int PARTITIONS = 40;
  private static final int HOURS = 50;
  private static final int ROWS_OF_AN_HOUR = 2;
  private static final int BUCKETS = PARTITIONS * HOURS;

  private static NativeNode node;

  @TempDir private Path directory;

  @BeforeAll
  static void startNode(NativeNode shared) {
    node = shared;
  }

  @Test
  void should_end_with_the_same_table_however_often_it_is_killed() throws Exception {
    node.execute("CREATE TABLE shop.many (k int, at timestamp, v int, PRIMARY KEY (k, at))");
    List<Object[]> rows = new ArrayList<>();
    for (int k = 0; k < PARTITIONS; k++) {
      for (int row = 0; row < HOURS * ROWS_OF_AN_HOUR; row++) {
        rows.add(
            new Object[] {k, Instant.ofEpochMilli(row * HOUR / ROWS_OF_AN_HOUR), k * row % 1000});
      }
    }
    node.load("INSERT INTO shop.many (k, at, v) VALUES (?, ?, ?)", rows);
    String[] undisturbed = RollupLine.of("many", "many_whole", "moments(v), tdigest(v)");
    String[] killed =
        RollupLine.of("many", "many_killed", "moments(v), tdigest(v)", "--in-flight", "2");

    CommandLineRun whole = node.run(directory, "rollup", undisturbed);
    assertThat(whole.out()).startsWith("2,000 buckets of 4,000 rows");
    for (int kill : new int[] {50, 700}) {
      KilledRun.start(
          directory,
          () -> node.count("many_killed") >= kill,
          node.line(directory, "rollup", "cassandra", "cassandra", killed));
      assertThat(node.count("many_killed")).isLessThan(BUCKETS);
    }
    CommandLineRun last = node.run(directory, "rollup", killed);

    assertThat(last.exitCode()).as("%s", last).isZero();
    // Finished slices are not done again.
    assertThat(Long.parseLong(last.out().split(" ", 2)[0].replace(",", "")))
        .isBetween(1L, BUCKETS - 1L);
    assertThat(contents("shop.many_killed"))
        .isEqualTo(contents("shop.many_whole"))
        .hasSize(BUCKETS);
    assertThat(node.run(directory, "rollup", killed).out()).startsWith("0 buckets");
  }

  private static List<String> contents(String table) {
    return node.rows("SELECT * FROM " + table).stream().map(Row::getFormattedContents).toList();
  }
}
