/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.rollup;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.cql.Row;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.cassandrastats.cli.command.CommandLineRun;
import org.cassandrastats.cli.command.NativeNode;
import org.cassandrastats.cli.command.NativeNodeExtension;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Runs one after the other: new rows, late ones, and tables that are dropped. */
@ExtendWith(NativeNodeExtension.class)
final class RollupRunsIT {
  private static final long HOUR = 3_600_000;

  private static NativeNode node;

  @TempDir private Path directory;

  @BeforeAll
  static void startNode(NativeNode shared) {
    node = shared;
  }

  @Test
  void should_go_on_where_the_last_run_was() {
    node.execute("CREATE TABLE shop.growing (k int, at timestamp, v int, PRIMARY KEY (k, at))");
    insert("shop.growing", 0, 1, 2, 3, 4, 5, 6, 7);

    CommandLineRun dry = run("growing", "--until", "1970-01-01T05:30:00Z", "--dry-run");
    CommandLineRun first = run("growing", "--until", "1970-01-01T05:30:00Z");
    List<String> before = written("shop.growing_hourly");
    insertLate("shop.growing", 2);
    CommandLineRun dryNext = run("growing", "--until", "1970-01-01T08:00:00Z", "--dry-run");
    CommandLineRun second = run("growing", "--until", "1970-01-01T08:00:00Z");
    List<String> after = written("shop.growing_hourly");

    assertThat(dry.exitCode()).as("%s", dry).isZero();
    assertThat(dry.out())
        .contains("CREATE TABLE IF NOT EXISTS shop.growing_hourly (", "moments_v blob")
        .contains("-- 5 buckets would be written to shop.growing_hourly")
        .contains("complete until 1970-01-01T05:00:00Z");
    assertThat(first.out())
        .startsWith("5 buckets of 5 rows written")
        .contains("Complete until 1970-01-01T05:00:00Z.");
    assertThat(before).hasSize(5);
    assertThat(dryNext.out())
        .doesNotContain("CREATE TABLE")
        .contains(
            "SELECT count(*), stats.moments(v) FROM shop.growing WHERE k = ? AND at >= ? AND at < ?;")
        .contains(
            "INSERT INTO shop.growing_hourly (k, bucket, rows, moments_v) VALUES (?, ?, ?, ?) USING TIMESTAMP ?;")
        .contains("-- 3 buckets would be written");
    assertThat(second.out()).startsWith("3 buckets of 3 rows written");
    // The late row is in none of them.
    assertThat(after).hasSize(8).containsAll(before);

    CommandLineRun again =
        run("growing", "--recompute", "1970-01-01T02:30:00Z", "1970-01-01T02:40:00Z");

    assertThat(again.exitCode()).as("%s", again).isZero();
    assertThat(again.out()).startsWith("1 bucket of 2 rows written");
    List<String> recomputed = written("shop.growing_hourly");
    assertThat(recomputed).hasSize(8).filteredOn(row -> !after.contains(row)).hasSize(1);
    Row row =
        node.rows(
                "SELECT rows, stats.moments_count(moments_v) FROM shop.growing_hourly WHERE k = 1 AND bucket = ?",
                Instant.ofEpochMilli(2 * HOUR))
            .get(0);
    assertThat(row.getLong(0)).isEqualTo(2);
    assertThat(row.getLong(1)).isEqualTo(2);
  }

  @Test
  void should_say_which_rollups_are_stale_when_theirs_is_recomputed() {
    node.execute("CREATE TABLE shop.base (k int, at timestamp, v int, PRIMARY KEY (k, at))");
    insert("shop.base", 0, 1, 30);
    run("base");
    rollUp("base_hourly", "base_daily", "1d");
    rollUp("base_daily", "base_weekly", "7d");
    insertLate("shop.base", 1);

    CommandLineRun hours =
        run("base", "--recompute", "1970-01-01T01:30:00Z", "1970-01-01T01:40:00Z");
    CommandLineRun days =
        rollUp(
            "base_hourly",
            "base_daily",
            "1d",
            "--recompute",
            "1970-01-01T01:00:00Z",
            "1970-01-01T02:00:00Z");
    CommandLineRun weeks =
        rollUp("base_daily", "base_weekly", "7d", "--recompute", "1970-01-01", "1970-01-02");

    assertThat(hours.out().lines())
        .hasSize(2)
        .last()
        .asString()
        .startsWith("The rollup shop.base_daily was made from shop.base_hourly and is stale")
        .contains("--recompute 1970-01-01T01:00:00Z 1970-01-01T02:00:00Z");
    assertThat(days.out())
        .startsWith("1 bucket of 3 rows")
        .contains("shop.base_weekly was made from shop.base_daily and is stale")
        .contains("--recompute 1970-01-01T00:00:00Z 1970-01-02T00:00:00Z");
    assertThat(weeks.out()).startsWith("1 bucket of 4 rows").doesNotContain("stale");
  }

  private CommandLineRun rollUp(String from, String into, String bucket, String... more) {
    String[] always = {
      "--from",
      "shop." + from,
      "--time",
      "bucket",
      "--bucket",
      bucket,
      "--state",
      "moments_merge(moments_v) AS moments_v",
      "--into",
      "shop." + into
    };
    CommandLineRun run =
        node.run(
            directory,
            "rollup",
            Stream.concat(Arrays.stream(always), Arrays.stream(more)).toArray(String[]::new));
    assertThat(run.exitCode()).as("%s", run).isZero();
    return run;
  }

  @Test
  void should_compute_buckets_again_that_late_rows_are_in() {
    node.execute("CREATE TABLE shop.tardy (k int, at timestamp, v int, PRIMARY KEY (k, at))");
    insert("shop.tardy", 0, 1, 2, 3, 4, 5, 6, 7);

    run("tardy", "--until", "1970-01-01T06:00:00Z");
    rollUp("tardy_hourly", "tardy_daily", "1d");
    insertLate("shop.tardy", 1);
    insertLate("shop.tardy", 4);
    CommandLineRun dry =
        run("tardy", "--until", "1970-01-01T07:00:00Z", "--late", "150m", "--dry-run");
    CommandLineRun second = run("tardy", "--until", "1970-01-01T07:00:00Z", "--late", "150m");
    List<String> after = written("shop.tardy_hourly");
    List<Long> rowsOfSecond = rows("shop.tardy_hourly");
    CommandLineRun third = run("tardy", "--until", "1970-01-01T07:00:00Z", "--late", "1d");
    CommandLineRun fourth = run("tardy", "--until", "1970-01-01T07:00:00Z", "--late", "1d");

    assertThat(dry.out())
        .contains(
            "SELECT rows, moments_v, writetime(rows) FROM shop.tardy_hourly WHERE k = ? AND bucket = ?;")
        .contains("-- 4 buckets would be computed, and written where they differ, to shop.tardy");
    // The hours from 3 to 5 again, and the new one.
    assertThat(second.out())
        .startsWith(
            "2 buckets of 3 rows written to shop.tardy_hourly; 2 others were compared and are the same.")
        .contains("The rollup shop.tardy_daily was made from shop.tardy_hourly and is stale now")
        .contains("run it with --late 150m, too.");
    assertThat(rowsOfSecond).containsExactly(1L, 1L, 1L, 1L, 2L, 1L, 1L);
    assertThat(third.out()).startsWith("1 bucket of 2 rows").contains("; 6 others were compared");
    assertThat(rows("shop.tardy_hourly")).containsExactly(1L, 2L, 1L, 1L, 2L, 1L, 1L);
    assertThat(fourth.out()).startsWith("0 buckets of 0 rows").doesNotContain("stale");
    assertThat(written("shop.tardy_hourly")).hasSize(7).containsAll(after.subList(2, 7));
  }

  @Test
  void should_leave_buckets_whose_rows_may_have_expired() {
    for (int seconds : new int[] {0, 86_400}) {
      String table = "mortal" + seconds;
      node.execute(
          "CREATE TABLE shop.%s (k int, at timestamp, v int, PRIMARY KEY (k, at)) WITH default_time_to_live = %d"
              .formatted(table, seconds));
      long now = Instant.now().truncatedTo(ChronoUnit.HOURS).toEpochMilli() / HOUR;
      int recent = (int) now - 5;
      int old = (int) now - 40;
      insert("shop." + table, recent, old);
      insertLate("shop." + table, recent);
      insertLate("shop." + table, old);
      run(table);

      // As if their time had come.
      for (int hour : new int[] {recent, old}) {
        node.execute("DELETE FROM shop.%s WHERE k = 1 AND at = %d".formatted(table, hour * HOUR));
      }
      run(table, "--late", "3d");

      assertThat(rows("shop." + table + "_hourly")).containsExactly(seconds == 0 ? 1L : 2L, 1L);
    }
  }

  private static List<Long> rows(String table) {
    return node.rows("SELECT rows FROM " + table + " WHERE k = 1").stream()
        .map(row -> row.getLong(0))
        .toList();
  }

  @Test
  void should_end_where_its_source_is_packed_until() {
    node.execute("CREATE TABLE shop.dots (k int, at timestamp, v double, PRIMARY KEY (k, at))");
    node.execute("INSERT INTO shop.dots (k, at, v) VALUES (1, 3600000, 1)");
    String[] always = {"--from", "shop.dots", "--time", "at", "--bucket", "1h", "--column", "v"};
    String[] more = {"--into", "shop.dots_packed", "--until", "1970-01-01T05:00:00Z"};
    CommandLineRun pack =
        node.run(
            directory, "pack", Stream.of(always, more).flatMap(Stream::of).toArray(String[]::new));

    CommandLineRun run =
        node.run(
            directory,
            "rollup",
            "--from",
            "shop.dots_packed",
            "--time",
            "bucket",
            "--bucket",
            "2h",
            "--state",
            "chunk_merge(v)",
            "--into",
            "shop.dots_rolled");

    assertThat(pack.exitCode()).as("%s", pack).isZero();
    assertThat(run.out()).contains("Complete until 1970-01-01T04:00:00Z.");
  }

  @Test
  void should_begin_where_it_is_told_to() {
    node.execute("CREATE TABLE shop.old (k int, at timestamp, v int, PRIMARY KEY (k, at))");
    insert("shop.old", -5, -2, 3, 4);

    CommandLineRun first = run("old", "--since", "1969-12-31T22:30:00Z");
    CommandLineRun other = run("old", "--since", "1969-12-31T21:00:00Z");
    CommandLineRun same = run("old", "--since", "1969-12-31T22:00:00Z");

    assertThat(first.out()).startsWith("3 buckets of 3 rows");
    assertThat(other.exitCode()).isEqualTo(1);
    assertThat(other.error()).contains("since 1969-12-31T22:00:00Z, not 1969-12-31T21:00:00Z");
    assertThat(same.out()).startsWith("0 buckets");
  }

  @Test
  void should_begin_anew_when_the_table_is_dropped() {
    node.execute("CREATE TABLE shop.anew (k int, at timestamp, v int, PRIMARY KEY (k, at))");
    insert("shop.anew", 1, 2);

    run("anew");
    node.execute("DROP TABLE shop.anew_hourly");
    CommandLineRun anew = run("anew");

    assertThat(anew.out()).startsWith("2 buckets of 2 rows");
    assertThat(written("shop.anew_hourly")).hasSize(2);
  }

  private static List<String> written(String table) {
    return node.rows("SELECT k, bucket, rows, writetime(rows) FROM " + table).stream()
        .map(Row::getFormattedContents)
        .toList();
  }

  private static void insert(String table, int... hours) {
    node.load(
        "INSERT INTO " + table + " (k, at, v) VALUES (1, ?, ?)",
        Arrays.stream(hours)
            .mapToObj(hour -> new Object[] {Instant.ofEpochMilli(hour * HOUR), hour})
            .toList());
  }

  private static void insertLate(String table, int hour) {
    node.load(
        "INSERT INTO " + table + " (k, at, v) VALUES (1, ?, ?)",
        List.<Object[]>of(new Object[] {Instant.ofEpochMilli(hour * HOUR + 60_000), hour}));
  }

  private CommandLineRun run(String table, String... more) {
    return node.run(
        directory, "rollup", RollupLine.of(table, table + "_hourly", "moments(v)", more));
  }
}
