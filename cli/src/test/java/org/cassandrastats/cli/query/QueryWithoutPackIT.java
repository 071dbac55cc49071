/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchStatementBuilder;
import com.datastax.oss.driver.api.core.cql.BatchType;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.servererrors.UnauthorizedException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVRecord;
import org.cassandrastats.cli.command.Awaited;
import org.cassandrastats.cli.command.CommandLineRun;
import org.cassandrastats.cli.command.DriverFile;
import org.cassandrastats.client.StatsClient;
import org.cassandrastats.client.api.StatsException;
import org.cassandrastats.client.api.StatsListener;
import org.cassandrastats.client.api.StatsOptions;
import org.cassandrastats.client.api.StatsOptions.Lane;
import org.cassandrastats.client.api.StatsProgress;
import org.cassandrastats.client.api.StatsQuery;
import org.cassandrastats.client.api.StatsResult;
import org.cassandrastats.localcluster.node.Node;
import org.cassandrastats.localcluster.node.NodeSettings;
import org.cassandrastats.localcluster.node.StoredTables;
import org.cassandrastats.udf.moments.Moments;
import org.cassandrastats.udf.tdigest.TdigestAccessors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The client lane, where nothing is installed or can be, and a role may only read. */
final class QueryWithoutPackIT {
  private static final long SEED = 20261123;
  private static final int DAYS = 3;
  private static final int HOURS = 24;
  private static final int ROWS_OF_HOUR = 50;
  private static final LocalDate FIRST = LocalDate.parse("2026-03-28");
  private static final String SELECT =
      "SELECT stats.time_bucket('1h', at) AS hour, count(*), min(v), max(v), sum(n), stats.mean(v),"
          + " stats.tdigest_quantile(stats.tdigest(v), 0.99), stats.first(n), stats.last(n)"
          + " FROM shop.daily WHERE s = 'roof' GROUP BY s, stats.time_bucket('1h', at)";
  private static final String PARTITIONS =
      "day=%s..%s".formatted(FIRST.minusDays(1), FIRST.plusDays(DAYS));

  private static final double[][] VALUES = new double[DAYS * HOURS][ROWS_OF_HOUR];

  private static Node node;
  private static CqlSession session;

  @TempDir private Path directory;

  @BeforeAll
  static void load() {
    node = Node.start(NodeSettings.builder().udfsEnabled(false).authentication(true).build());
    try (CqlSession admin = node.sessionBuilder().build()) {
      admin.execute(
          "CREATE KEYSPACE shop WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
      admin.execute(
          "CREATE TABLE shop.daily (s text, day date, at timestamp, v double, n int, note text, PRIMARY KEY ((s, day), at))");
      admin.execute("CREATE ROLE reader WITH LOGIN = true AND PASSWORD = 'secret'");
      admin.execute("GRANT SELECT ON shop.daily TO reader");
      admin.execute("CREATE ROLE writer WITH LOGIN = true AND PASSWORD = 'secret'");
      admin.execute("GRANT SELECT ON shop.daily TO writer");
      PreparedStatement insert =
          admin.prepare("INSERT INTO shop.daily (s, day, at, v, n) VALUES ('roof', ?, ?, ?, ?)");
      Random random = new Random(SEED);
      Duration step = Duration.ofHours(1).dividedBy(ROWS_OF_HOUR);
      for (int hour = 0; hour < VALUES.length; hour++) {
        BatchStatementBuilder batch = BatchStatement.builder(BatchType.UNLOGGED);
        for (int row = 0; row < ROWS_OF_HOUR; row++) {
          VALUES[hour][row] = hour + random.nextGaussian();
          Instant at = begin(hour).plus(step.multipliedBy(row));
          batch.addStatement(insert.bind(FIRST.plusDays(hour / HOURS), at, VALUES[hour][row], row));
        }
        admin.execute(batch.build());
        Arrays.sort(VALUES[hour]);
      }
    }
    session = node.sessionBuilder().withAuthCredentials("reader", "secret").build();
  }

  @AfterAll
  static void close() {
    session.close();
    node.close();
  }

  private static Instant begin(int hour) {
    return FIRST.atStartOfDay(ZoneOffset.UTC).toInstant().plus(Duration.ofHours(hour));
  }

  private CommandLineRun run(String... arguments) throws IOException {
    return run("query", "reader", List.of(arguments));
  }

  private CommandLineRun run(String command, String role, List<String> arguments)
      throws IOException {
    List<String> line =
        new ArrayList<>(
            List.of(
                command,
                "--driver-config",
                DriverFile.write(directory, node, role, "secret").toString()));
    line.addAll(arguments);
    return CommandLineRun.of(line.toArray(String[]::new));
  }

  /** What is said besides. */
  private static String said(ThrowingRunnable runnable) throws IOException {
    PrintStream errors = System.err;
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    try {
      System.setErr(new PrintStream(said, true, StandardCharsets.UTF_8));
      runnable.run();
    } finally {
      System.setErr(errors);
    }
    return said.toString(StandardCharsets.UTF_8);
  }

  /** Something that may fail. */
  private interface ThrowingRunnable {
    void run() throws IOException;
  }

  @Test
  void should_give_the_exact_hours_over_several_partitions() throws IOException {
    List<CommandLineRun> runs = new ArrayList<>();
    String said = said(() -> runs.add(run(SELECT, "--partitions", PARTITIONS, "--format", "csv")));

    assertThat(said)
        .contains(
            "Client lane: no node answers stats.*, neither by scripts nor by the server jar; rows are read, and aggregated here.")
        .contains("%,d rows in".formatted(DAYS * HOURS * ROWS_OF_HOUR));
    assertThat(runs.get(0).exitCode()).as("%s", runs.get(0)).isZero();
    List<CSVRecord> rows =
        CSVFormat.DEFAULT
            .builder()
            .setHeader()
            .setSkipHeaderRecord(true)
            .get()
            .parse(new StringReader(runs.get(0).out()))
            .getRecords();
    assertThat(rows).hasSize(VALUES.length);
    for (int hour = 0; hour < VALUES.length; hour++) {
      CSVRecord row = rows.get(hour);
      double[] sorted = VALUES[hour];
      double mean = Arrays.stream(sorted).sum() / ROWS_OF_HOUR;
      assertThat(row.get("hour")).startsWith(begin(hour).toString().substring(0, 16));
      assertThat(row.get(1)).isEqualTo(String.valueOf(ROWS_OF_HOUR));
      assertThat(Double.parseDouble(row.get(2))).isEqualTo(sorted[0]);
      assertThat(Double.parseDouble(row.get(3))).isEqualTo(sorted[ROWS_OF_HOUR - 1]);
      assertThat(row.get(4)).isEqualTo(String.valueOf(ROWS_OF_HOUR * (ROWS_OF_HOUR - 1) / 2));
      assertThat(Double.parseDouble(row.get(5))).isEqualTo(mean, within(1e-12 * (1 + mean)));
      assertThat(Double.parseDouble(row.get(6)))
          .isBetween(sorted[ROWS_OF_HOUR - 2], sorted[ROWS_OF_HOUR - 1]);
      assertThat(row.get(7)).isEqualTo("0");
      assertThat(row.get(8)).isEqualTo(String.valueOf(ROWS_OF_HOUR - 1));
    }
  }

  @Test
  @Tag("extended")
  void should_give_the_exact_hours_of_many_rows_sooner_than_a_query_for_each() throws IOException {
    SeriesOfDays series;
    try (CqlSession admin = node.sessionBuilder().build()) {
      series = new SeriesOfDays(admin, 200_000);
      admin.execute("GRANT SELECT ON shop.ts_kv_cf TO reader");
    }
    StoredTables.flushAndCompact(node, "shop");
    series.compare(
        () -> run("query", "reader", SeriesOfDays.query("")), () -> series.rowsOneByOne(session));
  }

  @Test
  void should_need_no_more_than_to_read() {
    for (String statement :
        List.of(
            "CREATE FUNCTION shop.f (a int) CALLED ON NULL INPUT RETURNS int LANGUAGE java AS 'return a;'",
            "CREATE TABLE shop.other (k int PRIMARY KEY)",
            "INSERT INTO shop.daily (s, day, at) VALUES ('a', '2026-01-01', 0)",
            "SELECT value FROM system_views.settings WHERE name = 'user_defined_functions_enabled'")) {
      assertThatThrownBy(() -> session.execute(statement))
          .as(statement)
          .isInstanceOf(UnauthorizedException.class);
    }
    List<Lane> lanes = new ArrayList<>();
    StatsListener listener =
        new StatsListener() {
          @Override
          public void began(Lane lane) {
            lanes.add(lane);
          }

          @Override
          public void reached(StatsProgress progress) {}
        };
    StatsResult all =
        StatsClient.of(session)
            .run(
                StatsQuery.of("SELECT count(*) AS c, stats.stddev(v) FROM shop.daily"),
                StatsOptions.standard(),
                listener);
    // What Cassandra has itself needs no rows.
    StatsResult counted =
        StatsClient.of(session)
            .run(
                StatsQuery.of("SELECT count(*) AS c, max(v) FROM shop.daily"),
                StatsOptions.standard(),
                listener);

    assertThat(all.row().get("c")).isEqualTo((long) DAYS * HOURS * ROWS_OF_HOUR);
    assertThat(counted.row().get("c")).isEqualTo(all.row().get("c"));
    assertThat(lanes).containsExactly(Lane.CLIENT, Lane.SERVER);
  }

  /** Somebody else makes the tables that a dry run shows; the role may write them and read rows. */
  private CommandLineRun write(String command, String... arguments) throws IOException {
    List<String> line =
        new ArrayList<>(List.of("--from", "shop.daily", "--time", "at", "--bucket", "1h"));
    line.addAll(List.of(arguments));
    CommandLineRun refused = run(command, "writer", line);
    line.add("--dry-run");
    CommandLineRun dry = run(command, "writer", line);

    assertThat(refused.exitCode()).as("%s", refused).isEqualTo(1);
    assertThat(refused.error()).contains("No permission", "CREATE on the keyspace shop");
    assertThat(dry.exitCode()).as("%s", dry).isZero();
    try (CqlSession admin = node.sessionBuilder().build()) {
      for (String statement : dry.out().split(";\n", -1)) {
        if (statement.startsWith("CREATE TABLE")) {
          admin.execute(statement);
          String table = statement.replaceFirst("(?s)CREATE TABLE IF NOT EXISTS (\\S+) .*", "$1");
          admin.execute("GRANT SELECT ON " + table + " TO writer");
          admin.execute("GRANT MODIFY ON " + table + " TO writer");
        }
      }
      CommandLineRun run = run(command, "writer", line.subList(0, line.size() - 1));
      assertThat(run.exitCode()).as("%s", run).isZero();
      return run;
    }
  }

  @Test
  void should_roll_up_rows() throws Exception {
    List<CommandLineRun> runs = new ArrayList<>();
    String said =
        said(
            () ->
                runs.add(
                    write(
                        "rollup",
                        "--into",
                        "shop.hourly",
                        "--state",
                        "moments(v), tdigest(v), min_max_by(n, at)")));

    assertThat(said).contains("Client lane: no node answers stats.*");
    assertThat(runs.get(0).out())
        .startsWith(
            "%d buckets of %,d rows".formatted(VALUES.length, VALUES.length * ROWS_OF_HOUR));
    try (CqlSession admin = node.sessionBuilder().build()) {
      for (int hour = 0; hour < VALUES.length; hour++) {
        LocalDate day = FIRST.plusDays(hour / HOURS);
        Row row =
            admin
                .execute(
                    "SELECT rows, moments_v, tdigest_v, min_max_by_n_at FROM shop.hourly WHERE s = 'roof' AND day = ? AND bucket = ?",
                    day,
                    begin(hour))
                .one();
        double[] sorted = VALUES[hour];
        double mean = Arrays.stream(sorted).sum() / ROWS_OF_HOUR;
        assertThat(row.getLong(0)).isEqualTo(ROWS_OF_HOUR);
        assertThat(Moments.mean(row.getByteBuffer(1))).isEqualTo(mean, within(1e-12 * (1 + mean)));
        assertThat(TdigestAccessors.max(row.getByteBuffer(2))).isEqualTo(sorted[ROWS_OF_HOUR - 1]);
        assertThat(row.getByteBuffer(3))
            .isEqualTo(
                StatsClient.of(session)
                    .run(
                        StatsQuery.of(
                            "SELECT stats.min_max_by(n, at) FROM shop.daily WHERE s = 'roof' AND day = ? AND at >= ? AND at < ?",
                            day,
                            begin(hour),
                            begin(hour + 1)))
                    .row()
                    .get(0));
      }
      askRollup(admin);
    }
  }

  /** Whoever may not read a rollup is answered by rows. */
  private void askRollup(CqlSession admin) throws Exception {
    String[] line = {
      "SELECT count(*), stats.mean(v) FROM shop.daily WHERE s = 'roof' AND day = '%s'"
          .formatted(FIRST),
      "--use-rollup",
      "--format",
      "csv"
    };
    CommandLineRun none = run(line);
    admin.execute("GRANT SELECT ON shop.hourly TO reader");
    CommandLineRun table = Awaited.last(() -> run(line), run -> !run.error().equals(none.error()));
    admin.execute("GRANT SELECT ON shop.cassandra_stats_rollups TO reader");
    CommandLineRun both = Awaited.last(() -> run(line), run -> !run.error().equals(table.error()));
    List<CommandLineRun> runs = List.of(none, table, both);

    assertThat(runs.get(0).error())
        .contains("because of shop.hourly: User reader has no SELECT permission on")
        .contains("shop.hourly>");
    assertThat(runs.get(1).error())
        .contains("because of shop.hourly: User reader has no SELECT permission on")
        .contains("cassandra_stats_rollups");
    assertThat(runs.get(2).error()).contains("by the states of shop.hourly");
    assertThat(runs)
        .allSatisfy(
            run -> {
              assertThat(run.exitCode()).as("%s", run).isZero();
              assertThat(run.out())
                  .startsWith("count(*),")
                  .contains("\n%d,".formatted(HOURS * ROWS_OF_HOUR));
            });
  }

  @Test
  void should_pack_rows_into_the_chunks_of_the_aggregate() throws IOException {
    CommandLineRun run = write("pack", "--into", "shop.packed", "--column", "v");

    assertThat(run.out())
        .startsWith(
            "%d buckets of %,d rows".formatted(VALUES.length, VALUES.length * ROWS_OF_HOUR));
    try (CqlSession admin = node.sessionBuilder().build()) {
      for (int hour = 0; hour < VALUES.length; hour += 7) {
        LocalDate day = FIRST.plusDays(hour / HOURS);
        assertThat(
                admin
                    .execute(
                        "SELECT v FROM shop.packed WHERE s = 'roof' AND day = ? AND bucket = ?",
                        day,
                        begin(hour))
                    .one()
                    .getByteBuffer(0))
            .isEqualTo(
                StatsClient.of(session)
                    .run(
                        StatsQuery.of(
                            "SELECT stats.chunk(at, v) FROM shop.daily WHERE s = 'roof' AND day = ? AND at >= ? AND at < ?",
                            day,
                            begin(hour),
                            begin(hour + 1)))
                    .row()
                    .get(0));
      }
    }
  }

  @Test
  void should_say_what_servers_lack_when_they_are_to_answer() throws IOException {
    CommandLineRun run = run("SELECT stats.mean(v) FROM shop.daily", "--lane", "server");

    assertThat(run.exitCode()).as("%s", run).isEqualTo(1);
    assertThat(run.error())
        .hasLineCount(1)
        .contains("Is the pack installed", "--lane client needs neither");
  }

  @Test
  void should_refuse_in_one_line_what_it_cannot_compute() throws IOException {
    for (String call : List.of("stats.mean(note)", "stats.tdigest(v, v)", "sum(note)")) {
      CommandLineRun run = run("SELECT " + call + " FROM shop.daily");

      assertThat(run.exitCode()).as("%s", run).isEqualTo(1);
      assertThat(run.error()).startsWith("Error: ").contains("expected").hasLineCount(1);
      assertThat(run.out()).isEmpty();
    }
    assertThatThrownBy(
            () ->
                StatsClient.of(session)
                    .run(StatsQuery.of("SELECT stats.nothing(v) FROM shop.daily")))
        .isInstanceOf(StatsException.class)
        .hasMessageStartingWith("There is no function nothing");
  }
}
