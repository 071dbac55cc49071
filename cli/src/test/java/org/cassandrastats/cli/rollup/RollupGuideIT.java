/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.rollup;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.cassandrastats.cli.command.CommandLineRun;
import org.cassandrastats.cli.command.GuideCommands;
import org.cassandrastats.cli.command.NativeNode;
import org.cassandrastats.cli.command.NativeNodeExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * The commands of docs/rollups.md, and that the table of its example is the one that they make: the
 * CQL of the page is run on that.
 */
@ExtendWith(NativeNodeExtension.class)
final class RollupGuideIT {
  @Test
  void should_make_the_tables_of_the_page(NativeNode node, @TempDir Path directory)
      throws IOException {
    CqlSession session = node.session();
    for (String statement : statements(GuideCommands.read("cql/examples/hourly.cql"))) {
      session.execute(statement);
    }
    List<String> expected = contents(session);
    session.execute("DROP TABLE stats_example.reading_hourly");

    List<String> commands = GuideCommands.of("docs/rollups.md");
    assertThat(commands).hasSize(5);
    session.execute(
        "CREATE TABLE stats_example.daily (sensor text, day date, at timestamp, value double, PRIMARY KEY ((sensor, day), at))");
    for (String day : List.of("2025-12-31", "2026-01-01", "2026-01-02")) {
      session.execute(
          "INSERT INTO stats_example.daily (sensor, day, at, value) VALUES ('roof', '%s', '%s', 1)"
              .formatted(day, day + "T12:00Z"));
    }
    CommandLineRun last = null;
    for (String command : commands) {
      last = GuideCommands.run(node, directory, command);
      assertThat(last.exitCode()).as("%s", last).isZero();
    }
    assertThat(last.out()).hasLineCount(4).contains("2025-12-31T00:00:00.000Z,1,1.0");
    assertThat(last.error())
        .contains("by the states of stats_example.daily_hourly.")
        .doesNotContain("by rows");

    assertThat(contents(session)).isEqualTo(expected).hasSizeGreaterThan(5);
    Row days =
        session
            .execute(
                "SELECT sum(rows), stats.tdigest_count(stats.tdigest_merge(digest)), count(*) FROM stats_example.reading_daily")
            .one();
    assertThat(days.getLong(0)).isEqualTo(13);
    assertThat(days.getLong(1)).isEqualTo(12);
    assertThat(days.getLong(2)).isEqualTo(3);
    Row all =
        session
            .execute(
                "SELECT sum(rows), count(*) FROM stats_example.all_hourly WHERE series = 'all'")
            .one();
    assertThat(all.getLong(0)).isEqualTo(13);
    assertThat(all.getLong(1)).isEqualTo(5);
    assertThat(session.execute("SELECT DISTINCT sensor, day FROM stats_example.daily_hourly").all())
        .hasSize(2);
  }

  /** The rows of the table, and what it is. */
  private static List<String> contents(CqlSession session) {
    List<String> contents = new ArrayList<>();
    for (String cql :
        List.of(
            "SELECT * FROM stats_example.reading_hourly",
            "SELECT column_name, kind, position, type FROM system_schema.columns WHERE keyspace_name = 'stats_example' AND table_name = 'reading_hourly'",
            "SELECT comment FROM system_schema.tables WHERE keyspace_name = 'stats_example' AND table_name = 'reading_hourly'")) {
      session.execute(cql).forEach(row -> contents.add(row.getFormattedContents()));
    }
    return contents;
  }

  /** The statements up to the first question. */
  private static List<String> statements(String script) {
    List<String> statements = new ArrayList<>();
    for (String statement : script.replaceAll("(?m)^--.*$", "").split(";\n", -1)) {
      if (!statement.isBlank() && !statement.strip().startsWith("SELECT")) {
        statements.add(statement);
      }
    }
    return statements;
  }
}
