/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.storage;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.cassandrastats.bench.measure.MeasuredRun;
import org.cassandrastats.bench.report.ReportFiles;
import org.cassandrastats.cli.command.CommandLineRun;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The study of chunks on a node of its own. */
@Tag("extended")
final class ChunksStudyIT {
  @TempDir private Path directory;

  @Test
  void should_time_and_weigh_the_same_points_as_rows_and_as_chunks() throws IOException {
    CommandLineRun run =
        CommandLineRun.of(
            "bench",
            "chunks",
            "--rows",
            "100000",
            "--runs",
            "2",
            "--warm-up",
            "1",
            "--output",
            directory.toString());

    assertThat(run.exitCode()).as("%s", run).isZero();
    assertThat(run.out()).contains("mean of chunks", "t-digest of chunks", "random doubles");
    assertThat(directory.resolve("chunks.md")).exists();
    assertThat(directory.resolve("chunks/time.svg")).exists();
    assertThat(directory.resolve("chunks/disk.svg")).exists();
    List<MeasuredRun> runs = new ReportFiles(directory, "chunks").runs();
    assertThat(runs)
        .hasSize(ChunksStudy.Question.values().length * 3 + 4)
        .allMatch(one -> one.attempt().isExact());
    assertThat(bytes(runs, "cassandra_stats_bench.readings_chunks"))
        .isPositive()
        .isLessThan(bytes(runs, "cassandra_stats_bench.readings") / 5);
    assertThat(bytes(runs, "cassandra_stats_bench.readings_random_chunks"))
        .isLessThan(0.6 * bytes(runs, "cassandra_stats_bench.readings_random"));
  }

  private static double bytes(List<MeasuredRun> runs, String table) {
    return runs.stream()
        .filter(run -> run.cell().get("stored").equals(table))
        .map(run -> run.attempt().numbers().get("bytes_a_point"))
        .findFirst()
        .orElseThrow(() -> new AssertionError("nothing of " + table + " in " + runs));
  }
}
