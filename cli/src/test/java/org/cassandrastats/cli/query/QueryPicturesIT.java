/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.cassandrastats.cli.command.CommandLineRun;
import org.cassandrastats.cli.command.NativeNode;
import org.cassandrastats.cli.command.NativeNodeExtension;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Results that are drawn. */
@ExtendWith(NativeNodeExtension.class)
final class QueryPicturesIT {
  private static final String BY_DAY =
      "SELECT s, stats.time_bucket('1d', at) AS day, stats.mean(n) AS mean FROM shop.days_asc"
          + " WHERE s = 'a' GROUP BY s, stats.time_bucket('1d', at)";

  private static NativeNode node;

  @TempDir private Path directory;

  @BeforeAll
  static void load(NativeNode shared) {
    node = shared;
    MeasuredDays.load(node);
  }

  @Test
  void should_draw_a_line_over_time() {
    CommandLineRun run = query("chart", BY_DAY, "--partitions", "day=2026-10-20..2026-10-30");

    assertThat(run.exitCode()).isZero();
    assertThat(run.out().lines().toList())
        .hasSize(11)
        .startsWith("mean", "a")
        .anySatisfy(line -> assertThat(line).contains("2026-10-2", "T00:00:00Z"));
  }

  @Test
  void should_write_a_page_with_the_picture_and_the_numbers() {
    CommandLineRun run = query("html", BY_DAY, "--partitions", "day=2026-10-20..2026-10-30");

    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).startsWith("<!DOCTYPE html>").endsWith("</html>\n");
    assertThat(run.out()).contains("<svg ", "<th>mean</th>", "<td>a</td>");
  }

  @Test
  void should_print_a_table_where_there_is_nothing_to_draw() {
    CommandLineRun run = query("chart", "SELECT count(*) FROM shop.days_asc");

    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).contains("| count");
    assertThat(run.error()).contains("There is nothing to draw");
  }

  private CommandLineRun query(String format, String statement, String... more) {
    List<String> arguments = new ArrayList<>(List.of("--format", format));
    arguments.addAll(List.of(more));
    arguments.add(statement);
    return node.run(directory, "query", arguments.toArray(String[]::new));
  }
}
