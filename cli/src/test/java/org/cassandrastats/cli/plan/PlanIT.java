/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.servererrors.ReadFailureException;
import com.datastax.oss.driver.api.core.servererrors.ReadTimeoutException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.cassandrastats.cli.command.CommandLineRun;
import org.cassandrastats.cli.command.NativeNode;
import org.cassandrastats.cli.command.NativeNodeExtension;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Plans on a node with a short deadline, held against what it then does. */
@ExtendWith(NativeNodeExtension.class)
final class PlanIT {
  private static PlanNode node;

  private final NativeNode jarNode;
  @TempDir private Path directory;

  PlanIT(NativeNode jarNode) {
    this.jarNode = jarNode;
  }

  @BeforeAll
  static void startNode() {
    node = new PlanNode();
    node.load();
  }

  @AfterAll
  static void stopNode() {
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
    assertThat(plan.get("rows").get("likely").asInt()).isEqualTo(PlanNode.SMALL);
    assertThat(node.execute(statement).one().getDouble(0)).isEqualTo((PlanNode.SMALL - 1) / 2.0);
  }

  @Test
  void should_recommend_to_split_where_one_query_exceeds_a_lowered_deadline() throws IOException {
    String statement = "SELECT stats.mean(v), stats.tdigest(v) FROM shop.readings WHERE k = 0";

    JsonNode plan = json(statement);

    assertThat(plan.get("recommended").asText()).as("%s", plan).isEqualTo("split");
    assertThat(plan.get("deadline").asDouble()).isEqualTo(0.6);
    assertThat(plan.get("settings").get("read_request_timeout").asDouble()).isEqualTo(0.6);
    assertThat(plan.get("settings").get("range_request_timeout").asDouble()).isEqualTo(4);
    assertThat(plan.get("settings").get("native_transport_timeout").asDouble()).isEqualTo(12);
    assertThat(plan.get("settings").get("user_defined_functions_enabled").asText())
        .isEqualTo("true");
    assertThat(plan.get("rows").get("likely").asDouble())
        .isBetween(0.95 * PlanNode.LARGE, 1.05 * PlanNode.LARGE);
    JsonNode lane = plan.get("oneQuery").get(0);
    assertThat(lane.get("lane").asText()).isEqualTo("udf-threads-on");
    assertThat(lane.get("deadline").asText()).isEqualTo("exceeds it");
    assertThat(lane.get("perRow").get("likely").asDouble())
        .isGreaterThan(plan.get("builtIn").get("perRow").get("likely").asDouble());
    assertThat(plan.get("oneQuery")).hasSize(3);
    assertThat(plan.get("split").get("targetTime").asDouble()).isEqualTo(0.15);
    assertThat(plan.get("command").asText())
        .startsWith("cassandra-stats query --driver-config")
        .contains("--target-time 0.15 --in-flight");
    assertMissesTheDeadline(statement);
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
    assertThat(run.out()).contains(PlanNode.LARGE + ",499.5");
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
  void should_say_how_nodes_with_the_server_jar_read() throws Exception {
    jarNode.execute("CREATE TABLE shop.plain (k int, c int, v double, PRIMARY KEY (k, c))");
    jarNode.execute("INSERT INTO shop.plain (k, c, v) VALUES (1, 1, 1)");
    String statement = "SELECT stats.mean(v) FROM shop.plain WHERE k = 1";
    String cursors = "org.cassandrastats:type=CursorReads";

    assertThat(jarNode.run(directory, "plan", statement).out())
        .contains("Reads: directly, by the server jar on every node");
    Object before = jarNode.set(cursors, "Enabled", true);
    try {
      assertThat(jarNode.run(directory, "plan", statement).out()).contains("Reads: by cursors,");
      assertThat(jarNode.run(directory, "plan", "--consistency", "QUORUM", statement).out())
          .contains("Reads: as Cassandra does,");
    } finally {
      jarNode.set(cursors, "Enabled", before);
    }
  }

  @Test
  void should_count_all_rows_if_asked() throws IOException {
    JsonNode plan =
        json("SELECT stats.mean(v) FROM shop.readings WHERE k = 0 AND c >= 1000", "--count");

    assertThat(plan.get("rows").get("certainty").asText()).isEqualTo("exact");
    assertThat(plan.get("rows").get("likely").asInt()).isEqualTo(PlanNode.LARGE - 100);
  }

  /** The rows of a coordinator's own ranges are read under the deadline of single partitions. */
  @Test
  void should_know_the_deadline_of_a_whole_table() throws IOException {
    String statement = "SELECT stats.mean(v), stats.tdigest(v) FROM shop.readings";

    JsonNode plan = json(statement);

    assertThat(plan.get("recommended").asText()).as("%s", plan).isEqualTo("split");
    assertThat(plan.get("deadline").asDouble()).isEqualTo(0.6);
    assertThat(plan.get("partitions").get("likely").asInt())
        .isEqualTo(PlanNode.SMALL_PARTITIONS + 1);
    assertThat(plan.get("rows").get("high").asDouble()).isGreaterThan(PlanNode.LARGE);
    assertMissesTheDeadline(statement);
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
    assertThat(rollup.get("bytes").asInt()).isEqualTo(14 * (96 + 8));
    List<String> words = words(rollup.get("command").asText());
    assertThat(words.subList(words.indexOf("--from"), words.size()))
        .containsExactly(
            "--from",
            "shop.log",
            "--time",
            "at",
            "--bucket",
            "1d",
            "--state",
            "stats.moments(v)",
            "--into",
            "shop.log_1d");
    List<String> dryRun = new ArrayList<>(words.subList(1, words.size()));
    dryRun.add("--dry-run");
    CommandLineRun run = CommandLineRun.of(dryRun.toArray(String[]::new));
    assertThat(run.exitCode()).as("%s", run).isZero();
    assertThat(run.out()).contains("shop.log_1d", "moments_v");
  }

  @Test
  void should_recommend_an_engine_where_even_split_queries_take_too_long() throws IOException {
    JsonNode plan =
        json("SELECT stats.mean(v) FROM shop.readings WHERE k = 0", "--at-most", "100ms");

    assertThat(plan.get("recommended").asText()).as("%s", plan).isEqualTo("engine");
    assertThat(plan.get("reasons").toString()).contains("Spark", "--at-most");
  }

  @Test
  void should_plan_where_a_static_column_is_read_beside_another() throws IOException {
    JsonNode plan = json("SELECT stats.mean(height), stats.mean(v) FROM shop.sites WHERE k = 1");

    assertThat(plan.get("recommended").asText()).as("%s", plan).isEqualTo("one-query");
    assertThat(plan.get("builtIn").get("aggregate").asText()).isEqualTo("avg(v)");
    assertThat(plan.get("builtIn").get("time").get("likely").asDouble()).isPositive();
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
        "SELECT stats.histogram(v, 0, 1, 2) FROM shop.readings WHERE k = 1 | Is the pack installed",
        "SELECT count(*) FROM shop.readings WHERE v = 1.0 | depends on an index",
        "SELECT v FROM shop.readings | v has a value for each row",
        "SELECT stats.mean(height) FROM shop.sites WHERE k = 1 | Only static columns are selected",
        "SELECT stats.mean(height) FROM shop.sites | Only static columns are selected",
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
    List<String> before = node.schema();

    json("SELECT stats.mean(v) FROM shop.readings WHERE k = 2");

    assertThat(node.schema()).isEqualTo(before);
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
    return node.run(directory, command, role, password, statement, more);
  }

  /** As a shell would split a command without escapes. */
  private static List<String> words(String command) {
    return Pattern.compile("\"([^\"]*)\"|(\\S+)")
        .matcher(command)
        .results()
        .map(word -> word.group(1) == null ? word.group() : word.group(1))
        .toList();
  }

  /** A coordinator whose own read of a page takes too long reports a failure. */
  private static void assertMissesTheDeadline(String statement) {
    assertThatThrownBy(() -> node.execute(statement))
        .isInstanceOfAny(ReadTimeoutException.class, ReadFailureException.class);
  }
}
