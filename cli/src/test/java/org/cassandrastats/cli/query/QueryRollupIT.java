/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.cassandrastats.cli.command.CommandLineRun;
import org.cassandrastats.cli.command.NativeNode;
import org.cassandrastats.cli.command.NativeNodeExtension;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Questions over rows that are answered by the states of rollups, beside the answers by rows. */
@ExtendWith(NativeNodeExtension.class)
final class QueryRollupIT {
  private static final long SEED = 20261123;
  private static final long FIRST = Instant.parse("2026-02-20T00:00:00Z").toEpochMilli();
  private static final int DAYS = 50;
  private static final long HOUR = 3_600_000;
  private static final String COLUMNS =
      "count(*) AS rows, stats.moments_count(stats.moments(v)) AS readings, stats.tdigest_max(stats.tdigest(v)) AS highest,"
          + " min(v) AS least, max(v) - min(v) AS range, count(v) AS values,"
          + " stats.histogram_counts(stats.histogram(v, 0, 100, 10)) AS counts";

  private static NativeNode node;

  @TempDir private Path directory;

  @BeforeAll
  static void load(NativeNode shared, @TempDir Path directory) {
    node = shared;
    System.out.println("seed " + SEED);
    Random random = new Random(SEED);
    node.execute("CREATE TABLE shop.reading (k int, at timestamp, v int, PRIMARY KEY (k, at))");
    node.execute(
        "CREATE TABLE shop.newest (k int, at timestamp, v int, PRIMARY KEY (k, at)) WITH CLUSTERING ORDER BY (at DESC)");
    node.execute(
        "CREATE TABLE shop.days (k int, day date, at timestamp, v int, PRIMARY KEY ((k, day), at))");
    node.execute("CREATE TABLE shop.micros (k int, at bigint, v int, PRIMARY KEY (k, at))");
    List<Object[]> rows = new ArrayList<>();
    List<Object[]> micros = new ArrayList<>();
    List<Object[]> days = new ArrayList<>();
    for (long time = FIRST; time < FIRST + 24 * HOUR * DAYS; time += 600_000) {
      Integer value = random.nextInt(8) == 0 ? null : (Integer) random.nextInt(100);
      rows.add(new Object[] {Instant.ofEpochMilli(time), value});
      micros.add(new Object[] {time * 1000, value});
      Instant at = Instant.ofEpochMilli(time);
      // Half of the second series, whose hours are not all there.
      if (random.nextInt(12) > 0) {
        days.add(new Object[] {1, at.atZone(ZoneOffset.UTC).toLocalDate(), at, value});
      }
      if (time / HOUR % 5 > 1) {
        days.add(new Object[] {2, at.atZone(ZoneOffset.UTC).toLocalDate(), at, value});
      }
    }
    node.load("INSERT INTO shop.reading (k, at, v) VALUES (1, ?, ?)", rows);
    node.load("INSERT INTO shop.newest (k, at, v) VALUES (1, ?, ?)", rows);
    node.load("INSERT INTO shop.days (k, day, at, v) VALUES (?, ?, ?, ?)", days);
    node.load("INSERT INTO shop.micros (k, at, v) VALUES (1, ?, ?)", micros);
    String states = "moments(v), tdigest(v), histogram(v, 0, 100, 10)";
    String[] until = {"--until", "2026-04-05T12:00:00Z"};
    rollUp(directory, "reading", "at", "1h", states, "hourly", until);
    String ofOrder = states + ", min_max_by(at, v)";
    rollUp(directory, "newest", "at", "1h", ofOrder, "newest_hourly", until);
    rollUp(directory, "days", "at", "1h", states, "days_hourly", until);
    rollUp(
        directory,
        "hourly",
        "bucket",
        "1d",
        "moments_merge(moments_v), tdigest_merge(tdigest_v), histogram_merge(histogram_v)",
        "daily",
        "--timezone",
        "Europe/Berlin");
    rollUp(
        directory,
        "micros",
        "at",
        "1h",
        states,
        "micros_hourly",
        "--time-unit",
        "us",
        "--until",
        "2026-04-05T12:00:00Z");
  }

  private static void rollUp(
      Path directory,
      String from,
      String time,
      String bucket,
      String states,
      String into,
      String... more) {
    List<String> line = new ArrayList<>(List.of("--from", "shop." + from, "--time", time));
    line.addAll(List.of("--bucket", bucket, "--state", states, "--into", "shop." + into));
    line.addAll(List.of(more));
    CommandLineRun run = node.run(directory, "rollup", line.toArray(String[]::new));
    assertThat(run.exitCode()).as("%s", run).isZero();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "reading | | daily",
        "reading | AND at >= '2026-03-01T00:00Z' | daily",
        "reading | AND at > '2026-03-01T23:00Z' AND at <= '2026-03-31T22:00Z' | daily",
        "reading | AND at >= '2026-03-01T23:00Z' AND at < '2026-03-31T22:00Z' | daily",
        "reading | AND at >= '2026-03-28T20:30Z' AND at < '2026-03-29T09:20Z' | hourly",
        "reading | AND at < '2026-03-29T09:20Z' GROUP BY k | daily",
        "reading | AND at >= '2026-03-10T07:07Z' GROUP BY k, stats.time_bucket('1d', at) | hourly",
        "reading | AND at >= '2026-03-10T07:07Z' GROUP BY k, stats.time_bucket('1d', at, 'Europe/Berlin') | daily",
        "reading | GROUP BY k, stats.time_bucket('1mo', at, 'Europe/Berlin') | daily",
        "reading | GROUP BY k, stats.time_bucket('3h', at) | hourly",
        "reading | GROUP BY k, stats.time_bucket('1d', at, 'europe/berlin 06:00') | hourly",
        "reading | GROUP BY k, stats.time_bucket('1w', at, 'Europe/Berlin Sunday') | daily",
        "micros | AND at >= 1772323200000001 | micros_hourly",
        "micros | AND at >= 1772323200000000 AND at < 1774915200000000 GROUP BY k, stats.time_bucket('1d', at, 'us') | micros_hourly",
        "micros | GROUP BY k, stats.time_bucket('1mo', at, 'us', 'Europe/Berlin') | micros_hourly",
      })
  void should_answer_as_rows_do(String table, String condition, String rollup) {
    String rest = condition == null ? "" : " " + condition;
    int grouped = rest.indexOf("stats.time_bucket");
    String group = grouped < 0 ? "" : rest.substring(grouped) + " AS start, ";
    String statement =
        "SELECT k, %s%s FROM shop.%s WHERE k = 1%s".formatted(group, COLUMNS, table, rest);

    CommandLineRun byRows = query(statement);
    CommandLineRun byStates = query(statement, "--use-rollup");

    assertThat(byRows.exitCode()).as("%s", byRows).isZero();
    assertThat(byStates.exitCode()).as("%s", byStates).isZero();
    assertThat(byStates.out()).isEqualTo(byRows.out());
    assertThat(byStates.error()).contains("by the states of shop." + rollup);
  }

  /** With # for buckets of some width. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "newest WHERE k = 1 | 1h | server | newest_hourly",
        "newest WHERE k = 1 AND at >= '2026-03-10T07:07Z' GROUP BY k, # | 1d | client | newest_hourly",
        "newest WHERE k = 1 GROUP BY k, # ORDER BY at ASC LIMIT 3 | 3h | server | newest_hourly",
        "newest WHERE k = 1 AND at < '2026-04-05T13:30Z' GROUP BY k, # LIMIT 4 | 1h | server --fill null | newest_hourly",
        "reading WHERE k = 1 GROUP BY k, # ORDER BY at DESC PER PARTITION LIMIT 7 | 1h | client | hourly",
        "reading WHERE k = 1 AND at < '2026-03-01T00:30Z' GROUP BY k, # LIMIT 1 | 1d | server | hourly",
        "reading WHERE k IN (2, 1) AND at >= '2026-04-01T00:30Z' | 1d | server | daily",
        "days WHERE k = 1 AND at >= '2026-03-10T07:07Z' GROUP BY k, # | 1w | server --partitions=day=2026-02-27..2026-04-08 | days_hourly",
        "days WHERE k = 1 GROUP BY k, day, # | 3h | client --partitions=day=2026-04-03..2026-04-07 | days_hourly",
        "days WHERE k = 2 GROUP BY k, # ORDER BY at DESC | 7h | server --partitions=day=2026-04-03..2026-04-07 | days_hourly",
        "days WHERE k IN (1, 2) GROUP BY k | 1d | client --partitions=day=2026-03-27..2026-04-08 | days_hourly",
        "days WHERE k IN (1, 2) AND day IN ('2026-04-05', '2026-04-06') GROUP BY k, day, # PER PARTITION LIMIT 2 LIMIT 7 | 1h | server | days_hourly",
        "days WHERE k = 2 AND at >= '2026-04-02T12:00Z' AND at < '2026-04-07T00:00Z' GROUP BY k, # | 1h | client --partitions=day=2026-04-03..2026-04-07 --fill=previous | days_hourly",
        "days WHERE k IN (0, 2, 3) AND at >= '2026-04-04T22:00Z' AND at < '2026-04-05T18:00Z' GROUP BY k, # | 1h | server --partitions=day=2026-04-04..2026-04-05 --fill=null | days_hourly",
      })
  void should_answer_as_rows_do_in_all_partitions_and_orders(
      String question, String width, String options, String rollup) {
    String bucket = "stats.time_bucket('%s', at)".formatted(width);
    String start = question.contains("#") ? bucket + " AS start, " : "";
    String statement =
        "SELECT %s%s FROM shop.%s".formatted(start, COLUMNS, question.replace("#", bucket));
    String[] more = ("--lane " + options).split(" ", -1);

    CommandLineRun byRows = query(statement, more);
    CommandLineRun byStates =
        query(
            statement,
            Stream.concat(Stream.of(more), Stream.of("--use-rollup")).toArray(String[]::new));

    assertThat(byRows.exitCode()).as("%s", byRows).isZero();
    assertThat(byStates.exitCode()).as("%s", byStates).isZero();
    assertThat(byStates.out()).isEqualTo(byRows.out());
    assertThat(byStates.error()).contains("by the states of shop." + rollup);
  }

  @Test
  void should_answer_from_rollups_of_partitions_by_bucket() {
    node.execute(
        "CREATE TABLE shop.spread (k int, bucket int, at timestamp, v int, PRIMARY KEY ((k, bucket), at))");
    List<Object[]> rows = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      rows.add(new Object[] {i % 2, Instant.ofEpochMilli(FIRST + i * 300_000L), i});
    }
    node.load("INSERT INTO shop.spread (k, bucket, at, v) VALUES (1, ?, ?, ?)", rows);
    String[] name = {"--bucket-column", "\"Start\""};
    rollUp(directory, "spread", "at", "1h", "moments(v)", "spread_hourly", name);
    // The table knows it.
    rollUp(directory, "spread", "at", "1h", "moments(v)", "spread_hourly");
    String states = "moments_merge(moments_v)";
    rollUp(directory, "spread_hourly", "\"Start\"", "1d", states, "spread_daily", name);
    String day = "stats.time_bucket('1d', at)";
    String statement =
        "SELECT bucket, %s AS day, count(*), stats.moments_count(stats.moments(v)) FROM shop.spread WHERE k = 1 AND bucket IN (0, 1) AND at >= '2026-02-20T10:30Z' GROUP BY bucket, %s ORDER BY at DESC"
            .formatted(day, day);

    CommandLineRun byStates = query(statement, "--use-rollup");

    assertThat(byStates.exitCode()).as("%s", byStates).isZero();
    assertThat(byStates.out()).isEqualTo(query(statement).out()).hasLineCount(9);
    assertThat(byStates.error()).contains("by the states of shop.spread_");
    assertThat(node.rows("SELECT \"Start\" FROM shop.spread_daily")).hasSize(8);
  }

  @Test
  void should_answer_builtin_aggregates_by_moments() {
    node.execute(
        "CREATE TABLE shop.gauge (k int, at timestamp, v double, w float, PRIMARY KEY (k, at))");
    List<Object[]> rows = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      Double value = i % 7 == 0 ? null : (Double) (i * 0.25);
      rows.add(new Object[] {i % 2, Instant.ofEpochMilli(FIRST + i * 60_000L), value, i * 0.1f});
    }
    rows.add(new Object[] {2, Instant.ofEpochMilli(FIRST), Double.NaN, 1f});
    rows.add(new Object[] {3, Instant.ofEpochMilli(FIRST), null, null});
    node.load("INSERT INTO shop.gauge (k, at, v, w) VALUES (?, ?, ?, ?)", rows);
    rollUp(directory, "gauge", "at", "1h", "moments(v), moments(w)", "gauge_hourly");
    String all =
        "SELECT k, min(v), max(v), count(v), sum(v), avg(v), min(w), max(w) FROM shop.gauge WHERE k IN (0, 1, 3) GROUP BY k";
    String skipped = "SELECT %s FROM shop.gauge WHERE k = 2";

    CommandLineRun byStates = query(all, "--use-rollup");
    CommandLineRun counted = query(skipped.formatted("count(v)"), "--use-rollup");
    CommandLineRun refused = query(skipped.formatted("max(v)"), "--use-rollup");
    CommandLineRun sum = query(skipped.formatted("sum(w)"), "--use-rollup");

    assertThat(byStates.out()).as("%s", byStates).isEqualTo(query(all).out()).hasLineCount(4);
    assertThat(byStates.error()).contains("by the states of shop.gauge_hourly");
    assertThat(counted.out()).isEqualTo(query(skipped.formatted("count(v)")).out());
    assertThat(counted.error()).contains("by the states of shop.gauge_hourly");
    assertThat(refused.exitCode()).as("%s", refused).isEqualTo(1);
    assertThat(refused.error()).contains("1 value is NaN or infinite, which moments leave out");
    assertThat(sum.error()).contains("by rows only", "has no state for sum(w)");
  }

  @Test
  void should_keep_the_rows_that_are_read_first() {
    String statement =
        "SELECT stats.min_by(at, v), stats.max_by(at, v) FROM shop.newest WHERE k = 1 ";

    for (String order : List.of("", "ORDER BY at ASC")) {
      CommandLineRun byStates = query(statement + order, "--use-rollup");

      assertThat(byStates.out()).isEqualTo(query(statement + order).out());
      assertThat(byStates.error())
          .contains(
              order.isEmpty()
                  ? "by the states of shop.newest_hourly"
                  : "because shop.newest_hourly has kept rows of stats.min_max_by(at, v) in another order");
    }
  }

  /** Until 1893 clocks of Berlin were 53 minutes and 28 seconds before those of UTC. */
  @Test
  void should_group_by_the_clocks_of_long_ago() {
    node.execute("CREATE TABLE shop.ancient (k int, at timestamp, v int, PRIMARY KEY (k, at))");
    List<Object[]> rows = new ArrayList<>();
    for (String day : List.of("1890-06-01", "1969-12-31", "2026-03-01")) {
      for (int minute = 0; minute < 2 * 24 * 60; minute += 17) {
        rows.add(
            new Object[] {Instant.parse(day + "T00:00:00Z").plusSeconds(60L * minute), minute});
      }
    }
    node.load("INSERT INTO shop.ancient (k, at, v) VALUES (1, ?, ?)", rows);
    rollUp(directory, "ancient", "at", "1h", "moments(v)", "ancient_hourly");
    String day = "stats.time_bucket('1d', at, 'Europe/Berlin')";
    String statement =
        "SELECT %s AS day, count(*), stats.moments_count(stats.moments(v)) FROM shop.ancient WHERE k = 1 GROUP BY k, %s"
            .formatted(day, day);

    CommandLineRun byStates = query(statement, "--use-rollup");

    assertThat(byStates.out()).isEqualTo(query(statement).out());
    assertThat(byStates.error()).contains("Answered from 1970-01-01T00:00:00Z until ");
  }

  @Test
  void should_leave_out_rollups_of_other_tables_and_ones_that_name_themselves() {
    String create = "CREATE TABLE shop.%s (k int, at timestamp, v int, PRIMARY KEY (k, at))";
    for (String table : List.of("remade", "renamed")) {
      node.execute(create.formatted(table));
      node.execute("INSERT INTO shop.%s (k, at, v) VALUES (1, '2026-03-01', 1)".formatted(table));
      rollUp(directory, table, "at", "1h", "moments(v)", table + "_hourly");
    }
    rollUp(directory, "renamed", "at", "1h", "moments(v)", "circle");
    String comment =
        node.rows(
                "SELECT comment FROM system_schema.tables WHERE keyspace_name = 'shop' AND table_name = 'circle'")
            .get(0)
            .getString(0);
    node.execute(
        "ALTER TABLE shop.circle WITH comment = '%s'"
            .formatted(comment.replace("shop.renamed", "shop.circle")));
    node.execute("DROP TABLE shop.remade");
    node.execute(create.formatted("remade"));
    node.execute("INSERT INTO shop.remade (k, at, v) VALUES (1, '2026-03-02', 2)");
    node.execute("ALTER TABLE shop.renamed RENAME at TO time");
    String statement = "SELECT count(*), stats.mean(v) FROM shop.%s WHERE k = 1";

    CommandLineRun remade = query(statement.formatted("remade"), "--use-rollup");
    CommandLineRun renamed = query(statement.formatted("renamed"), "--use-rollup");

    assertThat(remade.out()).isEqualTo(query(statement.formatted("remade")).out());
    assertThat(remade.error())
        .contains("by rows only", "shop.remade_hourly was made of a table that was dropped since");
    assertThat(renamed.out()).isEqualTo(query(statement.formatted("renamed")).out());
    assertThat(renamed.error()).contains("by rows only", "of shop.renamed_hourly: ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "AND at IN ('2026-03-01', '2026-03-02')",
        "AND at >= '2026-03-01' AND at > '2026-03-02'",
        "GROUP BY k, stats.time_bucket('1d', v)",
        "GROUP BY k, stats.time_bucket('0h', at)",
        "GROUP BY k, stats.time_bucket('1d', at, 'Nowhere')",
        "GROUP BY v",
        "GROUP BY k PER PARTITION LIMIT 0"
      })
  void should_refuse_what_rows_do_not_answer(String tail) {
    String statement = "SELECT count(*) FROM shop.reading WHERE k = 1 " + tail;

    CommandLineRun run = query(statement, "--use-rollup");

    assertThat(run.exitCode()).as("%s", run).isEqualTo(1);
    assertThat(run.error())
        .startsWith("Error: ")
        .isEqualTo(query(statement).error())
        .hasLineCount(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT stats.time_bucket('1h', at) AS hour, count(*) AS c FROM shop.days WHERE k IN (1, 2) AND day = '2026-03-03' GROUP BY stats.time_bucket('1h', at)",
        "SELECT stats.time_bucket('1h', at) AS hour, count(*) AS c FROM shop.days WHERE k IN (1, 2) AND day = '2026-03-03' GROUP BY stats.time_bucket('1h', at) LIMIT 3",
        "SELECT stats.time_bucket('1h', at) AS hour, count(*) AS c FROM shop.days WHERE k IN (1, 2) AND day = '2026-03-03' GROUP BY stats.time_bucket('1h', at) ORDER BY c DESC, hour LIMIT 4"
      })
  void should_collect_groups_that_partitions_interleave(String statement) {
    CommandLineRun run = query(statement, "--use-rollup");

    assertThat(run.exitCode()).as("%s", run).isZero();
    assertThat(run.error()).contains("shop.days_hourly");
    assertThat(run.out()).isEqualTo(query(statement).out());
  }

  @Test
  void should_merge_means_and_quantiles() {
    String statement =
        "SELECT stats.mean(v) AS mean, stats.tdigest_quantile(stats.tdigest(v), 0.5) AS median FROM shop.reading WHERE k = 1";

    String[] byRows = query(statement).out().strip().split("[,\n]", -1);
    String[] byStates = query(statement, "--use-rollup").out().strip().split("[,\n]", -1);

    assertThat(Double.parseDouble(byStates[2]))
        .isEqualTo(Double.parseDouble(byRows[2]), within(1e-9));
    assertThat(Double.parseDouble(byStates[3]))
        .isEqualTo(Double.parseDouble(byRows[3]), within(1.0));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SELECT count(*) FROM shop.reading | it names no partitions",
        "SELECT sum(v) FROM shop.reading WHERE k = 1 | shop.hourly has no state for sum(v)",
        "SELECT stats.tdigest_max(stats.tdigest(v, 50)) FROM shop.reading WHERE k = 1 | shop.daily has no state for stats.tdigest(v, 50)",
        "SELECT count(*) FROM shop.reading WHERE k = 1 AND at >= '2026-04-05T12:00Z' | no bucket of shop.hourly is complete there",
        "SELECT count(*) FROM shop.reading WHERE k = 1 GROUP BY k, stats.time_bucket('90m', at) | buckets of 90m are not made of those of shop.hourly, of 1h",
        "SELECT count(*) FROM shop.reading WHERE k = 1 GROUP BY k, floor(at, 1h) | it groups by floor",
        "SELECT count(*) FROM shop.reading WHERE k = 1 GROUP BY k, stats.time_bucket('200y', at) | of shop.hourly: expected a width of at most 100y",
        "SELECT count(*) FROM shop.reading WHERE k = 1 AND v >= 5 ALLOW FILTERING | the statement allows filtering",
        "SELECT count(*) FROM shop.reading WHERE k = 1 AND at = '2026-03-01T00:00Z' | it asks for no range of times",
        "SELECT count(*) FROM shop.reading WHERE k = 1 GROUP BY k, at | it groups by at",
        "SELECT count(*) FROM shop.hourly WHERE k = 1 AND bucket < '2026-03-01T00:00Z' | there is no rollup of shop.hourly",
      })
  void should_say_why_rows_answer(String statement, String reason) {
    CommandLineRun run = query(statement, "--use-rollup");

    assertThat(run.exitCode()).as("%s", run).isZero();
    assertThat(run.error()).contains("Answered by rows only, because ").contains(reason);
    assertThat(run.out()).isEqualTo(query(statement).out());
  }

  @Test
  void should_ask_rows_for_what_states_may_have_lost_by_the_tables_time_to_live() {
    String statement = "SELECT count(*) FROM shop.reading WHERE k = 1";
    for (String table : List.of("shop.hourly", "shop.daily")) {
      node.execute("ALTER TABLE " + table + " WITH default_time_to_live = 86400");
    }
    try {
      CommandLineRun run = query(statement, "--use-rollup");

      assertThat(run.out()).isEqualTo(query(statement).out());
      assertThat(run.error())
          .contains("no bucket of shop.hourly is complete there")
          .contains("shop.daily was made of states that expire");
    } finally {
      for (String table : List.of("shop.hourly", "shop.daily")) {
        node.execute("ALTER TABLE " + table + " WITH default_time_to_live = 0");
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"shop.nothing", "mall.reading"})
  void should_refuse_what_is_no_table(String table) {
    CommandLineRun run = query("SELECT count(*) FROM " + table, "--use-rollup");

    assertThat(run.exitCode()).as("%s", run).isEqualTo(1);
    assertThat(run.error()).startsWith("Error: There is no ").hasLineCount(1);
  }

  private CommandLineRun query(String statement, String... more) {
    List<String> line = new ArrayList<>(List.of("--format", "csv"));
    line.addAll(List.of(more));
    line.add(statement);
    return node.run(directory, "query", line.toArray(String[]::new));
  }
}
