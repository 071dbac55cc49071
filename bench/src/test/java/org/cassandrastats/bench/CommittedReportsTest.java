/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.cassandrastats.bench.harness.Study;
import org.cassandrastats.bench.measure.Results;
import org.cassandrastats.bench.report.Report;
import org.cassandrastats.bench.report.ReportFiles;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The committed reports, pages and plots, are what their studies say of the committed runs. Where a
 * study is to say something else, render its report anew: {@code
 * -Dbench.rendered=../docs/measurements} writes them.
 */
final class CommittedReportsTest {
  private static final Path COMMITTED = Path.of("..", "docs", "measurements");
  private static final String PROGRAM = "cassandra-stats bench ";

  /** A page that opens with a verdict: three sentences or more, then the plot. */
  private static final String VERDICT = "(?s)# [^\n]+\n\n[^\n]+\\. [^\n]+\\. [^\n]+\\.\n\n!\\[.*";

  private static final long LARGEST_PLOT = 60_000;
  private static final int MOST_LINES = 210;

  /** Whose reports are of three lanes on one node and on three. */
  private static final String LONG = "containers";

  static Stream<ReportFiles> reports() throws IOException {
    try (Stream<Path> files = Files.walk(COMMITTED)) {
      return files
          .filter(file -> file.endsWith("conditions.json"))
          .map(Path::getParent)
          .map(own -> new ReportFiles(own.getParent(), own.getFileName().toString()))
          .toList()
          .stream();
    }
  }

  @ParameterizedTest
  @MethodSource("reports")
  void should_say_the_same_of_the_same_results(ReportFiles files) throws IOException {
    Map<String, String> conditions = files.conditions();
    Study study =
        ParsedStudy.of(conditions.get("Command").replace("`", "").substring(PROGRAM.length()));
    Report report =
        study.report(new Results(files.runs()), List.of(conditions.get("Lanes").split(", ", -1)));
    String kept = System.getProperty("bench.rendered");
    if (kept != null) {
      Path directory = Path.of(kept).resolve(COMMITTED.relativize(files.output()));
      new ReportFiles(directory, study.name()).write(report, conditions);
    }

    assertThat(files.render(report, conditions))
        .allSatisfy(
            (name, text) -> assertThat(files.output().resolve(name)).content().isEqualTo(text));
  }

  @ParameterizedTest
  @MethodSource("reports")
  void should_begin_with_a_verdict_and_be_short(ReportFiles files) throws IOException {
    assertThat(Files.readString(files.page())).matches(VERDICT);
    if (!files.output().endsWith(LONG)) {
      assertThat(Files.readAllLines(files.page())).hasSizeLessThan(MOST_LINES);
    }
    try (Stream<Path> plots = Files.list(files.output().resolve(files.study()))) {
      assertThat(plots)
          .filteredOn(plot -> plot.toString().endsWith(".svg"))
          .allSatisfy(plot -> assertThat(Files.size(plot)).isLessThan(LARGEST_PLOT));
    }
  }
}
