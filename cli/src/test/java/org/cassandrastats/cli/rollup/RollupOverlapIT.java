/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.rollup;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import org.cassandrastats.cli.command.CommandLineRun;
import org.cassandrastats.cli.command.NativeNode;
import org.cassandrastats.cli.command.NativeNodeExtension;
import org.cassandrastats.cli.command.WatchedSession;
import org.cassandrastats.localcluster.node.ManagementConnection;
import org.cassandrastats.rollup.Rollup;
import org.cassandrastats.rollup.Rollups;
import org.cassandrastats.rollup.RunListener;
import org.cassandrastats.rollup.RunRange;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Runs that overlap: one has read a bucket, and writes it after others have. */
@ExtendWith(NativeNodeExtension.class)
final class RollupOverlapIT {
  private static final long HOUR = 3_600_000;
  private static final int HOURS = 3;
  private static final String FIRST = "1970-01-01T00:00:00Z";
  private static final String LAST = "1970-01-01T03:00:00Z";

  private static NativeNode node;

  @TempDir private Path directory;

  @BeforeAll
  static void startNode(NativeNode shared) {
    node = shared;
  }

  @Test
  void should_keep_what_a_later_run_has_read_when_an_earlier_one_goes_on() throws Exception {
    fill("first");
    WatchedSession paused =
        WatchedSession.pausing(node.session(), cql -> writes(cql, "first_hourly"));
    CompletableFuture<List<String>> early = start(paused, "first", Duration.ZERO, false);
    paused.awaitPause();
    insertLate("first");
    run("first", "--recompute", FIRST, LAST);

    paused.goOn();
    early.get(1, TimeUnit.MINUTES);

    assertThat(rows("first_hourly")).containsExactly(2L, 2L, 2L);
  }

  @Test
  void should_keep_what_a_later_run_has_found_to_be_right_already() throws Exception {
    fill("late");
    // The first one reads after the second one has, and finds more; the third one finds the same.
    WatchedSession reading =
        WatchedSession.pausing(node.session(), cql -> cql.contains("moments(v) FROM shop.late "));
    CompletableFuture<List<String>> first = start(reading, "late", Duration.ZERO, false);
    reading.awaitPause();
    WatchedSession writing =
        WatchedSession.pausing(node.session(), cql -> writes(cql, "late_hourly"));
    CompletableFuture<List<String>> second = start(writing, "late", Duration.ofDays(1), false);
    writing.awaitPause();
    insertLate("late");
    reading.goOn();
    first.get(1, TimeUnit.MINUTES);
    CommandLineRun third = run("late", "--late", "1d", "--until", LAST);

    writing.goOn();
    second.get(1, TimeUnit.MINUTES);

    assertThat(third.out()).contains("3 others were compared and are the same");
    assertThat(rows("late_hourly")).containsExactly(2L, 2L, 2L);
  }

  @Test
  void should_say_which_buckets_a_later_run_has_written() throws Exception {
    fill("told");
    run("told", "--until", LAST);
    insertLate("told");
    WatchedSession paused =
        WatchedSession.pausing(
            node.session(), cql -> cql.contains("SELECT rows") && cql.contains("told_hourly"));
    CompletableFuture<List<String>> early = start(paused, "told", Duration.ZERO, true);
    paused.awaitPause();
    insert("told", HOUR / 4);
    run("told", "--recompute", FIRST, LAST);

    paused.goOn();

    assertThat(early.get(1, TimeUnit.MINUTES))
        .contains("1 bucket was left, which a run has written that began later.");
    assertThat(rows("told_hourly")).containsExactly(3L, 3L, 3L);
  }

  @Test
  void should_fail_where_a_bucket_was_written_by_a_clock_that_is_ahead() {
    fill("future");
    run("future", "--until", LAST);
    long later = Instant.now().plus(Duration.ofHours(1)).toEpochMilli() * 1000;
    node.execute(
        "UPDATE shop.future_hourly USING TIMESTAMP %d SET rows = 7 WHERE k = 1 AND bucket = 0"
            .formatted(later));
    insertLate("future");

    CommandLineRun again = command("future", "--recompute", FIRST, LAST);
    CommandLineRun late = command("future", "--late", "1d", "--until", LAST);
    CommandLineRun next = command("future", "--until", LAST);

    assertThat(again.exitCode()).isEqualTo(1);
    assertThat(again.out()).startsWith("2 buckets of 4 rows written");
    assertThat(again.error())
        .startsWith("Error: 1 bucket was left, whose write time is later than that of any run")
        .hasLineCount(1);
    assertThat(late.exitCode()).isEqualTo(1);
    assertThat(late.out()).contains("2 others were compared and are the same");
    assertThat(next.exitCode()).isZero();
    assertThat(rows("future_hourly")).containsExactly(7L, 2L, 2L);
  }

  @Test
  void should_replace_what_a_run_has_written_whose_node_was_ahead() {
    fill("ahead");
    run("ahead", "--until", LAST);
    Instant ahead = Instant.now().plus(Duration.ofHours(1));
    node.rows("SELECT rollup, id FROM shop.cassandra_stats_rollups").stream()
        .filter(row -> row.getString(0).equals("ahead_hourly") && row.getUuid(1).version() == 3)
        .forEach(
            row ->
                node.rows(
                    "UPDATE shop.cassandra_stats_rollups SET complete_until = ? WHERE rollup = ? AND id = ? AND slice = 0 IF EXISTS",
                    ahead,
                    row.getString(0),
                    row.getUuid(1)));
    insertLate("ahead");
    run("ahead", "--recompute", FIRST, LAST);
    assertThat(node.rows("SELECT writetime(rows) FROM shop.ahead_hourly").get(0).getLong(0))
        .isGreaterThan(ahead.toEpochMilli() * 1000);
    insert("ahead", HOUR / 4);

    run("ahead", "--recompute", FIRST, LAST);

    assertThat(rows("ahead_hourly")).containsExactly(3L, 3L, 3L);
  }

  @Test
  void should_remember_the_latest_time_that_any_run_has_reached() throws Exception {
    fill("mark");
    WatchedSession paused =
        WatchedSession.pausing(
            node.session(), cql -> cql.contains("cassandra_stats_rollups SET") || isMark(cql));
    run("mark", "--until", "1970-01-01T01:00:00Z");
    CompletableFuture<List<String>> early =
        start(paused, "mark", Duration.ZERO, RunRange.until(Instant.parse("1970-01-01T02:00:00Z")));
    // It has read what is done, and written its buckets.
    paused.awaitPause();
    run("mark", "--until", LAST);

    paused.goOn();
    early.get(1, TimeUnit.MINUTES);

    assertThat(run("mark", "--until", LAST).out())
        .startsWith("0 buckets")
        .contains("Complete until " + LAST);
  }

  /** A run that finds no rows takes as many as any other: for its turn, and for each slice. */
  @Test
  void should_take_as_many_transactions_as_the_guide_says() throws Exception {
    fill("counted");
    run("counted", "--until", LAST);
    try (JMXConnector management = ManagementConnection.open(node.node())) {
      MBeanServerConnection beans = management.getMBeanServerConnection();
      long before = transactions(beans);

      run("counted", "--until", "1970-01-01T04:00:00Z");
      long withoutRows = transactions(beans) - before;
      run("counted", "--until", "1970-01-01T04:00:00Z");
      long withoutTime = transactions(beans) - before - withoutRows;

      assertThat(withoutRows).isEqualTo(66);
      assertThat(withoutTime).isEqualTo(2);
    }
  }

  private static long transactions(MBeanServerConnection beans) throws Exception {
    ObjectName writes =
        new ObjectName(
            "org.apache.cassandra.metrics:type=ClientRequest,scope=CASWrite,name=Latency");
    return (Long) beans.getAttribute(writes, "Count");
  }

  private static boolean isMark(String cql) {
    return cql.startsWith("INSERT INTO shop.cassandra_stats_rollups");
  }

  private static boolean writes(String cql, String table) {
    return cql.startsWith("INSERT INTO shop." + table);
  }

  private static void fill(String table) {
    node.execute(
        "CREATE TABLE shop.%s (k int, at timestamp, v int, PRIMARY KEY (k, at))".formatted(table));
    insert(table, 0);
  }

  private static void insertLate(String table) {
    insert(table, HOUR / 2);
  }

  private static void insert(String table, long offset) {
    List<Object[]> rows = new ArrayList<>();
    for (int hour = 0; hour < HOURS; hour++) {
      rows.add(new Object[] {Instant.ofEpochMilli(hour * HOUR + offset), hour});
    }
    node.load("INSERT INTO shop." + table + " (k, at, v) VALUES (1, ?, ?)", rows);
  }

  private static List<Long> rows(String table) {
    return node.rows("SELECT rows FROM shop." + table + " WHERE k = 1").stream()
        .map(row -> row.getLong(0))
        .toList();
  }

  private CommandLineRun command(String table, String... more) {
    return node.run(
        directory, "rollup", RollupLine.of(table, table + "_hourly", "moments(v)", more));
  }

  private CommandLineRun run(String table, String... more) {
    CommandLineRun run = command(table, more);
    assertThat(run.exitCode()).as("%s", run).isZero();
    return run;
  }

  private static CompletableFuture<List<String>> start(
      WatchedSession session, String table, Duration late, boolean again) {
    return start(
        session,
        table,
        late,
        again
            ? RunRange.again(Instant.parse(FIRST), Instant.parse(LAST))
            : RunRange.until(Instant.parse(LAST)));
  }

  private static CompletableFuture<List<String>> start(
      WatchedSession session, String table, Duration late, RunRange range) {
    Rollup rollup =
        Rollup.builder()
            .from("shop." + table)
            .time("at")
            .bucket("1h")
            .state("moments(v)")
            .into("shop." + table + "_hourly")
            .lag(Duration.ZERO)
            .late(late)
            .build();
    Rollups rollups = Rollups.of(session.session()).withInFlight(1);
    return CompletableFuture.supplyAsync(
        () -> rollups.run(rollup, range, RunListener.NONE).lines());
  }
}
