/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.rollup;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.ProtocolVersion;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.metadata.schema.TableMetadata;
import com.datastax.oss.driver.api.core.type.codec.TypeCodecs;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.cassandrastats.cli.command.CommandLineRun;
import org.cassandrastats.cli.command.NativeNode;
import org.cassandrastats.cli.command.NativeNodeExtension;
import org.cassandrastats.rollup.internal.state.DroppedColumns;
import org.cassandrastats.rollup.internal.state.RollupTarget;
import org.cassandrastats.rollup.internal.state.StateColumn;
import org.cassandrastats.rollup.internal.state.StateStore;
import org.cassandrastats.rollup.internal.table.SeriesKey;
import org.cassandrastats.rollup.internal.table.StatementSender;
import org.cassandrastats.rollup.internal.table.TableName;
import org.cassandrastats.rollup.internal.table.Turn;
import org.cassandrastats.rollup.internal.table.Watermarks;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** States that expire, each level after its own time. */
@ExtendWith(NativeNodeExtension.class)
final class RollupRetentionIT {
  private static final Duration KEPT = Duration.ofDays(5);

  private static NativeNode node;

  @TempDir private Path directory;

  @BeforeAll
  static void startNode(NativeNode shared) {
    node = shared;
  }

  @Test
  void should_keep_each_bucket_for_a_time_from_its_end_on() {
    List<Instant> hours = load("brief", 10 * 24, 4 * 24, 2 * 24, 3);

    CommandLineRun first = run("brief", "at", "1h", "moments(v)", "brief_hourly", "--ttl", "5d");
    List<String> written = contents("brief_hourly");
    CommandLineRun again =
        run(
            "brief",
            "at",
            "1h",
            "moments(v)",
            "brief_hourly",
            "--recompute",
            hours.get(0).toString(),
            hours.get(3).plusSeconds(1).toString());
    CommandLineRun late = run("brief", "at", "1h", "moments(v)", "brief_hourly", "--late", "30d");

    assertThat(first.out()).startsWith("3 buckets of 3 rows");
    // What would expire at once is not written, nor what is there already.
    assertThat(again.out()).startsWith("0 buckets").contains("; 3 others were compared");
    assertThat(late.out()).startsWith("0 buckets").contains("; 3 others were compared");
    assertThat(contents("brief_hourly")).isEqualTo(written).hasSize(3);
    expectTimesToLive("brief_hourly", Duration.ofHours(1), KEPT);

    // A level that is kept permanently has the days of all hours that there were.
    CommandLineRun days =
        run(
            "brief_hourly",
            "bucket",
            "1d",
            "moments_merge(moments_v) AS moments_v",
            "brief_daily",
            "--ttl",
            "1000d");

    assertThat(days.out()).contains("rows written to shop.brief_daily");
    expectTimesToLive("brief_daily", Duration.ofDays(1), Duration.ofDays(1000));
  }

  @Test
  void should_write_changed_buckets_for_the_rest_of_their_time() {
    List<Instant> hours = load("mended", 48, 24);

    run("mended", "at", "1h", "moments(v)", "mended_hourly", "--ttl", "5d");
    node.execute(
        "INSERT INTO shop.mended (k, at, v) VALUES (1, %d, 7)"
            .formatted(hours.get(0).toEpochMilli() + 1));
    CommandLineRun late = run("mended", "at", "1h", "moments(v)", "mended_hourly", "--late", "3d");

    assertThat(late.out()).startsWith("1 bucket of 2 rows");
    expectTimesToLive("mended_hourly", Duration.ofHours(1), KEPT);
  }

  @Test
  void should_forget_states_whose_time_is_over() throws InterruptedException {
    node.execute("CREATE TABLE shop.moment (k int, at timestamp, v int, PRIMARY KEY (k, at))");
    node.execute("INSERT INTO shop.moment (k, at, v) VALUES (1, toTimestamp(now()), 1)");
    Thread.sleep(1001);
    run("moment", "at", "1s", "moments(v)", "moment_rolled", "--lag", "0s", "--ttl", "5s");
    int before = node.count("moment_rolled");
    Thread.sleep(5001);

    assertThat(before).isOne();
    assertThat(node.count("moment_rolled")).isZero();
    assertThat(
            run("moment", "at", "1s", "moments(v)", "moment_rolled", "--lag", "0s", "--late", "1h")
                .out())
        .startsWith("0 buckets");
  }

  @Test
  void should_leave_buckets_whose_rows_expire_while_a_run_lasts() {
    load("expiring", 5, 2);
    run("expiring", "at", "1h", "moments(v)", "expiring_hourly");
    TableMetadata table =
        new TableName(CqlIdentifier.fromCql("shop"), CqlIdentifier.fromCql("expiring_hourly"))
            .require(node.session());
    StatementSender calls =
        new StatementSender(
            node.session(), ConsistencyLevel.LOCAL_QUORUM, 100, Duration.ofSeconds(10));
    StateStore store =
        new StateStore(
            calls,
            new RollupTarget(
                TableName.of(table),
                new SeriesKey(table.getPartitionKey(), List.of()),
                CqlIdentifier.fromCql("bucket"),
                List.of(new StateColumn("moments_v", "moments(v)", "moments")),
                false,
                Optional.empty(),
                DroppedColumns.none(new SeriesKey(table.getPartitionKey(), List.of()))),
            Turn.take(calls, Watermarks.Kind.ROLLUP, table),
            null,
            true,
            Duration.ofHours(4));
    List<ByteBuffer> key = List.of(TypeCodecs.INT.encode(1, ProtocolVersion.DEFAULT));
    List<StateStore.Outcome> outcomes = new ArrayList<>();
    for (Row row : node.rows("SELECT bucket FROM shop.expiring_hourly")) {
      long start = row.getInstant(0).toEpochMilli();
      outcomes.add(store.write(key, start, start + 3_600_000, 7, Arrays.asList((ByteBuffer) null)));
    }

    // The first hour had lost rows when they were read.
    assertThat(outcomes).containsExactly(StateStore.Outcome.KEPT, StateStore.Outcome.CHANGED);
    assertThat(node.rows("SELECT rows FROM shop.expiring_hourly"))
        .extracting(row -> row.getLong(0))
        .containsExactly(1L, 7L);
  }

  /** A table with a row at the beginning of some hours, which are so long ago. */
  private static List<Instant> load(String table, int... hoursAgo) {
    node.execute(
        "CREATE TABLE shop.%s (k int, at timestamp, v int, PRIMARY KEY (k, at))".formatted(table));
    List<Instant> hours = new ArrayList<>();
    List<Object[]> rows = new ArrayList<>();
    for (int ago : hoursAgo) {
      hours.add(Instant.now().truncatedTo(ChronoUnit.HOURS).minus(ago, ChronoUnit.HOURS));
      rows.add(new Object[] {hours.get(hours.size() - 1), ago});
    }
    node.load("INSERT INTO shop." + table + " (k, at, v) VALUES (1, ?, ?)", rows);
    return hours;
  }

  private static void expectTimesToLive(String table, Duration bucket, Duration kept) {
    List<Row> rows = node.rows("SELECT bucket, ttl(rows), ttl(moments_v) FROM shop." + table);
    assertThat(rows).isNotEmpty();
    for (Row row : rows) {
      long left =
          Duration.between(Instant.now(), row.getInstant(0).plus(bucket).plus(kept)).toSeconds();
      assertThat((long) row.getInt(1)).isBetween(left - 5, left + 5);
      assertThat((long) row.getInt(2)).isBetween(left - 5, left + 5);
    }
  }

  private static List<String> contents(String table) {
    return node.rows("SELECT bucket, rows, moments_v, writetime(rows) FROM shop." + table).stream()
        .map(Row::getFormattedContents)
        .toList();
  }

  private CommandLineRun run(
      String from, String time, String bucket, String state, String into, String... more) {
    List<String> line = new ArrayList<>(List.of("--from", "shop." + from, "--time", time));
    line.addAll(List.of("--bucket", bucket, "--state", state, "--into", "shop." + into));
    line.addAll(List.of(more));
    CommandLineRun run = node.run(directory, "rollup", line.toArray(String[]::new));
    assertThat(run.exitCode()).as("%s", run).isZero();
    return run;
  }
}
