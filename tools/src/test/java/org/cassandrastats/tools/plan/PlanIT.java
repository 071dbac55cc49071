/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.tools.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchStatementBuilder;
import com.datastax.oss.driver.api.core.cql.BatchType;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.ResultSet;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.servererrors.ReadTimeoutException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.IntFunction;
import org.cassandrastats.tools.command.CommandLineRun;
import org.cassandrastats.tools.console.Console;
import org.cassandrastats.tools.install.LocalPack;
import org.cassandrastats.tools.node.Node;
import org.cassandrastats.tools.node.NodeSettings;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Plans on a node with user-defined functions in threads of their own and a short deadline, which
 * wants a login.
 */
final class PlanIT {
  private static final int LARGE = 50_000;
  private static final int LOGGED = 14 * 24 * 60;
  private static final int SMALL = 300;
  private static final int SMALL_PARTITIONS = 40;
  private static final int BATCH = 64;
  private static final int IN_FLIGHT = 16;
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private static Node node;
  private static CqlSession session;

  @TempDir private Path directory;

  @BeforeAll
  static void startNode() {
    node =
        Node.start(
            NodeSettings.builder()
                .authentication(true)
                .yaml("read_request_timeout", "600ms")
                .yaml("range_request_timeout", "4s")
                // Loading is not what is tested.
                .yaml("write_request_timeout", "1m")
                .build());
    session = node.sessionBuilder().build();
    LocalPack.install(session, Set.of("moments", "mean", "tdigest"), Console.plain());
    session.execute(
        "CREATE KEYSPACE shop WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
    session.execute("CREATE TABLE shop.readings (k int, c bigint, v double, PRIMARY KEY (k, c))");
    session.execute("CREATE TABLE shop.log (k int, at timestamp, v double, PRIMARY KEY (k, at))");
    session.execute("CREATE TABLE shop.flags (k int, c boolean, v double, PRIMARY KEY (k, c))");
    session.execute("CREATE TABLE shop.nothing (k int, c bigint, v double, PRIMARY KEY (k, c))");
    PreparedStatement insert =
        session.prepare("INSERT INTO shop.readings (k, c, v) VALUES (?, ?, ?)");
    load(insert, 0, LARGE);
    for (int partition = 1; partition <= SMALL_PARTITIONS; partition++) {
      load(insert, partition, SMALL);
    }
    loadLog();
    for (String role : List.of("nobody", "reader")) {
      session.execute("CREATE ROLE %s WITH LOGIN = true AND PASSWORD = 'secret'".formatted(role));
    }
    session.execute("GRANT SELECT ON KEYSPACE shop TO reader");
    session.execute("GRANT EXECUTE ON ALL FUNCTIONS IN KEYSPACE stats TO reader");
  }

  private static void load(PreparedStatement insert, int partition, int rows) {
    load(rows, row -> insert.bind(partition, 10L * row, (double) (row % 1000)));
  }

  /** A row for each minute of 14 days. */
  private static void loadLog() {
    PreparedStatement insert = session.prepare("INSERT INTO shop.log (k, at, v) VALUES (1, ?, ?)");
    Instant start = Instant.parse("2026-01-01T00:00:00Z");
    load(LOGGED, row -> insert.bind(start.plus(MINUTE.multipliedBy(row)), (double) row));
  }

  private static void load(int rows, IntFunction<BoundStatement> insert) {
    List<CompletionStage<AsyncResultSet>> written = new ArrayList<>();
    for (int from = 0; from < rows; from += BATCH) {
      BatchStatementBuilder batch = BatchStatement.builder(BatchType.UNLOGGED);
      for (int row = from; row < Math.min(rows, from + BATCH); row++) {
        batch.addStatement(insert.apply(row));
      }
      written.add(session.executeAsync(batch.build()));
      if (written.size() == IN_FLIGHT) {
        written.remove(0).toCompletableFuture().join();
      }
    }
    written.forEach(write -> write.toCompletableFuture().join());
  }

  @AfterAll
  static void stopNode() {
    if (session != null) {
      session.close();
    }
    if (node != null) {
      node.close();
    }
  }

  @Test
  void should_recommend_one_query_over_a_small_partition_and_that_answers() throws IOException {
    String statement = "SELECT stats.mean(v) FROM shop.readings WHERE k = 1";

    JsonNode plan = json(statement);

    assertThat(plan.get("recommended").asText()).as("%s", plan).isEqualTo("one-query");
    assertThat(plan.get("rows").get("certainty").asText()).isEqualTo("exact");
    assertThat(plan.get("rows").get("likely").asInt()).isEqualTo(SMALL);
    assertThat(session.execute(patient(statement)).one().getDouble(0)).isEqualTo((SMALL - 1) / 2.0);
  }

  @Test
  void should_recommend_to_split_where_one_query_misses_a_lowered_deadline() throws IOException {
    String statement = "SELECT stats.mean(v), stats.tdigest(v) FROM shop.readings WHERE k = 0";

    JsonNode plan = json(statement);

    assertThat(plan.get("recommended").asText()).as("%s", plan).isEqualTo("split");
    assertThat(plan.get("deadline").asDouble()).isEqualTo(0.6);
    assertThat(plan.get("settings").get("read_request_timeout").asDouble()).isEqualTo(0.6);
    assertThat(plan.get("settings").get("range_request_timeout").asDouble()).isEqualTo(4);
    assertThat(plan.get("settings").get("native_transport_timeout").asDouble()).isEqualTo(12);
    assertThat(plan.get("settings").get("user_defined_functions_enabled").asText())
        .isEqualTo("true");
    assertThat(plan.get("rows").get("likely").asDouble()).isBetween(0.95 * LARGE, 1.05 * LARGE);
    JsonNode lane = plan.get("oneQuery").get(0);
    assertThat(lane.get("lane").asText()).isEqualTo("udf-threads-on");
    assertThat(lane.get("deadline").asText()).isEqualTo("misses it");
    assertThat(lane.get("perRow").get("likely").asDouble())
        .isGreaterThan(plan.get("builtIn").get("perRow").get("likely").asDouble());
    assertThat(plan.get("oneQuery")).hasSize(3);
    assertThat(plan.get("split").get("targetTime").asDouble()).isEqualTo(0.15);
    assertThat(plan.get("command").asText())
        .startsWith("cassandra-stats query --driver-config")
        .contains("--target-time 0.15 --in-flight");
    assertThatThrownBy(() -> session.execute(patient(statement)))
        .isInstanceOf(ReadTimeoutException.class);
  }

  @Test
  void should_run_the_command_that_it_recommends() throws IOException {
    String statement =
        "SELECT count(*) AS rows, stats.mean(v) AS mean FROM shop.readings WHERE k = 0";
    JsonNode plan = json(statement);

    CommandLineRun run =
        as(
            "query",
            "cassandra",
            "cassandra",
            statement,
            "--format",
            "csv",
            "--target-time",
            plan.get("split").get("targetTime").asText(),
            "--in-flight",
            plan.get("split").get("inFlight").asText());

    assertThat(run.exitCode()).as("%s", run).isZero();
    assertThat(run.out()).contains(LARGE + ",499.5");
  }

  /**
   * The node has the digests, but not what is asked of them: a split query computes that itself.
   */
  @Test
  void should_recommend_to_split_what_cassandra_refuses_as_it_is() throws IOException {
    JsonNode plan =
        json("SELECT stats.tdigest_quantile(stats.tdigest(v), 0.5) FROM shop.readings WHERE k = 1");

    assertThat(plan.get("recommended").asText()).as("%s", plan).isEqualTo("split");
    assertThat(plan.get("refused").asText()).contains("nknown function");
    assertThat(plan.get("reasons").get(0).asText())
        .startsWith("Cassandra refuses the statement as it is");
  }

  @Test
  void should_write_a_report_for_people() throws IOException {
    CommandLineRun run = plan("SELECT stats.mean(v) FROM shop.readings WHERE k = 0");

    assertThat(run.exitCode()).as("%s", run).isZero();
    assertThat(run.out())
        .contains("Rows: about ", "Deadline: 600 ms for a whole request", "Recommended: split")
        .containsPattern("one query +\\| udf-threads-on +\\|")
        .containsPattern("one query +\\| native +\\|.*needs the server jar on every node")
        .containsPattern("built-in avg\\(v\\) +\\|")
        .contains("- One query takes ", "- Split, it takes ", "  cassandra-stats query ");
  }

  @Test
  void should_count_all_rows_if_asked() throws IOException {
    JsonNode plan =
        json("SELECT stats.mean(v) FROM shop.readings WHERE k = 0 AND c >= 1000", "--count");

    assertThat(plan.get("rows").get("certainty").asText()).isEqualTo("exact");
    assertThat(plan.get("rows").get("likely").asInt()).isEqualTo(LARGE - 100);
  }

  /** The rows of a coordinator's own ranges are read under the deadline of single partitions. */
  @Test
  void should_know_the_deadline_of_a_whole_table() throws IOException {
    String statement = "SELECT stats.mean(v), stats.tdigest(v) FROM shop.readings";

    JsonNode plan = json(statement);

    assertThat(plan.get("recommended").asText()).as("%s", plan).isEqualTo("split");
    assertThat(plan.get("deadline").asDouble()).isEqualTo(0.6);
    assertThat(plan.get("partitions").get("likely").asInt()).isEqualTo(SMALL_PARTITIONS + 1);
    assertThat(plan.get("rows").get("high").asDouble()).isGreaterThan(LARGE);
    assertThatThrownBy(() -> session.execute(patient(statement)))
        .isInstanceOf(ReadTimeoutException.class);
  }

  @Test
  void should_plan_groups() throws IOException {
    JsonNode plan = json("SELECT k, count(*), stats.mean(v) FROM shop.readings GROUP BY k");

    assertThat(plan.get("recommended").asText()).as("%s", plan).isEqualTo("split");
    assertThat(plan.get("split").get("requests").get("likely").asDouble()).isGreaterThan(1);
  }

  @Test
  void should_recommend_states_where_a_question_is_repeated() throws IOException {
    JsonNode plan = json("SELECT stats.mean(v) FROM shop.log WHERE k = 1", "--repeat-every", "1s");

    assertThat(plan.get("recommended").asText()).as("%s", plan).isEqualTo("rollup");
    JsonNode rollup = plan.get("rollup");
    // A row a minute: a day has 1440.
    assertThat(rollup.get("bucketSeconds").asDouble()).isEqualTo(86_400);
    assertThat(rollup.get("timeColumn").asText()).isEqualTo("at");
    assertThat(rollup.get("buckets").asInt()).isEqualTo(14);
    // A state of moments, and a count.
    assertThat(rollup.get("bytes").asInt()).isEqualTo(14 * (88 + 8));
  }

  @Test
  void should_recommend_an_engine_where_even_split_queries_take_too_long() throws IOException {
    JsonNode plan =
        json("SELECT stats.mean(v) FROM shop.readings WHERE k = 0", "--at-most", "100ms");

    assertThat(plan.get("recommended").asText()).as("%s", plan).isEqualTo("engine");
    assertThat(plan.get("reasons").toString()).contains("Spark", "--at-most");
  }

  @Test
  void should_plan_where_there_are_no_rows() throws IOException {
    for (String where : List.of("", " WHERE k = 1")) {
      JsonNode plan = json("SELECT stats.mean(v) FROM shop.nothing" + where);

      assertThat(plan.get("recommended").asText()).as("%s", plan).isEqualTo("one-query");
      assertThat(plan.get("rows").get("likely").asInt()).isZero();
    }
  }

  @Test
  void should_plan_built_in_aggregates_without_a_lane() throws IOException {
    JsonNode plan = json("SELECT avg(v), count(*) FROM shop.readings WHERE k = 1");

    assertThat(plan.get("oneQuery")).hasSize(1);
    assertThat(plan.get("oneQuery").get(0).get("lane").asText()).isEqualTo("built in");
  }

  @Test
  void should_assume_default_deadlines_where_the_role_may_not_read_them() throws IOException {
    CommandLineRun run =
        as("plan", "reader", "secret", "SELECT stats.mean(v) FROM shop.readings WHERE k = 1");

    assertThat(run.exitCode()).as("%s", run).isZero();
    assertThat(run.out())
        .contains("Deadline: 5 s for", "Note: The role may not read system_views.settings")
        .contains("those of Cassandra's defaults are assumed");
  }

  @Test
  void should_say_that_a_permission_is_missing() throws IOException {
    CommandLineRun run =
        as("plan", "nobody", "secret", "SELECT stats.mean(v) FROM shop.readings WHERE k = 1");

    assertThat(run.exitCode()).as("%s", run).isEqualTo(1);
    assertThat(run.error())
        .contains("nobody has no SELECT permission", "Needed are")
        .hasLineCount(1);
    assertThat(run.out()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SELECT count(*) FROM shop.missing | There is no table missing in the keyspace shop",
        "SELECT count(*) FROM mall.readings | There is no keyspace mall",
        "SELECT stats.mean(w) FROM shop.readings | There is no column w in readings",
        "SELECT stats.average(v) FROM shop.readings | There is no function average",
        "SELECT stats.approx_quantile(v, 0.5) FROM shop.readings | approx_quantile does not merge",
        "SELECT stats.histogram(v, 0, 1, 2) FROM shop.readings WHERE k = 1 | Is the pack installed",
        "SELECT count(*) FROM shop.flags WHERE k = 1 | of the type boolean, whose order cannot be split",
        "SELECT count(*) FROM shop.readings WHERE v = 1.0 | depends on an index",
        "SELECT v FROM shop.readings | v has a value for each row",
        "SELECT count(*) FROM shop.readings WHERE k = ? | more markers",
        "DELETE FROM shop.readings | Expected SELECT",
      })
  void should_refuse_in_one_line(String statement, String expected) throws IOException {
    CommandLineRun run = plan(statement);

    assertThat(run.exitCode()).as("%s", run).isEqualTo(1);
    assertThat(run.error()).startsWith("Error: ").contains(expected).hasLineCount(1);
    assertThat(run.out()).isEmpty();
  }

  @Test
  void should_write_nothing() throws IOException {
    List<String> before = schema();

    json("SELECT stats.mean(v) FROM shop.readings WHERE k = 2");

    assertThat(schema()).isEqualTo(before);
  }

  private static List<String> schema() {
    List<String> schema = new ArrayList<>();
    for (String table : List.of("tables", "functions", "aggregates", "types")) {
      ResultSet rows = session.execute("SELECT * FROM system_schema." + table);
      rows.forEach(row -> schema.add(table + " " + row.getFormattedContents()));
    }
    return schema;
  }

  private static SimpleStatement patient(String statement) {
    return SimpleStatement.newInstance(statement).setTimeout(PATIENCE);
  }

  private JsonNode json(String statement, String... more) throws IOException {
    List<String> all = new ArrayList<>(List.of("--format", "json"));
    all.addAll(List.of(more));
    CommandLineRun run = plan(statement, all.toArray(String[]::new));
    assertThat(run.exitCode()).as("%s", run).isZero();
    return new ObjectMapper().readTree(run.out());
  }

  private CommandLineRun plan(String statement, String... more) throws IOException {
    List<String> all = new ArrayList<>(List.of("--sample-time", "500ms", "--sample-rows", "1000"));
    all.addAll(List.of(more));
    return as("plan", "cassandra", "cassandra", statement, all.toArray(String[]::new));
  }

  private CommandLineRun as(
      String command, String role, String password, String statement, String... more)
      throws IOException {
    Path configuration =
        Files.writeString(
            directory.resolve("driver.conf"),
            """
            datastax-java-driver {
              basic.contact-points = ["127.0.0.1:%d"]
              advanced.auth-provider {
                class = PlainTextAuthProvider
                username = %s
                password = %s
              }
            }
            """
                .formatted(node.address().getPort(), role, password));
    List<String> all =
        new ArrayList<>(List.of(command, "--driver-config", configuration.toString(), statement));
    all.addAll(List.of(more));
    return CommandLineRun.of(all.toArray(String[]::new));
  }
}
