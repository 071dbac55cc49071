/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.query;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.cassandrastats.cli.command.CommandLineRun;
import org.cassandrastats.cli.command.GuideCommands;
import org.cassandrastats.cli.command.NativeNode;
import org.cassandrastats.cli.command.NativeNodeExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The commands of docs/query.md, docs/query-statements.md and docs/time-buckets.md. */
@ExtendWith(NativeNodeExtension.class)
final class QueryGuideIT {
  @Test
  void should_run_the_commands(NativeNode node, @TempDir Path directory) throws IOException {
    CqlSession session = node.session();
    session.execute(
        "CREATE TABLE shop.measurement (sensor text, at timestamp, value double, PRIMARY KEY (sensor, at))");
    session.execute(
        "CREATE TABLE shop.daily (sensor text, day date, at timestamp, value double, PRIMARY KEY ((sensor, day), at))");
    Instant begin = Instant.parse("2026-03-01T00:00:00Z");
    for (int row = 0; row < 300; row++) {
      Instant at = begin.plusSeconds(9000L * row);
      session.execute(
          "INSERT INTO shop.daily (sensor, day, at, value) VALUES ('roof', ?, ?, ?)",
          at.atZone(ZoneOffset.UTC).toLocalDate(),
          at,
          (double) row);
    }

    session.execute(
        "INSERT INTO shop.measurement (sensor, at, value) VALUES ('roof', '2026-02-01T00:00Z', 1)");
    CommandLineRun rollup =
        node.run(
            directory,
            "rollup",
            "--from",
            "shop.measurement",
            "--time",
            "at",
            "--bucket",
            "1d",
            "--state",
            "moments(value), tdigest(value)",
            "--into",
            "shop.measurement_daily");
    assertThat(rollup.exitCode()).as("%s", rollup).isZero();

    List<String> commands = new ArrayList<>(GuideCommands.of("docs/query.md"));
    commands.addAll(GuideCommands.of("docs/query-statements.md"));
    assertThat(commands).hasSize(6);
    for (String command : commands) {
      CommandLineRun run = GuideCommands.run(node, directory, command);
      assertThat(run.exitCode()).as("%s", run).isZero();
      assertThat(run.out().lines()).hasSizeGreaterThan(1);
    }
    assertThat(GuideCommands.run(node, directory, commands.get(1)).out().lines())
        .as("hours of thirty days")
        .hasSize(1 + 30 * 48 / 5);
    assertThat(GuideCommands.run(node, directory, commands.get(2)).out().lines())
        .as("one sensor over all of its days")
        .containsExactly("sensor,rows,high", "roof,300,296.5");
    assertThat(GuideCommands.run(node, directory, commands.get(3)).out().lines())
        .as("thirty days in Berlin")
        .hasSize(1 + 30);
    assertThat(GuideCommands.run(node, directory, commands.get(4)).out().lines())
        .as("title, plot and times")
        .hasSize(10);
    assertThat(GuideCommands.run(node, directory, commands.get(5)).error())
        .contains("by the states of shop.measurement_daily");
  }

  @Test
  void should_fill_the_hours_of_the_guide_to_buckets(NativeNode node, @TempDir Path directory)
      throws IOException {
    String script = GuideCommands.read("cql/examples/hourly.cql").replaceAll("(?m)^--.*$", "");
    for (String statement : script.split(";\n", -1)) {
      if (statement.contains("stats_example WITH")
          || statement.contains("stats_example.reading (")) {
        node.execute(statement);
      }
    }
    String page = GuideCommands.read("docs/time-buckets.md");
    int text = page.indexOf("```text\n") + "```text\n".length();

    CommandLineRun run =
        GuideCommands.run(node, directory, GuideCommands.of("docs/time-buckets.md").get(0));

    assertThat(run.exitCode()).as("%s", run).isZero();
    assertThat(run.out())
        .isEqualToIgnoringNewLines(page.substring(text, page.indexOf("```", text)));
  }
}
