/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.query;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.cassandrastats.cli.command.CommandLineRun;
import org.cassandrastats.cli.command.NativeNode;
import org.cassandrastats.cli.command.NativeNodeExtension;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Several queries at once, and queries of what came last. */
@ExtendWith(NativeNodeExtension.class)
final class QueryFileIT {
  private static final String NIGHTLY =
      """
      -- rows
      SELECT count(*) AS n FROM latest.readings;
      -- "by" sensor
      SELECT s, stats.mean(v) AS mean FROM latest.readings GROUP BY s;
      """;

  private static NativeNode node;

  @TempDir private Path directory;

  @BeforeAll
  static void load(NativeNode shared) {
    node = shared;
    node.execute(
        "CREATE KEYSPACE latest WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
    node.execute(
        "CREATE TABLE latest.readings (s text, at timestamp, v double, PRIMARY KEY (s, at))");
    node.execute("CREATE TABLE latest.events (s text, id timeuuid, v double, PRIMARY KEY (s, id))");
    node.execute("CREATE TABLE latest.plain (s text, at bigint, v double, PRIMARY KEY (s, at))");
    for (int hours = 0; hours < 48; hours++) {
      Instant time = Instant.now().minus(hours, ChronoUnit.HOURS).minusSeconds(60);
      node.execute(
          "INSERT INTO latest.readings (s, at, v) VALUES ('%s', '%s', %d.5)"
              .formatted(hours % 2 == 0 ? "a" : "b", time.truncatedTo(ChronoUnit.MILLIS), hours));
      node.execute(
          "INSERT INTO latest.events (s, id, v) VALUES ('a', minTimeuuid('%s'), 1.0)"
              .formatted(time.truncatedTo(ChronoUnit.MILLIS)));
    }
  }

  @Test
  void should_answer_all_queries_of_a_file_under_their_names() throws IOException {
    CommandLineRun table = file(NIGHTLY);
    CommandLineRun json = file(NIGHTLY, "--format", "json");
    CommandLineRun html = file(NIGHTLY, "--format", "html");

    assertThat(table.exitCode()).as(table.toString()).isZero();
    assertThat(file("\uFEFF-- marked\r\nSELECT count(*) FROM latest.readings;\r\n").out())
        .startsWith("marked");
    assertThat(table.out().lines().toList()).startsWith("rows").contains("", "\"by\" sensor");
    assertThat(table.out()).contains("| 48 |", "| a | 23.5 |", "| b | 24.5 |");
    JsonNode parsed = new ObjectMapper().readTree(json.out());
    assertThat(parsed.get("rows").get(0).get("n").asInt()).isEqualTo(48);
    assertThat(parsed.get("\"by\" sensor")).hasSize(2);
    assertThat(html.out())
        .contains("<title>rows</title>", "<h2>rows</h2>", "<h2>&quot;by&quot; sensor</h2>")
        .endsWith("</html>\n");
  }

  @Test
  void should_end_at_the_first_query_that_fails_and_keep_what_was_answered() throws IOException {
    CommandLineRun run =
        file("SELECT count(*) FROM latest.readings;\nSELECT count(*) FROM latest.missing");

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.out()).startsWith("query 1").contains("|       48 |");
    assertThat(run.error()).contains("missing");
  }

  @Test
  void should_refuse_what_several_results_do_not_fit() throws IOException {
    assertThat(file(NIGHTLY, "--format", "csv").error())
        .contains("CSV holds one result, and --file gives several");
    assertThat(file(NIGHTLY, "--resume", directory.resolve("run").toString()).error())
        .contains("--resume keeps the ranges of one query");
    assertThat(file("-- one\nSELECT count(*) FROM a.b;\n-- one\nSELECT count(*) FROM a.b").error())
        .contains("are named \"one\"");
    assertThat(file("-- nothing").error()).contains("holds no query");
    assertThat(query("--file", directory.resolve("none.cql").toString()).error())
        .contains("There is no file");
    assertThat(file(NIGHTLY, "SELECT count(*) FROM a.b").exitCode()).isEqualTo(2);
    assertThat(query().exitCode()).isEqualTo(2);
  }

  @Test
  void should_limit_the_clustering_column_that_is_a_time() {
    String readings = "SELECT count(*) AS n FROM latest.readings";
    CommandLineRun timestamps =
        query("--last", "24h", "--format", "csv", readings + " WHERE s IN ('a', 'b')");
    CommandLineRun timeuuids =
        query(
            "--last",
            "1d",
            "--format",
            "csv",
            "SELECT count(*) AS n FROM latest.events WHERE s = 'a'");
    CommandLineRun limited = query("--last", "2d", "--format", "csv", readings + " WHERE s = 'a'");

    assertThat(timestamps.out()).as(timestamps.toString()).isEqualToIgnoringNewLines("n24");
    assertThat(timeuuids.out()).as(timeuuids.toString()).isEqualToIgnoringNewLines("n24");
    assertThat(limited.out()).as(limited.toString()).isEqualToIgnoringNewLines("n24");
  }

  @Test
  void should_say_which_column_has_no_time_and_what_is_no_time() {
    assertThat(query("--last", "1d", "SELECT count(*) FROM latest.plain").error())
        .contains("no clustering column of plain is a timestamp or timeuuid");
    assertThat(query("--last", "1000y", "SELECT count(*) FROM latest.events").exitCode())
        .isEqualTo(2);
    assertThat(query("--last", "1d", "SELECT count(*) FROM latest.missing").error())
        .contains("There is no table missing in the keyspace latest.");
    CommandLineRun soon = query("--last", "soon", "SELECT count(*) FROM latest.readings");
    assertThat(soon.exitCode()).isEqualTo(2);
    assertThat(soon.error()).contains("--last is soon: expected a time such as 24h, 7d or 1mo");
  }

  private CommandLineRun file(String text, String... more) throws IOException {
    Path file = Files.writeString(directory.resolve("nightly.cql"), text);
    List<String> arguments = new ArrayList<>(List.of("--file", file.toString()));
    arguments.addAll(List.of(more));
    return query(arguments.toArray(String[]::new));
  }

  private CommandLineRun query(String... arguments) {
    return node.run(directory, "query", arguments);
  }
}
