/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.rollup;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.cql.Row;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.management.Attribute;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import org.cassandrastats.cli.chunking.PackTable;
import org.cassandrastats.cli.command.CommandLineRun;
import org.cassandrastats.cli.command.NativeNode;
import org.cassandrastats.cli.command.NativeNodeExtension;
import org.cassandrastats.cli.command.Options;
import org.cassandrastats.localcluster.node.ManagementConnection;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is refused, in one line, before anything is written. */
@ExtendWith(NativeNodeExtension.class)
final class RollupRefusalsIT {
  private static NativeNode node;

  @TempDir private Path directory;

  @BeforeAll
  static void startNode(NativeNode shared, @TempDir Path directory) {
    node = shared;
    node.execute(
        "CREATE TABLE shop.raw (k int, at timestamp, seq int, v double, note text, PRIMARY KEY (k, at, seq))");
    node.execute(
        "CREATE TABLE shop.named (k int, note text, at timestamp, v double, PRIMARY KEY (k, note, at))");
    node.execute(
        "CREATE TABLE shop.newest (k int, at timestamp, v double, PRIMARY KEY (k, at)) WITH CLUSTERING ORDER BY (at DESC)");
    node.execute("CREATE TABLE shop.plain (k int PRIMARY KEY, at timestamp, v double)");
    node.execute("CREATE TABLE shop.days (k int, at date, v double, PRIMARY KEY (k, at))");
    node.execute(
        "CREATE TABLE shop.taken (bucket int, at timestamp, v double, PRIMARY KEY (bucket, at))");
    node.execute("CREATE TABLE shop.far (k int, at bigint, v double, PRIMARY KEY (k, at))");
    node.execute("CREATE TABLE shop.counted (k int, at timestamp, v counter, PRIMARY KEY (k, at))");
    node.execute("INSERT INTO shop.raw (k, at, seq, v) VALUES (1, 0, 1, 2.5)");
    node.execute("INSERT INTO shop.far (k, at, v) VALUES (1, 0, 1)");
    for (String role : List.of("nobody", "reader", "writer", "keeper", "blind")) {
      node.execute("CREATE ROLE " + role + " WITH LOGIN = true AND PASSWORD = 'secret'");
    }
    node.execute("GRANT SELECT ON shop.raw TO reader");
    node.execute("GRANT ALL ON KEYSPACE shop TO writer");
    CommandLineRun run = node.run(directory, "rollup", line("", "there"));
    assertThat(run.exitCode()).as("%s", run).isZero();
    for (String permission : List.of("SELECT", "MODIFY")) {
      node.execute("GRANT " + permission + " ON shop.cassandra_stats_rollups TO reader");
    }
    CommandLineRun pack = node.run(directory, "pack", PackTable.pack("far"));
    assertThat(pack.exitCode()).as("%s", pack).isZero();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--from shop.nothing | There is no table nothing in the keyspace shop",
        "--from mall.raw | There is no keyspace mall",
        "--into mall.hourly | There is no keyspace mall: create it",
        "--time then | There is no column then in shop.raw: it has k, at, seq",
        "--time seq | The column seq is of the type int: expected timestamp",
        "--from shop.named --time v | Rows of shop.named are not kept in the order of v: expected a clustering column, of which it has note, at",
        "--from shop.named --time note | The column note is of the type text: expected timestamp",
        "--from shop.plain | expected a clustering column, of which it has none",
        "--from shop.days | The column at is a date, which buckets of 1h cut: expected whole days",
        "--from shop.there --time bucket --bucket 90m --state moments_merge(moments_v) | The rows of shop.there stand for buckets of 1h, which buckets of 90m cut: expected a multiple of 1h",
        "--from shop.there --time bucket --bucket 15m --state moments_merge(moments_v) | which buckets of 15m cut",
        "--from shop.far_packed --time bucket --bucket 90m --state chunk_merge(v) | The rows of shop.far_packed stand for buckets of 1h, which buckets of 90m cut",
        "--from shop.days --bucket 1d --timezone Europe/Berlin | The column at is a date, which buckets of 1d in Europe/Berlin cut",
        "--from shop.there --time bucket --bucket 1d --timezone Asia/Kolkata --state moments_merge(moments_v) | which buckets of 1d in Asia/Kolkata cut, for the time zone: expected --timezone UTC, or buckets of narrower ones",
        "--into shop.there --timezone Europe/Berlin | shop.there is a rollup with timezone UTC, not Europe/Berlin",
        "--from shop.taken | The primary key has a column bucket, and a rollup has one of that name for itself: expected --bucket-column with another name",
        "--bucket-column rows | --bucket-column rows: a rollup has a column of that name for the number of rows",
        "--bucket-column moments_v | moments(v) would be stored in the column moments_v, which the rollup has already",
        "--into shop.there --bucket-column hour | shop.there keeps the beginnings of its buckets in the column bucket, not hour: leave out --bucket-column",
        "--time-unit s | leave out --time-unit",
        "--state moments(w) | There is no column w in raw",
        "--state moments(note) | has arguments (text): expected moments(varint | float | double)",
        "--state average(v) | There is no function average",
        "--state mean(v) | stats.mean(v) gives no state that merges. These do: chunk, ",
        "--from shop.newest --state first_last(v) | shop.newest holds them from the last to the first: take min_max_by(v, at)",
        "--state count(v) | count(v) gives no state that merges",
        "--state moments_mean(moments(v)) | gives no state that merges",
        "--state v | v has a value for each row",
        "--state moments(v | Expected \")\"",
        "--state moments(v),moments(v) | would be stored in the column moments_v, which the rollup has already: name it",
        "--state tdigest(v)_AS_rows | would be stored in the column rows",
        "--until 2999-01-01 | --until 2999-01-01T00:00:00Z is still to come",
        "--recompute 1970-01-02 1970-01-03 | There is no table shop.hourly whose buckets could be written again",
        "--into shop.raw | shop.raw is no rollup: its comment holds no definition",
        "--into shop.there --bucket 2h | shop.there is a rollup with bucket 1h, not 2h",
        "--into shop.there --state tdigest(v) | shop.there is a rollup with states {moments_v=stats.moments(v)}, not {tdigest_v=stats.tdigest(v)}",
        "--into shop.there --state moments(seq)_AS_moments_v | not {moments_v=stats.moments(seq)}",
        "--into shop.there --ttl 90d | shop.there is a rollup with ttl none, not 90d",
        "--into shop.there --since 1970-01-01 | since the first row, not 1970-01-01T00:00:00Z",
        "--into shop.there --typed | The column moments_v of shop.there is blob: expected 'org.cassandrastats.types.MomentsType'",
        "--into shop.there --recompute 1970-01-02 2999-01-01 | goes beyond what is complete",
        "--keyspace nowhere --lane server | Unknown function 'nowhere.moments'",
      })
  void should_refuse_in_one_line(String arguments, String expected) {
    int tables = tables("shop");

    CommandLineRun run = node.run(directory, "rollup", line(arguments, "hourly"));

    assertThat(run.exitCode()).as("%s", run).isEqualTo(1);
    assertThat(run.error()).startsWith("Error: ").contains(expected).hasLineCount(1);
    assertThat(run.out()).isEmpty();
    assertThat(tables("shop")).isEqualTo(tables);
  }

  @ParameterizedTest
  @CsvSource({
    "timestamp, '2026-01-01'",
    "bigint, 1767225600000",
    "date, '2026-01-01'",
    "timeuuid, d0c3c000-e6a4-11f0-8000-000000000001"
  })
  void should_advise_a_state_that_works_where_the_last_row_comes_first(String type, String key) {
    String table = "last_first_" + type;
    node.execute(
        "CREATE TABLE shop.%s (k int, at %s, v double, PRIMARY KEY (k, at)) WITH CLUSTERING ORDER BY (at DESC)"
            .formatted(table, type));
    String literal = key.contains("-") && !type.equals("timeuuid") ? "'" + key + "'" : key;
    node.execute("INSERT INTO shop.%s (k, at, v) VALUES (1, %s, 2.5)".formatted(table, literal));
    for (String lane : List.of("server", "client")) {
      String into = table + "_" + lane;
      String[] more = {"--bucket", "1d", "--lane", lane};
      CommandLineRun refused =
          node.run(
              directory,
              "rollup",
              Options.instead(RollupLine.of(table, into, "first_last(v)"), List.of(more)));
      assertThat(refused.exitCode()).as("%s", refused).isEqualTo(1);
      String advised = refused.error().strip().replaceAll("(?s).*: take (.*)\\.", "$1");

      CommandLineRun run =
          node.run(
              directory,
              "rollup",
              Options.instead(RollupLine.of(table, into, advised + " AS state"), List.of(more)));

      assertThat(run.exitCode()).as("%s %s", advised, run).isZero();
      assertThat(
              node.rows("SELECT stats.extremes_values_double(state) FROM shop." + into)
                  .get(0)
                  .getList(0, Double.class))
          .containsExactly(2.5, 2.5);
    }
  }

  @Test
  void should_say_that_a_permission_is_missing() {
    int tables = tables("shop");

    for (String role : List.of("nobody", "reader")) {
      CommandLineRun run = as(role, "hourly");

      assertThat(run.exitCode()).as("%s", run).isEqualTo(1);
      assertThat(run.error())
          .startsWith("Error: No permission: ")
          .contains(role.equals("nobody") ? "no SELECT permission" : "no CREATE permission")
          .contains("Needed are SELECT on shop.raw", "MODIFY on shop.hourly")
          .hasLineCount(1);
    }
    assertThat(tables("shop")).isEqualTo(tables);
  }

  @Test
  void should_need_no_more_than_the_permissions_that_are_documented() {
    for (String role : List.of("keeper", "blind")) {
      node.execute("GRANT SELECT ON shop.raw TO " + role);
      for (String table : List.of("there", "cassandra_stats_rollups")) {
        node.execute("GRANT MODIFY ON shop." + table + " TO " + role);
      }
      node.execute("GRANT SELECT ON shop.there TO " + role);
    }
    node.execute("GRANT SELECT ON shop.cassandra_stats_rollups TO keeper");

    CommandLineRun keeper = as("keeper", "there");
    CommandLineRun blind = as("blind", "there");

    assertThat(keeper.exitCode()).as("%s", keeper).isZero();
    assertThat(blind.exitCode()).as("%s", blind).isEqualTo(1);
    assertThat(blind.error())
        .startsWith("Error: No permission: ")
        .contains("no SELECT permission", "SELECT and MODIFY on shop.there and shop.cassandra");
  }

  /** Nodes do not look again at what they have prepared; superusers may write as of any time. */
  @Test
  void should_name_the_guardrail_that_forbids_write_times_before_anything_is_written()
      throws Exception {
    CommandLineRun allowed = as("writer", "allowed");
    assertThat(allowed.exitCode()).as("%s", allowed).isZero();
    node.execute(
        "CREATE KEYSPACE elsewhere WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
    node.execute("GRANT ALL ON KEYSPACE elsewhere TO writer");
    int tables = tables("shop");
    List<String> progress = progress();
    List<CommandLineRun> forbidden = new ArrayList<>();
    try (JMXConnector management = ManagementConnection.open(node.node())) {
      ObjectName guardrails = new ObjectName("org.apache.cassandra.db:type=Guardrails");
      MBeanServerConnection beans = management.getMBeanServerConnection();
      beans.setAttribute(guardrails, new Attribute("UserTimestampsEnabled", false));
      try {
        forbidden.add(as("writer", "guarded"));
        forbidden.add(as("writer", "allowed"));
        forbidden.add(as("writer", "rollup", RollupLine.of("counted", "guarded", "moments(v)")));
        forbidden.add(as("writer", "rollup", line("--into elsewhere.guarded", "guarded")));
        forbidden.add(as("writer", "pack", PackTable.pack("far", "--delete-rows")));
        for (String into : List.of("far", "far_again")) {
          forbidden.add(
              as("writer", "unpack", "--from", "shop.far_packed", "--into", "shop." + into));
        }
      } finally {
        beans.setAttribute(guardrails, new Attribute("UserTimestampsEnabled", true));
      }
    }

    for (CommandLineRun run : forbidden) {
      assertThat(run.exitCode()).as("%s", run).isEqualTo(1);
      assertThat(run.error())
          .startsWith("Error: Cassandra refuses the ")
          .contains("Guardrail user_timestamps violated", "Expected user_timestamps_enabled")
          .hasLineCount(1);
    }
    assertThat(tables("shop")).isEqualTo(tables);
    assertThat(tables("elsewhere")).as("the table of watermarks").isEqualTo(1);
    assertThat(progress()).isEqualTo(progress);
    assertThat(node.rows("SELECT query_string FROM system.prepared_statements"))
        .extracting(row -> row.getString(0))
        .as("what was asked for the guardrail only")
        .noneMatch(query -> query.contains("USING TIMESTAMP") && !query.contains("?"))
        .noneMatch(query -> query.contains("DELETE FROM shop.raw"));
  }

  /** Turns and watermarks. */
  private static List<String> progress() {
    return node.rows("SELECT slice, complete_until FROM shop.cassandra_stats_rollups").stream()
        .map(Row::getFormattedContents)
        .toList();
  }

  private CommandLineRun as(String role, String into) {
    return as(role, "rollup", line("", into));
  }

  private CommandLineRun as(String role, String command, String... arguments) {
    return CommandLineRun.of(
        node.line(directory, command, role, "secret", arguments).toArray(String[]::new));
  }

  private static int tables(String keyspace) {
    return node.rows(
            "SELECT table_name FROM system_schema.tables WHERE keyspace_name = ?", keyspace)
        .size();
  }

  /** A command line that is right but for some options; an underscore there stands for a blank. */
  private static String[] line(String instead, String into) {
    List<String> given =
        instead.isEmpty()
            ? List.of()
            : List.of(instead.replace("_AS_", "\u00a0AS\u00a0").split(" ", -1));
    return Options.instead(
        RollupLine.of("raw", into, "moments(v)"),
        given.stream().map(argument -> argument.replace('\u00a0', ' ')).toList());
  }
}
