/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.rollup;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.cassandrastats.cli.command.CommandLineRun;
import org.cassandrastats.cli.command.NativeNode;
import org.cassandrastats.cli.command.NativeNodeExtension;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Buckets whose rows were deleted leave a rollup when they are named to be computed again. */
@ExtendWith(NativeNodeExtension.class)
final class RollupRemovedIT {
  private static final String DAY = "2026-03-01T00:00:00Z";
  private static final String NEXT = "2026-03-02T00:00:00Z";

  private static NativeNode node;

  @TempDir private Path directory;

  @BeforeAll
  static void startNode(NativeNode shared) {
    node = shared;
  }

  @Test
  void should_remove_buckets_whose_rows_were_deleted() {
    load("emptied", "");
    run("emptied");
    node.execute("DELETE FROM shop.emptied WHERE k = 1 AND m = 'a' AND at < '2026-03-01T02:00Z'");
    // All of a series, and a bucket behind the named ones.
    node.execute("DELETE FROM shop.emptied WHERE k = 1 AND m = 'b'");
    node.execute("DELETE FROM shop.emptied WHERE k = 2 AND m = 'a' AND at >= '" + NEXT + "'");

    CommandLineRun dry = run("emptied", "--recompute", DAY, NEXT, "--dry-run");
    List<String> untouched = buckets("emptied");
    CommandLineRun again = run("emptied", "--recompute", DAY, NEXT);
    List<String> after = buckets("emptied");
    CommandLineRun third = run("emptied", "--recompute", DAY, NEXT);

    assertThat(dry.out()).contains("-- 5 buckets would be removed, whose rows are gone");
    assertThat(untouched).hasSize(16);
    assertThat(again.exitCode()).as("%s", again).isZero();
    assertThat(again.out()).contains("5 buckets were removed, whose rows are gone.");
    assertThat(after)
        .hasSize(11)
        .contains("1 a 2026-03-01T02:00:00Z", "1 b 2026-03-02T00:00:00Z", "2 a " + NEXT)
        .doesNotContain("1 a 2026-03-01T01:00:00Z", "1 b 2026-03-01T02:00:00Z");
    assertThat(third.out()).doesNotContain("gone");
    assertThat(buckets("emptied")).isEqualTo(after);
  }

  @ParameterizedTest
  @ValueSource(ints = {3600, 2_000_000_000 / 10})
  void should_keep_buckets_whose_rows_may_have_expired(int seconds) {
    load("mortals" + seconds, " WITH default_time_to_live = " + seconds);
    run("mortals" + seconds);
    int before = buckets("mortals" + seconds).size();
    node.execute("DELETE FROM shop.mortals" + seconds + " WHERE k = 1");

    run("mortals" + seconds, "--recompute", DAY, NEXT);

    // Rows of an hour's life are long gone by now, those of six years would be there.
    assertThat(buckets("mortals" + seconds)).hasSize(seconds == 3600 ? before : before - 6);
  }

  @Test
  void should_leave_a_bucket_that_a_later_run_has_written() {
    load("overtaken", "");
    run("overtaken");
    Instant ahead = Instant.now().plus(1, ChronoUnit.HOURS);
    node.execute(
        "INSERT INTO shop.overtaken_hourly (k, m, bucket, rows) VALUES (1, 'a', '%s', 7) USING TIMESTAMP %d"
            .formatted(DAY, ahead.toEpochMilli() * 1000));
    node.execute("DELETE FROM shop.overtaken WHERE k = 1");

    CommandLineRun again = run("overtaken", "--recompute", DAY, NEXT);

    assertThat(again.out()).contains("5 buckets were removed");
    assertThat(again.exitCode()).isEqualTo(1);
    assertThat(buckets("overtaken")).contains("1 a " + DAY);
  }

  /** Three hours of a day, and one of the next one, of two series in two partitions. */
  private static void load(String table, String options) {
    node.execute(
        "CREATE TABLE shop.%s (k int, m text, at timestamp, v int, PRIMARY KEY (k, m, at))%s"
            .formatted(table, options));
    for (int k = 1; k <= 2; k++) {
      for (String metric : List.of("a", "b")) {
        for (int hour : new int[] {0, 1, 2, 24}) {
          node.execute(
              "INSERT INTO shop.%s (k, m, at, v) VALUES (%d, '%s', '%s', 1)"
                  .formatted(table, k, metric, Instant.parse(DAY).plus(hour, ChronoUnit.HOURS)));
        }
      }
    }
  }

  private CommandLineRun run(String table, String... more) {
    return node.run(
        directory, "rollup", RollupLine.of(table, table + "_hourly", "moments(v)", more));
  }

  private static List<String> buckets(String table) {
    return node.rows("SELECT k, m, bucket FROM shop." + table + "_hourly").stream()
        .map(row -> row.getInt(0) + " " + row.getString(1) + " " + row.getInstant(2))
        .toList();
  }
}
