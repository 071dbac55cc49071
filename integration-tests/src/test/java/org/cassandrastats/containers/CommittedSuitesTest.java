/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.containers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.cassandrastats.bench.measure.Results;
import org.cassandrastats.bench.report.Report;
import org.cassandrastats.bench.report.ReportFiles;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The committed reports of the suites are what these say of the committed runs. {@code
 * -Dbench.rendered=DIR} also writes them, below docs/measurements for example.
 */
final class CommittedSuitesTest {
  private static final Path COMMITTED = Path.of("..", "docs", "measurements", "suites");

  static Stream<Suite> suites() {
    SuiteSize size = SuiteSize.of(SuiteSize.DOCUMENTED);
    return Stream.of(new PageSizeSuite(size), new ConsistencySuite(size), new TimeoutSuite(size));
  }

  @ParameterizedTest
  @MethodSource("suites")
  void should_say_the_same_of_the_same_runs(Suite suite) throws IOException {
    ReportFiles files = SuiteFiles.of(COMMITTED, suite);
    Map<String, String> conditions = files.conditions();
    List<Part> parts =
        Part.all().stream().filter(part -> conditions.containsKey(part.toString())).toList();
    Report report = suite.report(new Results(files.runs()), parts);
    String kept = System.getProperty("bench.rendered");
    if (kept != null) {
      SuiteFiles.of(Path.of(kept, "suites"), suite).write(report, conditions);
    }

    assertThat(files.render(report, conditions))
        .allSatisfy((name, text) -> assertThat(COMMITTED.resolve(name)).content().isEqualTo(text));
  }
}
