/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.rollup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.CqlSession;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.cassandrastats.cli.command.CommandLineRun;
import org.cassandrastats.cli.command.NativeNode;
import org.cassandrastats.cli.command.NativeNodeExtension;
import org.cassandrastats.client.api.StatsException;
import org.cassandrastats.client.api.StatsOptions;
import org.cassandrastats.client.api.StatsOptions.Lane;
import org.cassandrastats.client.api.StatsQuery;
import org.cassandrastats.rollup.Follower;
import org.cassandrastats.rollup.Pack;
import org.cassandrastats.rollup.Packs;
import org.cassandrastats.rollup.Rollup;
import org.cassandrastats.rollup.RollupQuery;
import org.cassandrastats.rollup.Rollups;
import org.cassandrastats.rollup.RunListener;
import org.cassandrastats.rollup.RunRange;
import org.cassandrastats.rollup.RunReport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Rollups and packs without the command line. */
@ExtendWith(NativeNodeExtension.class)
final class RollupJavaIT {
  private static final Instant FIRST = Instant.parse("2026-01-01T00:00:00Z");
  private static final Instant LAST = Instant.parse("2026-01-01T03:00:00Z");

  @Test
  void should_write_what_the_command_writes(NativeNode node, @TempDir Path directory) {
    fill(node, "plain");
    List<String> heard = new ArrayList<>();
    RunListener listener =
        new RunListener() {
          @Override
          public void began(Lane lane) {
            heard.add("began " + lane);
          }

          @Override
          public synchronized void written(Instant start, long rows, boolean isChanged) {
            heard.add(start + " " + rows);
          }
        };
    Rollups rollups = Rollups.of(node.session()).withInFlight(1);
    Rollup rollup = hourly("plain", "plain_java").build();

    RunReport dry = rollups.dryRun(rollup, RunRange.until(LAST), RunListener.NONE);
    assertThat(dry.buckets()).isEqualTo(3);
    assertThat(rollups.completeUntil("shop.plain_java")).isEmpty();
    RunReport report = rollups.run(rollup, RunRange.until(LAST), listener);

    assertThat(report.buckets()).isEqualTo(3);
    assertThat(report.rows()).isEqualTo(6);
    assertThat(report.left()).isEmpty();
    assertThat(report.lines())
        .containsExactly(
            "3 buckets of 6 rows written to shop.plain_java.", "Complete until " + LAST + ".");
    assertThat(heard)
        .containsExactly(
            "began SERVER",
            FIRST + " 2",
            FIRST.plusSeconds(3600) + " 2",
            FIRST.plusSeconds(7200) + " 2");
    assertThat(rollups.completeUntil("shop.plain_java")).contains(LAST);
    CommandLineRun command =
        node.run(
            directory,
            "rollup",
            RollupLine.of("plain", "plain_command", "moments(v)", "--until", LAST.toString()));
    assertThat(command.exitCode()).as("%s", command).isZero();
    assertThat(contents(node, "plain_java")).isEqualTo(contents(node, "plain_command"));
  }

  @Test
  void should_write_named_buckets_again(NativeNode node) {
    fill(node, "again");
    Rollups rollups = Rollups.of(node.session());
    Rollup rollup = hourly("again", "again_java").build();
    rollups.run(rollup, RunRange.complete(), RunListener.NONE);
    node.execute("INSERT INTO shop.again (k, at, v) VALUES (1, '2026-01-01T01:45:00Z', 7)");

    RunReport report =
        rollups.run(
            rollup,
            RunRange.again(FIRST.plusSeconds(3600), FIRST.plusSeconds(3601)),
            RunListener.NONE);

    assertThat(report.lines()).containsExactly("1 bucket of 3 rows written to shop.again_java.");
  }

  @Test
  void should_answer_by_states(NativeNode node) {
    fill(node, "asked");
    Rollups rollups = Rollups.of(node.session());
    rollups.run(hourly("asked", "asked_java").build(), RunRange.complete(), RunListener.NONE);
    StatsQuery query =
        StatsQuery.of(
            "SELECT stats.moments_count(stats.moments(v)) AS n FROM shop.asked WHERE k = 1 AND at >= ? AND at < ?",
            FIRST,
            LAST);

    RollupQuery states = rollups.query(query, StatsOptions.standard());
    RollupQuery rows =
        rollups.query(
            StatsQuery.of(
                "SELECT stats.tdigest_count(stats.tdigest(v)) AS n FROM shop.asked WHERE k = 1"),
            StatsOptions.standard());

    assertThat(states.description()).endsWith("by the states of shop.asked_java.");
    assertThat(states.run(progress -> {}).row().getLong("n")).isEqualTo(6);
    assertThat(rows.description()).startsWith("Answered by rows only, because ");
    assertThat(rows.run(progress -> {}).row().getLong("n")).isEqualTo(6);
  }

  @Test
  void should_follow_until_it_is_closed(NativeNode node) throws Exception {
    fill(node, "followed");
    CountDownLatch ended = new CountDownLatch(2);
    RunListener listener =
        new RunListener() {
          @Override
          public void ended(RunReport report) {
            ended.countDown();
          }
        };
    CompletableFuture<Void> runs;
    try (Follower follower =
        Rollups.of(node.session())
            .follower(hourly("followed", "followed_java").build(), Duration.ofMillis(100))) {
      runs = CompletableFuture.runAsync(() -> follower.run(listener));
      assertThat(ended.await(1, TimeUnit.MINUTES)).isTrue();
    }

    runs.get(1, TimeUnit.MINUTES);
    assertThat(node.count("followed_java")).isEqualTo(3);
  }

  @Test
  void should_refuse_another_definition(NativeNode node) {
    fill(node, "other");
    Rollups rollups = Rollups.of(node.session());
    rollups.run(hourly("other", "other_java").build(), RunRange.complete(), RunListener.NONE);
    Rollup days = hourly("other", "other_java").bucket("1d").build();

    assertThatThrownBy(() -> rollups.run(days, RunRange.complete(), RunListener.NONE))
        .isInstanceOf(StatsException.class)
        .hasMessageContaining("with bucket 1h, not 1d")
        .extracting(failed -> ((StatsException) failed).reason())
        .isEqualTo(StatsException.Reason.REFUSED);
  }

  @Test
  void should_pack_and_unpack(NativeNode node) {
    CqlSession session = node.session();
    fill(node, "packing");
    Packs packs = Packs.of(session).withInFlight(2);
    Pack pack =
        Pack.builder()
            .from("shop.packing")
            .time("at")
            .bucket("1h")
            .column("v")
            .into("shop.packing_java")
            .build();

    RunReport dry = packs.dryRun(pack, RunRange.complete(), RunListener.NONE);
    RunReport packed = packs.run(pack, RunRange.complete(), RunListener.NONE);
    RunReport unpacked =
        packs.unpack("shop.packing_java", "shop.unpacked", null, null, RunListener.NONE);
    RunReport nothing =
        packs.dryUnpack("shop.packing_java", "shop.unpacked", FIRST, LAST, RunListener.NONE);

    assertThat(dry.buckets()).isEqualTo(3);
    assertThat(packed.rows()).isEqualTo(6);
    assertThat(unpacked.rows()).isEqualTo(6);
    assertThat(nothing.buckets()).isEqualTo(3);
    assertThat(contents(node, "unpacked")).isEqualTo(contents(node, "packing"));
  }

  private static Rollup.Builder hourly(String from, String into) {
    return Rollup.builder()
        .from("shop." + from)
        .time("at")
        .bucket("1h")
        .state("moments(v)")
        .into("shop." + into);
  }

  private static void fill(NativeNode node, String table) {
    node.execute(
        "CREATE TABLE shop.%s (k int, at timestamp, v double, PRIMARY KEY (k, at))"
            .formatted(table));
    List<Object[]> rows = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      rows.add(new Object[] {FIRST.plus(30L * i, ChronoUnit.MINUTES), (double) i});
    }
    node.load("INSERT INTO shop." + table + " (k, at, v) VALUES (1, ?, ?)", rows);
  }

  private static List<String> contents(NativeNode node, String table) {
    List<String> rows = new ArrayList<>();
    node.rows("SELECT * FROM shop." + table).forEach(row -> rows.add(row.getFormattedContents()));
    return rows;
  }
}
