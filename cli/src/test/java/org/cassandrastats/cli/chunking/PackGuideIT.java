/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.chunking;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.cassandrastats.cli.command.CommandLineRun;
import org.cassandrastats.cli.command.GuideCommands;
import org.cassandrastats.cli.command.NativeNode;
import org.cassandrastats.cli.command.NativeNodeExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** What docs/packing.md shows: the commands, the table that they make, and the question to it. */
@ExtendWith(NativeNodeExtension.class)
final class PackGuideIT {
  private static final Pattern TEXT = Pattern.compile("```text\n(.*?)```", Pattern.DOTALL);

  @Test
  void should_do_what_the_page_says(NativeNode node, @TempDir Path directory) throws IOException {
    CqlSession session = node.session();
    session.execute(
        "CREATE TABLE shop.measurement (sensor text, at timestamp, value double, PRIMARY KEY (sensor, at))");
    for (int i = 0; i < 100; i++) {
      session.execute(
          "INSERT INTO shop.measurement (sensor, at, value) VALUES ('roof', ?, ?)",
          Instant.parse("2026-07-01T00:00:00Z").plusSeconds(3600L * i),
          (double) i);
    }
    List<String> commands = GuideCommands.of("docs/packing.md");
    assertThat(commands).hasSize(3);

    for (String command : commands) {
      CommandLineRun run = GuideCommands.run(node, directory, command);
      assertThat(run.exitCode()).as("%s", run).isZero();
    }

    Matcher texts = TEXT.matcher(GuideCommands.read("docs/packing.md"));
    assertThat(texts.find()).isTrue();
    // The table of the page can take the place of the one that was made.
    session.execute("DROP TABLE shop.measurement_packed");
    session.execute(texts.group(1));
    CommandLineRun refused = GuideCommands.run(node, directory, commands.get(0));
    assertThat(refused.error()).contains("its comment holds no definition");
    session.execute("DROP TABLE shop.measurement_packed");
    CommandLineRun again = GuideCommands.run(node, directory, commands.get(0));
    assertThat(again.exitCode()).as("%s", again).isZero();
    assertThat(texts.find()).isTrue();
    Row row = session.execute(texts.group(1)).one();
    assertThat(row.getDouble(0)).isEqualTo(49.5, within(1e-9));
    assertThat(row.getDouble(1)).isEqualTo(49.5, within(1.0));
    assertThat(session.execute("SELECT value FROM shop.measurement_again").all()).hasSize(100);
  }
}
