/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.cassandrastats.bench.report.ReportFiles;
import org.cassandrastats.bench.run.MeasuredRun;
import org.cassandrastats.bench.run.Results;
import org.cassandrastats.bench.study.Study;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The committed reports are what their studies say of the committed results. Where a study is to
 * say something else, render its report anew: {@code -Dbench.rendered=DIR} keeps what this test
 * writes.
 */
final class CommittedReportsTest {
  private static final Path COMMITTED = Path.of("..", "docs", "measurements");
  private static final String PROGRAM = "cassandra-stats bench ";

  @TempDir private Path temporary;

  /** Those of studies; the suites have no command that makes their page anew. */
  static Stream<Path> results() throws IOException {
    try (Stream<Path> files = Files.walk(COMMITTED)) {
      return files
          .filter(file -> file.endsWith("results.json"))
          .filter(file -> !file.startsWith(COMMITTED.resolve("suites")))
          .toList()
          .stream();
    }
  }

  @ParameterizedTest
  @MethodSource("results")
  void should_say_the_same_of_the_same_results(Path file) throws IOException {
    System.setProperty("java.awt.headless", "true");
    JsonNode root = new ObjectMapper().readTree(file.toFile());
    Map<String, String> facts = new LinkedHashMap<>();
    root.get("facts")
        .properties()
        .forEach(fact -> facts.put(fact.getKey(), fact.getValue().asText()));
    List<MeasuredRun> runs = new ArrayList<>();
    for (JsonNode run : root.get("runs")) {
      runs.add(new ObjectMapper().treeToValue(run, MeasuredRun.class));
    }
    Results results = new Results(runs);
    Study study = ParsedStudy.of(facts.get("Command").replace("`", "").substring(PROGRAM.length()));

    ReportFiles files = new ReportFiles(directory(), study.name());
    files.write(study.report(results, List.of(facts.get("Lanes").split(", ", -1))), facts);

    assertThat(files.page())
        .content()
        .isEqualTo(Files.readString(file.getParent().resolveSibling(study.name() + ".md")));
  }

  private Path directory() {
    String kept = System.getProperty("bench.rendered");
    return kept == null ? temporary : Path.of(kept);
  }
}
