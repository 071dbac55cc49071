/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.query;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.cassandrastats.cli.command.CommandLineRun;
import org.cassandrastats.cli.command.NativeNode;
import org.cassandrastats.cli.command.NativeNodeExtension;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The command, on a node that wants a login. */
@ExtendWith(NativeNodeExtension.class)
final class QueryCommandIT {
  private static NativeNode node;

  @TempDir private Path directory;

  @BeforeAll
  static void load(NativeNode shared) {
    node = shared;
    CqlSession session = node.session();
    session.execute(
        "CREATE TABLE shop.readings (k text, c int, v double, note text, PRIMARY KEY (k, c))");
    for (int row = 0; row < 100; row++) {
      session.execute(
          "INSERT INTO shop.readings (k, c, v) VALUES (?, ?, ?)", "k" + row % 2, row, row / 4.0);
    }
    session.execute("CREATE ROLE nobody WITH LOGIN = true AND PASSWORD = 'secret'");
  }

  @Test
  void should_write_a_table() throws IOException {
    CommandLineRun run =
        query(
            "SELECT count(*), stats.mean(v) AS mean, stats.summary(v) FROM shop.readings WHERE k = 'k1'");

    assertThat(run.exitCode()).as("%s", run).isZero();
    assertThat(run.out())
        .contains("count(*)", "mean", "50", "12.5")
        .contains("summary(count=50, skipped=0, min=0.25, max=24.75, mean=12.5");
  }

  @Test
  void should_write_json() throws IOException {
    CommandLineRun run =
        query(
            "SELECT k, count(*) AS rows, stats.histogram_counts(stats.histogram(v, 0, 25, 2)) AS bins, stats.summary(v) AS s"
                + " FROM shop.readings GROUP BY k",
            "--format",
            "json");

    assertThat(run.exitCode()).as("%s", run).isZero();
    JsonNode rows = new ObjectMapper().readTree(run.out());
    assertThat(rows).hasSize(2);
    for (JsonNode row : rows) {
      assertThat(row.get("k").asText()).isIn("k0", "k1");
      assertThat(row.get("rows").asInt()).isEqualTo(50);
      assertThat(row.get("bins").toString()).isEqualTo("[25,25]");
      assertThat(row.get("s").get("count").asInt()).isEqualTo(50);
    }
  }

  @Test
  void should_refuse_two_columns_of_one_name_in_json() throws IOException {
    String statement =
        "SELECT count(*), count(*) AS rows, COUNT( * ) AS \"count(*)\" FROM shop.readings";
    CommandLineRun run = query(statement, "--format", "json");

    assertThat(run.exitCode()).as("%s", run).isEqualTo(1);
    assertThat(run.error())
        .contains("Two columns are named count(*): expected an alias")
        .hasLineCount(1);
    assertThat(query(statement, "--format", "csv").out()).startsWith("count(*),rows,count(*)");
  }

  @Test
  void should_write_csv() throws IOException {
    CommandLineRun run =
        query(
            "SELECT count(*), max(v), stats.tdigest_quantiles(stats.tdigest(v), [0, 1]) FROM shop.readings WHERE k = 'k0' AND c < 10",
            "--format",
            "csv");

    assertThat(run.exitCode()).as("%s", run).isZero();
    assertThat(run.out())
        .isEqualToIgnoringNewLines(
            "count(*),max(v),\"stats.tdigest_quantiles(stats.tdigest(v), [0, 1])\"\n5,2.0,\"[0.0, 2.0]\"\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SELECT count(*) FROM shop.nothing | There is no table nothing in the keyspace shop",
        "SELECT count(*) FROM mall.readings | There is no keyspace mall",
        "SELECT count(*) FROM readings | expected FROM keyspace.readings",
        "SELECT stats.mean(w) FROM shop.readings | There is no column w in readings: it has k, c",
        "SELECT count(*) FROM shop.readings WHERE w = 1 | There is no column w",
        "SELECT stats.average(v) FROM shop.readings | There is no function average: known are count",
        "SELECT own.sum2(v) FROM shop.readings | is not of the keyspace stats",
        "SELECT avg(c) FROM shop.readings | avg(c) does not merge: averages of the type int are rounded",
        "SELECT stats.mean(note) FROM shop.readings | has arguments (text): expected mean(varint | float | double)",
        "SELECT stats.moments_mean(stats.tdigest(v)) FROM shop.readings | expected (a moments state)",
        "SELECT stats.tdigest_quantile(stats.tdigest(v), 2.0) FROM shop.readings | tdigest_quantile:",
        "SELECT v FROM shop.readings | v has a value for each row",
        "SELECT * FROM shop.readings | SELECT * reads rows",
        "SELECT count(*) FROM shop.readings WHERE c > 1 | c > 1 needs filtering",
        "SELECT count(*) FROM shop.readings WHERE k = 'a' AND v = 1.0 | needs filtering",
        "SELECT count(*) FROM shop.readings WHERE k = 5 | k = 5: expected a value of the type text",
        "SELECT count(*) FROM shop.readings WHERE k = 'a' AND c IN (1, 2) | c IN (1, 2): expected IN on columns of the partition key (k) only",
        "SELECT count(*) FROM shop.readings LIMIT 5 OFFSET 2 | OFFSET",
        "SELECT count(*) FROM shop.readings GROUP BY c, k | GROUP BY c, k cannot be split: expected columns of the primary key (k, c) in their order",
        "SELECT count(* FROM shop.readings | Expected \")\" and found \"FROM\"",
        "UPDATE shop.readings | Expected SELECT",
      })
  void should_refuse_in_one_line(String statement, String expected) throws IOException {
    CommandLineRun run = query(statement);

    assertThat(run.exitCode()).as("%s", run).isEqualTo(1);
    assertThat(run.error()).startsWith("Error: ").contains(expected).hasLineCount(1);
    assertThat(run.out()).isEmpty();
  }

  @Test
  void should_say_that_a_permission_is_missing() throws IOException {
    CommandLineRun run = as("nobody", "secret", "SELECT count(*) FROM shop.readings");

    assertThat(run.exitCode()).as("%s", run).isEqualTo(1);
    assertThat(run.error())
        .contains("nobody has no SELECT permission", "Needed are")
        .hasLineCount(1);
  }

  @Test
  void should_refuse_a_file_that_is_no_run() throws IOException {
    Path file = Files.writeString(directory.resolve("other"), "something else\nof mine");

    CommandLineRun run = query("SELECT count(*) FROM shop.readings", "--resume", file.toString());

    assertThat(run.exitCode()).as("%s", run).isEqualTo(1);
    assertThat(run.error())
        .contains("is not of this query")
        .doesNotContain("What was read is kept");
    assertThat(file).hasContent("something else\nof mine");
  }

  private CommandLineRun query(String statement, String... more) {
    return as("cassandra", "cassandra", statement, more);
  }

  private CommandLineRun as(String role, String password, String statement, String... more) {
    List<String> line = node.line(directory, "query", role, password, statement);
    line.addAll(List.of(more));
    return CommandLineRun.of(line.toArray(String[]::new));
  }
}
