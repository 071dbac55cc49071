/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.query;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.cassandrastats.cli.command.CommandLineRun;
import org.cassandrastats.cli.command.NativeNode;
import org.cassandrastats.cli.command.NativeNodeExtension;
import org.cassandrastats.client.api.StatsOptions;
import org.cassandrastats.client.api.StatsQuery;
import org.cassandrastats.rollup.internal.answer.RollupPlan;
import org.cassandrastats.rollup.internal.answer.RollupQuestion;
import org.cassandrastats.rollup.internal.table.StatementSender;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Questions over series that are cut into partitions, by rollups that know how. */
@ExtendWith(NativeNodeExtension.class)
final class QueryCutRollupIT {
  private static final long SEED = 20261125;
  private static final LocalDate FIRST = LocalDate.of(2026, 2, 18);
  private static final int DAYS = 45;
  private static final String UNTIL = "2026-03-20T12:00:00Z";
  private static final int QUESTIONS = 8;
  private static final String COLUMNS =
      "count(*) AS rows, stats.moments_count(stats.moments(v)) AS readings, stats.moments_max(stats.moments(v)) AS highest, min(v) AS least, count(v) AS values";

  private static NativeNode node;

  @TempDir private Path directory;

  /** A table of series, and how its rollup cuts them. */
  enum Cut {
    ALIKE("s int, day date", "(s, day)", "ASC", "day=1d", null, "1h"),
    YEARS("s int, day date", "(s, day)", "DESC", "day=1d", "1y", "1h"),
    LOCAL("s int, day timestamp", "(day, s)", "ASC", "day=1d", "1mo", "1h"),
    NARROWER("s int, day bigint", "(s, day)", "DESC", "day=1mo", "1d", "6h"),
    ONE_SERIES("s int, day date", "(day)", "ASC", "day=1d", "1w", "1d");

    private final String columns;
    private final String key;
    private final String order;
    private final String from;
    private final String into;
    private final String bucket;

    Cut(String columns, String key, String order, String from, String into, String bucket) {
      this.columns = columns;
      this.key = key;
      this.order = order;
      this.from = from;
      this.into = into;
      this.bucket = bucket;
    }

    private static Instant start(LocalDate day) {
      return day.atStartOfDay(ZoneOffset.UTC).toInstant();
    }

    /** The partition of a day. */
    Object value(LocalDate day) {
      return switch (this) {
        case LOCAL -> start(day);
        case NARROWER -> start(day.withDayOfMonth(1)).toEpochMilli();
        default -> day;
      };
    }

    String table() {
      return "shop.cut_" + name().toLowerCase(Locale.ROOT);
    }

    List<Integer> series() {
      return this == ONE_SERIES ? List.of(1) : List.of(1, 2, 3);
    }

    /** The option that names the partitions of days. */
    String partitions(LocalDate first, LocalDate last) {
      return switch (this) {
        case NARROWER ->
            "day=%s..%s/1mo".formatted(first.withDayOfMonth(1), last.withDayOfMonth(1));
        case LOCAL -> "day=%s..%s/1d".formatted(first, last);
        default -> "day=%s..%s".formatted(first, last);
      };
    }
  }

  @BeforeAll
  static void load(NativeNode shared, @TempDir Path directory) {
    node = shared;
    System.out.println("seed " + SEED);
    for (Cut cut : Cut.values()) {
      Random random = new Random(SEED);
      node.execute(
          "CREATE TABLE %s (%s, at timestamp, v int, PRIMARY KEY (%s, at)) WITH CLUSTERING ORDER BY (at %s)"
              .formatted(cut.table(), cut.columns, cut.key, cut.order));
      List<Object[]> rows = new ArrayList<>();
      for (int series : cut.series()) {
        for (int day = 0; day < DAYS; day++) {
          // The first series has all days, the others some.
          if (series == 1 || random.nextInt(4) >= series - 1) {
            for (int minute = random.nextInt(300);
                minute < 1440;
                minute += 1 + random.nextInt(180)) {
              LocalDate date = FIRST.plusDays(day);
              Integer value = random.nextInt(8) == 0 ? null : (Integer) random.nextInt(100);
              Instant at = Cut.start(date).plusSeconds(60L * minute);
              rows.add(new Object[] {series, cut.value(date), at, value});
            }
          }
        }
      }
      node.load("INSERT INTO %s (s, day, at, v) VALUES (?, ?, ?, ?)".formatted(cut.table()), rows);
      rollUp(directory, cut, UNTIL);
    }
  }

  private static void rollUp(Path directory, Cut cut, String until) {
    List<String> line =
        new ArrayList<>(
            List.of("--from", cut.table(), "--time", "at", "--bucket", cut.bucket, "--state"));
    line.addAll(List.of("moments(v)", "--into", cut.table() + "_states", "--until", until));
    line.addAll(List.of("--partitions", cut.from));
    if (cut.into != null) {
      line.addAll(List.of("--into-partitions", cut.into));
    }
    if (cut == Cut.LOCAL) {
      line.addAll(List.of("--timezone", "Europe/Berlin"));
    }
    CommandLineRun run = node.run(directory, "rollup", line.toArray(String[]::new));
    assertThat(run.exitCode()).as("%s", run).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void should_answer_random_questions_as_rows_do(Cut cut) {
    Random random = new Random(SEED);
    int byStates = 0;
    for (int i = 0; i < QUESTIONS; i++) {
      List<String> line = new Question(cut, random).line();

      CommandLineRun expected = query(line);
      line.add("--use-rollup");
      CommandLineRun found = query(line);

      assertThat(found.exitCode())
          .as("%d: %s %s %s", i, line, expected, found)
          .isEqualTo(expected.exitCode());
      assertThat(found.out()).as("%d: %s %s", i, line, found).isEqualTo(expected.out());
      byStates += found.error().contains("by the states of " + cut.table() + "_states") ? 1 : 0;
    }
    assertThat(byStates).isGreaterThan(QUESTIONS / 4);
  }

  @Test
  void should_ask_at_once_for_days_that_follow_each_other() {
    StatsQuery query =
        StatsQuery.of(
                "SELECT count(*) FROM %s WHERE s IN (1, 2) GROUP BY s".formatted(Cut.YEARS.table()))
            .withPartitions(Cut.YEARS.partitions(FIRST, FIRST.plusDays(40)));
    StatementSender calls =
        new StatementSender(
            node.session(), ConsistencyLevel.LOCAL_ONE, 5000, Duration.ofMinutes(1));
    List<Boolean> ofStates = new ArrayList<>();

    RollupPlan.of(calls, RollupQuestion.of(node.session(), query, StatsOptions.standard()))
        .parts()
        .visit(part -> ofStates.add(part.isOfStates()));

    // Of each series the last days, half of the one before them, and the states.
    assertThat(ofStates).containsExactly(false, false, true, false, false, true);
  }

  @Test
  void should_say_that_buckets_are_wider_than_partitions() {
    CommandLineRun months =
        node.run(
            directory,
            "rollup",
            "--from",
            Cut.YEARS.table() + "_states",
            "--time",
            "bucket",
            "--bucket",
            "1mo",
            "--state",
            "moments_merge(moments_v)",
            "--into",
            "shop.cut_years_months");
    String statement =
        "SELECT count(*) FROM %s WHERE s = 1 AND day = '2026-03-25'".formatted(Cut.YEARS.table());

    CommandLineRun run = query(List.of(statement, "--use-rollup"));

    assertThat(months.exitCode()).as("%s", months).isZero();
    assertThat(run.exitCode()).as("%s", run).isZero();
    assertThat(run.out()).isEqualTo(query(List.of(statement)).out());
    assertThat(run.error())
        .contains(
            "Answered by rows only, because ",
            "buckets of shop.cut_years_months, of 1mo, are no parts of the partitions of rows, of 1d",
            "no bucket of shop.cut_years_states is complete there");
  }

  @Test
  void should_say_that_no_partition_begins_where_one_is_named() {
    String statement =
        "SELECT count(*) FROM %s WHERE s = 1 AND day IN ('2026-03-01T00:00Z', '2026-03-02T05:00Z')"
            .formatted(Cut.LOCAL.table());

    CommandLineRun run = query(List.of(statement, "--use-rollup"));

    assertThat(run.out()).isEqualTo(query(List.of(statement)).out());
    assertThat(run.error())
        .contains(
            "Answered by rows only, because of shop.cut_local_states: no partition of 1d begins at day 2026-03-02T05:00:00Z");
  }

  @Test
  void should_ask_rows_where_a_rollup_does_not_say_how_they_are_cut() {
    String table = "cut_one_series_states";
    String select =
        "SELECT comment FROM system_schema.tables WHERE keyspace_name = 'shop' AND table_name = ?";
    String comment = node.rows(select, table).get(0).getString(0);
    String statement =
        "SELECT count(*) FROM %s WHERE day = '2026-03-01'".formatted(Cut.ONE_SERIES.table());
    String alter = "ALTER TABLE shop." + table + " WITH comment = '%s'";
    node.execute(alter.formatted(comment.replace(",\"fromPartitions\":\"day=1d\"", "")));
    try {
      CommandLineRun run = query(List.of(statement, "--use-rollup"));
      // It goes on as it was.
      rollUp(directory, Cut.ONE_SERIES, UNTIL);

      assertThat(run.out()).isEqualTo(query(List.of(statement)).out());
      assertThat(run.error())
          .contains("shop.cut_one_series_states does not say how its rows are cut into partitions");
    } finally {
      node.execute(alter.formatted(comment));
    }
    assertThat(query(List.of(statement, "--use-rollup")).error())
        .contains("by the states of shop.cut_one_series_states");
  }

  /** A question that is made up. */
  private record Question(Cut cut, Random random) {
    List<String> line() {
      LocalDate first = FIRST.plusDays(random.nextInt(DAYS + 6) - 3);
      LocalDate last = first.plusDays(random.nextInt(random.nextBoolean() ? 4 : 30));
      List<String> line = new ArrayList<>(List.of("--partitions", cut.partitions(first, last)));
      line.addAll(List.of("--lane", random.nextBoolean() ? "server" : "client"));
      List<String> where = new ArrayList<>();
      List<String> group = new ArrayList<>();
      if (cut != Cut.ONE_SERIES) {
        boolean one = random.nextBoolean();
        where.add(one ? "s = " + (1 + random.nextInt(4)) : "s IN (1, 2, 3, 4)");
        boolean named = !one || random.nextBoolean();
        if (named) {
          group.add("s");
        }
      }
      boolean perDay = random.nextInt(3) == 0;
      if (perDay) {
        group.add(cut == Cut.LOCAL ? 0 : group.size(), "day");
      }
      limit(" >", random.nextInt(2) == 0 ? first : null, where);
      limit(" <", random.nextInt(2) == 0 ? last : null, where);
      boolean bucket = random.nextInt(3) > 0;
      String call = "";
      if (bucket) {
        String width = List.of("1h", "6h", "1d", "1w").get(random.nextInt(4));
        call = "stats.time_bucket('%s', at)".formatted(width);
        group.add(call);
        if (random.nextInt(3) == 0) {
          line.addAll(List.of("--fill", random.nextBoolean() ? "null" : "previous"));
        }
      }
      String keys =
          String.join(
              ", ",
              group.stream().map(it -> it.startsWith("stats") ? it + " AS start" : it).toList());
      String tail = group.isEmpty() ? "" : " GROUP BY " + String.join(", ", group);
      if (bucket && random.nextInt(3) == 0) {
        tail += " ORDER BY at " + (random.nextBoolean() ? "ASC" : "DESC");
      }
      boolean whole = perDay && (group.contains("s") || cut == Cut.ONE_SERIES);
      if (whole && random.nextInt(3) == 0) {
        tail += " PER PARTITION LIMIT " + (1 + random.nextInt(4));
      }
      if (random.nextInt(3) == 0) {
        tail += " LIMIT " + (1 + random.nextInt(9));
      }
      line.add(
          "SELECT %s%s%s FROM %s%s%s"
              .formatted(
                  keys,
                  keys.isEmpty() ? "" : ", ",
                  COLUMNS,
                  cut.table(),
                  where.isEmpty() ? "" : " WHERE " + String.join(" AND ", where),
                  tail));
      return line;
    }

    private void limit(String operator, LocalDate near, List<String> where) {
      if (near != null) {
        Instant time =
            Cut.start(near)
                .plusSeconds(3600L * (random.nextInt(60) - 20))
                .plusSeconds(random.nextBoolean() ? 0 : 977);
        where.add("at" + operator + (random.nextBoolean() ? "" : "=") + " '" + time + "'");
      }
    }
  }

  private CommandLineRun query(List<String> options) {
    List<String> line = new ArrayList<>(List.of("--format", "csv"));
    line.addAll(options);
    return node.run(directory, "query", line.toArray(String[]::new));
  }
}
