/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.cassandrastats.bench.report.ReportFiles;
import org.cassandrastats.cli.command.CommandLineRun;

/**
 * Runs studies that do not warm up.
 *
 * @param directory where they leave their reports
 */
record SmallStudy(Path directory) {
  /** Runs it. */
  CommandLineRun run(String... arguments) {
    List<String> all = new ArrayList<>(List.of("bench"));
    all.addAll(List.of(arguments));
    all.addAll(List.of("--output", directory.toString(), "--warm-up", "0", "--heap", "1g"));
    return CommandLineRun.of(all.toArray(String[]::new));
  }

  /** Requires a report without a wrong answer, and nothing else left behind. */
  void assertReport(CommandLineRun run, String study) {
    assertThat(run.exitCode()).as("%s", run).isZero();
    assertThat(run.out())
        .contains("none gave a wrong number")
        .contains("Report: " + directory.resolve(study + ".md"));
    assertThat(directory.resolve(study + ".md"))
        .content()
        .contains("## How it was measured", "| Command | `cassandra-stats bench " + study);
    assertThat(directory.resolve(study)).isDirectoryContaining("glob:**.svg");
    assertThat(new ReportFiles(directory, study).isComplete()).isTrue();
    assertThat(directory.resolve(study + ".unfinished.jsonl")).doesNotExist();
  }
}
