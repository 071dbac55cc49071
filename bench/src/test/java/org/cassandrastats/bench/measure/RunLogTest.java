/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.cassandrastats.cli.console.UserError;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RunLogTest {
  private static final Map<String, String> SETTINGS = Map.of("Rows", "100");
  private static final Cell CELL = Cell.of("native");

  @TempDir private Path directory;

  private Path file;

  @BeforeEach
  void choose() {
    file = directory.resolve("new").resolve("study.unfinished.jsonl");
  }

  private RunLog open(Map<String, String> settings, RunLog.Mode mode) {
    return RunLog.open(file, settings, mode);
  }

  private void interruptAfter(MeasuredRun... runs) {
    try (RunLog log = open(SETTINGS, RunLog.Mode.CONTINUE)) {
      for (MeasuredRun run : runs) {
        log.add(run);
      }
    }
  }

  private static MeasuredRun run(int number) {
    return new MeasuredRun(CELL.texts(), number, false, Attempt.exact(0.25, null));
  }

  @Test
  void should_go_on_with_what_was_measured() {
    MeasuredRun failed =
        new MeasuredRun(
            CELL.texts(),
            1,
            false,
            Attempt.failed(5, new IllegalStateException("late")).with("busy", 2));
    MeasuredRun traced = new MeasuredRun(CELL.texts(), 0, true, Attempt.exact(1, 0.5));
    interruptAfter(run(0), failed, traced);

    try (RunLog log = open(SETTINGS, RunLog.Mode.CONTINUE)) {
      assertThat(log.results().runs()).containsExactly(run(0), failed, traced);
      assertThat(log.has(CELL, 1, false)).isTrue();
      assertThat(log.has(CELL, 2, false)).isFalse();
      assertThat(log.has(CELL, 1, true)).isFalse();
    }
  }

  @Test
  void should_measure_again_what_was_cut_off_while_it_was_written() throws IOException {
    interruptAfter(run(0), run(1));
    String text = Files.readString(file);
    Files.writeString(file, text.substring(0, text.length() - 20));

    try (RunLog log = open(SETTINGS, RunLog.Mode.RESUME)) {
      assertThat(log.results().runs()).containsExactly(run(0));
      log.add(run(1));
    }
    try (RunLog log = open(SETTINGS, RunLog.Mode.RESUME)) {
      assertThat(log.results().runs()).containsExactly(run(0), run(1));
    }
  }

  @Test
  void should_leave_nothing_where_nothing_was_measured() {
    interruptAfter();

    assertThat(file).doesNotExist();
    assertThat(RunLog.runs(file, SETTINGS)).isEmpty();
  }

  @Test
  void should_refuse_runs_of_other_settings_and_keep_them() {
    interruptAfter(run(0));

    assertThatThrownBy(() -> open(Map.of("Rows", "200"), RunLog.Mode.CONTINUE))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("Rows was 100, now 200")
        .hasMessageContaining("--restart");

    try (RunLog log = open(SETTINGS, RunLog.Mode.CONTINUE)) {
      assertThat(log.results().runs()).hasSize(1);
    }
  }

  @Test
  void should_refuse_a_file_that_another_run_writes() {
    try (RunLog log = open(SETTINGS, RunLog.Mode.CONTINUE)) {
      log.add(run(0));

      assertThatThrownBy(() -> open(SETTINGS, RunLog.Mode.CONTINUE))
          .isInstanceOf(UserError.class)
          .hasMessageContaining("is being measured by another process");
      log.add(run(1));
    }

    try (RunLog log = open(SETTINGS, RunLog.Mode.CONTINUE)) {
      assertThat(log.results().runs()).containsExactly(run(0), run(1));
    }
  }

  @Test
  void should_forget_what_is_to_be_asked_again() {
    interruptAfter(run(0), run(1));

    try (RunLog log = RunLog.open(file, SETTINGS, RunLog.Mode.CONTINUE, run -> run.run() != 0)) {
      assertThat(log.results().runs()).containsExactly(run(1));
    }
    assertThat(RunLog.runs(file, SETTINGS)).containsExactly(run(1));
  }

  @Test
  void should_begin_anew_where_that_is_wanted() {
    interruptAfter(run(0));

    try (RunLog log = open(Map.of("Rows", "200"), RunLog.Mode.RESTART)) {
      assertThat(log.isEmpty()).isTrue();
    }
  }

  @Test
  void should_not_resume_what_was_never_begun() {
    assertThatThrownBy(() -> open(SETTINGS, RunLog.Mode.RESUME))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("nothing to resume");
    assertThat(file).doesNotExist();
  }

  @Test
  void should_leave_no_directory_where_there_is_nothing_to_resume() {
    assertThatThrownBy(() -> open(SETTINGS, RunLog.Mode.RESUME)).isInstanceOf(UserError.class);

    assertThat(file.getParent()).doesNotExist();
  }

  @Test
  void should_refuse_a_file_that_is_no_study() throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, "not { json\n");

    assertThatThrownBy(() -> open(SETTINGS, RunLog.Mode.CONTINUE))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("is not one of a study");
  }

  @Test
  void should_leave_no_file_of_a_complete_study() {
    RunLog log = open(SETTINGS, RunLog.Mode.CONTINUE);
    log.add(run(0));

    log.discard();

    assertThat(file.getParent()).isEmptyDirectory();
  }
}
