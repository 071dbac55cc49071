/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import org.cassandrastats.bench.measure.Attempt;
import org.cassandrastats.bench.measure.MeasuredRun;
import org.cassandrastats.bench.measure.RunLog;
import org.cassandrastats.cli.console.Console;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RunDirectoryTest {
  private static final Map<String, String> SETTINGS = Map.of("Rows", "100");

  @TempDir private Path parent;

  private final ByteArrayOutputStream said = new ByteArrayOutputStream();

  private RunDirectory directory(Path given) {
    return new RunDirectory(
        given, parent, "rows", Console.plain(new PrintStream(said, true, StandardCharsets.UTF_8)));
  }

  /** Leaves a run that was interrupted. */
  private Path interrupt(String name, Map<String, String> settings) {
    Path directory = parent.resolve(name);
    Path file = RunDirectory.unfinished(directory, "rows");
    try (RunLog log = RunLog.open(file, settings, RunLog.Mode.CONTINUE)) {
      log.add(new MeasuredRun(Map.of("lane", "native"), 0, false, Attempt.exact(1, null)));
    }
    return directory;
  }

  @Test
  void should_take_the_directory_that_is_given() {
    interrupt("rows-20261121-101010", SETTINGS);

    assertThat(directory(parent).of(SETTINGS, RunLog.Mode.CONTINUE)).isEqualTo(parent);
    assertThat(said.toString(StandardCharsets.UTF_8)).isEmpty();
  }

  @Test
  void should_take_a_new_one_for_each_run() {
    Path fresh = directory(null).of(SETTINGS, RunLog.Mode.CONTINUE);

    assertThat(fresh).hasParentRaw(parent).doesNotExist();
    assertThat(fresh.getFileName().toString()).matches("rows-\\d{8}-\\d{6}");
    assertThat(said.toString(StandardCharsets.UTF_8)).contains("Results go to " + fresh);
  }

  @Test
  void should_go_on_in_the_latest_that_was_interrupted_with_the_same_settings() {
    interrupt("rows-20261121-101010", SETTINGS);
    Path latest = interrupt("rows-20261121-111111", SETTINGS);
    Path other = interrupt("rows-20261121-121212", Map.of("Rows", "200"));
    interrupt("rowsets-20261121-131313", SETTINGS);

    assertThat(directory(null).of(SETTINGS, RunLog.Mode.CONTINUE)).isEqualTo(latest);
    assertThat(directory(null).of(Map.of("Rows", "300"), RunLog.Mode.RESUME)).isEqualTo(other);
  }

  @Test
  void should_say_where_a_run_with_other_settings_was_left() {
    Path other = interrupt("rows-20261121-121212", Map.of("Rows", "200"));

    Path fresh = directory(null).of(SETTINGS, RunLog.Mode.CONTINUE);

    assertThat(fresh).isNotEqualTo(other);
    assertThat(said.toString(StandardCharsets.UTF_8))
        .contains("An interrupted run with other options")
        .contains(other.toString());
  }
}
