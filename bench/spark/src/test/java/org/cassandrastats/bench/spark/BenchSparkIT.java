/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.spark;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The study as users start it, with Spark as it was just built. No time decides anything here. */
final class BenchSparkIT {
  private static final Path CHECKOUT = Path.of("..", "..").toAbsolutePath().normalize();
  private static final long TIMEOUT_MINUTES = 30;

  @TempDir private Path directory;

  @Test
  void should_give_the_exact_answer_in_every_way() throws IOException, InterruptedException {
    measure("spark");

    // Starting Spark and 4 copies; 2 scopes, 3 aggregates, 4 ways at 2 levels and 2 without.
    // Bytes of 2 scopes, kept in 3 ways.
    requireExact("spark", 5 + 2 * 3 * (4 * 2 + 2) + 2 * 3);
    assertThat(directory.resolve("results/spark.md"))
        .content()
        .contains("| whole table | Spark over the connector | - | QUORUM |")
        .contains("| whole table | Parquet, as Spark writes it | ");
    assertThat(directory.resolve("results/spark/times-table.svg")).isNotEmptyFile();
  }

  /** Needs the jar for Spark, too: the profile spark-jar. */
  @Test
  void should_give_the_exact_percentiles_by_states_and_by_rows()
      throws IOException, InterruptedException {
    assumeThat(CHECKOUT.resolve("spark/target/classes")).exists();

    measure("spark-source");

    // Starting Spark and a copy; 2 percentiles in 6 ways.
    requireExact("spark-source", 2 + 2 * 6);
    assertThat(directory.resolve("results/spark-source.md"))
        .content()
        .contains("| of each series | Spark, this source, pushed | 7 |")
        .contains("| of each series | Spark, this source, rows | 3,000 |");
  }

  private void measure(String name) throws IOException, InterruptedException {
    Path temporary = Files.createDirectory(directory.resolve("temporary"));
    Path log = directory.resolve("log");
    List<String> line = new ArrayList<>();
    line.add(CHECKOUT.resolve("bin").resolve("cassandra-stats").toString());
    line.addAll(List.of("bench", name, "--rows", "3000", "--partitions", "7"));
    line.addAll(List.of("--lane", "native", "--pin", "--runs", "1", "--warm-up", "0"));
    line.addAll(List.of("--heap", "1g", "--spark-heap", "1g"));
    line.addAll(List.of("--output", directory.resolve("results").toString()));
    ProcessBuilder builder =
        new ProcessBuilder(line).redirectErrorStream(true).redirectOutput(log.toFile());
    builder.environment().put("JAVA_TOOL_OPTIONS", "-Djava.io.tmpdir=" + temporary);
    Process study = builder.start();
    try {
      assertThat(study.waitFor(TIMEOUT_MINUTES, TimeUnit.MINUTES)).isTrue();
    } finally {
      study.descendants().forEach(ProcessHandle::destroy);
      study.destroy();
    }

    assertThat(study.exitValue()).as(Files.readString(log)).isZero();
    try (var left = Files.list(temporary)) {
      assertThat(left.filter(path -> path.getFileName().toString().startsWith("cassandra-stats")))
          .isEmpty();
    }
  }

  private void requireExact(String name, int count) throws IOException {
    List<String> runs = runs(directory.resolve("results/" + name + "/runs.csv.gz"));
    int outcome = List.of(runs.get(0).split(",", -1)).indexOf("outcome");
    assertThat(runs.subList(1, runs.size()))
        .hasSize(count)
        .allSatisfy(
            run ->
                assertThat(run.replaceAll("\"[^\"]*\"", "").split(",", -1)[outcome])
                    .isEqualTo("exact"));
  }

  private static List<String> runs(Path file) throws IOException {
    try (InputStream in = new GZIPInputStream(Files.newInputStream(file))) {
      return new String(in.readAllBytes(), UTF_8).lines().toList();
    }
  }
}
