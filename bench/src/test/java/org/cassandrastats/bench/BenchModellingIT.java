/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.cassandrastats.bench.report.ReportFiles;
import org.cassandrastats.cli.command.CommandLineRun;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Small studies of how data is laid out, on throw-away nodes. No time decides anything here. */
final class BenchModellingIT {
  @TempDir private Path directory;

  private CommandLineRun bench(String... arguments) {
    return new SmallStudy(directory).run(arguments);
  }

  private void assertReport(CommandLineRun run, String study) {
    new SmallStudy(directory).assertReport(run, study);
  }

  @Test
  @Tag("extended")
  void should_have_the_server_time_reads_of_the_newest_rows() throws IOException {
    CommandLineRun run =
        bench(
            "recent",
            "--max-rows",
            "1000",
            "--runs",
            "2",
            "--sstables",
            "BIG,BIG_4KIB,BTI",
            "--tables",
            "ALL,OWN");

    assertReport(run, "recent");
    // 3 kinds of SSTables, 2 tables, 2 orders, 2 ends, 2 numbers of rows, 2 partitions, 2 runs;
    // each
    // timed by both clocks.
    assertThat(new ReportFiles(directory, "recent").runs())
        .hasSize(3 * 2 * 2 * 2 * 2 * 2 * 2)
        .allMatch(each -> each.attempt().isExact() && each.attempt().serverSeconds() > 0)
        .allMatch(each -> each.attempt().numbers().containsKey("replica_seconds"));
    assertThat(run.out())
        .contains("Time of the replica", "Time of the coordinator")
        .containsPattern("of one size +\\| descending +\\| start bound +\\| +100 \\| +[0-9.]+ \\(");
  }

  @Test
  @Tag("extended")
  void should_measure_an_application_beside_each_way_to_read() {
    String small = "--rows 20000 --rate 100 --seconds 1 --runs 1 --read cassandra,direct";

    CommandLineRun run = bench(("foreground " + small).split(" ", -1));

    assertReport(run, "foreground");
    assertThat(run.out())
        .containsPattern("native +\\| +20,000 \\| as Cassandra does +\\| mean, 4 at a time +\\|")
        .containsPattern("native +\\| +20,000 \\| directly +\\| mean, 4 at a time +\\|")
        .contains("Of 15 runs, 15 gave the exact answer");
  }

  @Test
  @Tag("extended")
  void should_read_a_partition_in_slices() {
    CommandLineRun run =
        bench("slices", "--rows", "3000", "--max-slices", "8", "--page-size", "100", "--runs", "1");

    assertReport(run, "slices");
    assertThat(run.out())
        .contains("Of 21 joined answers, 21 gave the exact answer")
        .containsPattern("moments +\\| +8 \\| in parallel");
  }

  @Test
  @Tag("extended")
  void should_find_records_by_key_and_index_and_scan() {
    CommandLineRun run =
        bench(
            "index",
            "--rows",
            "20000",
            "--partition-rows",
            "1,100",
            "--columns",
            "20",
            "--kinds",
            "500",
            "--own-tables",
            "--runs",
            "1");

    assertReport(run, "index");
    // 2 sizes of partitions, 4 shares; rows in 6 ways, averages in 5; 9 tables.
    assertThat(run.out())
        .contains("Of 106 answers and sizes of tables, 106 gave the exact answer")
        .containsPattern("rows +\\| +1 \\| +0.1 % \\| +20 \\| storage-attached index")
        .containsPattern("rows +\\| +100 \\| +9 % \\| +1,800 \\| index table by hand")
        .containsPattern("table for each predicate +\\| +36 \\|");
  }

  /** Three nodes; each way to read has shown that it was used. */
  @Test
  @Tag("extended")
  void should_time_each_way_to_read_a_partition() {
    CommandLineRun run = bench("direct", "--rows", "20000", "--runs", "1");

    assertReport(run, "direct");
    assertThat(run.out())
        .contains("0 failed with an exception")
        .containsPattern("SSTables, bti +\\| tdigest +\\| 5000 +\\| directly")
        .containsPattern("57 columns +\\| avg +\\| 5000 +\\| directly, fewer columns")
        .containsPattern("overlapping SSTables +\\| tdigest +\\| 5000 +\\| by cursors")
        .containsPattern("Cursor reads meet \\d+ of the 16 limits");
  }

  /** Two nodes, one for each format of SSTables. */
  @Test
  @Tag("extended")
  void should_store_records_in_every_layout_and_read_them_again() throws IOException {
    CommandLineRun run =
        bench("layouts", "--records", "20000", "--compressions", "LZ4,Deflate,None", "--runs", "2");

    assertReport(run, "layouts");
    // 6 layouts, 3 compressions and bti and the row cache; 5 questions in 2 runs, 2 parts written
    // by
    // the driver and all of them imported; the bytes of columns in chunks of 3 encodings.
    assertThat(new ReportFiles(directory, "layouts").runs())
        .hasSize(6 * 5 * (5 * 2 + 2 + 1) + 3)
        .allMatch(each -> each.attempt().isExact());
    assertThat(run.out())
        .containsPattern("chunks, all encodings +\\| LZ4 +\\| bti")
        .containsPattern("wide partitions +\\| LZ4 +\\| big +\\| on ")
        .contains("read one column ");
  }

  /** A node of each kind of functions; the second one has an aggregate that does nothing. */
  @Test
  @Tag("extended")
  void should_time_every_aggregate_beside_the_built_in_average() {
    CommandLineRun run =
        bench(
            "lanes",
            "--lane",
            "native,udf-threads-off",
            "--rows",
            "2000",
            "--groups",
            "1000",
            "--runs",
            "2",
            "--runs-of-groups",
            "1",
            "--runs-of-all",
            "1",
            "--heap-seconds",
            "1");

    assertThat(run.exitCode()).as("%s", run).isZero();
    assertThat(run.out())
        .contains("limits.", "0 failed with an exception")
        .containsPattern("`tdigest\\(value\\)` GROUP BY")
        .containsPattern("udf-threads-off +\\| `a state function that returns its state`")
        .containsPattern("`tdigest_merge\\(.*\\)` +\\| +[0-9.]+ \\(")
        .containsPattern("`avg\\(value\\), built in` +\\| +1,000 \\|");
    assertThat(directory.resolve("lanes")).isDirectoryContaining("glob:**all.svg");
  }

  @Test
  @Tag("extended")
  void should_read_cold_and_the_heads_of_partitions_and_records_of_57_columns() throws IOException {
    CommandLineRun run =
        bench(
            "layouts",
            "--records",
            "40000",
            "--varied-records",
            "20000",
            "--records-of-other-columns",
            "3000",
            "--layouts",
            "partition-per-record,wide,blob,chunks-smallest",
            "--compressions",
            "Zstd",
            "--cold",
            "--heads",
            "--single-records",
            "--runs",
            "1");

    assertReport(run, "layouts");
    assertThat(run.out())
        .containsPattern("chunks, all encodings +\\| Zstd")
        .containsPattern("chunks, all encodings +\\| 3,000 of 57 columns")
        .containsPattern("wide partitions +\\| head +\\| 20,000 of 20 columns")
        .contains("ms a record");
    // The node has read from disks what the system had forgotten.
    assertThat(new ReportFiles(directory, "layouts").runs())
        .filteredOn(each -> each.cell().containsValue("dropped"))
        .hasSize(4 * 3 * 2)
        .allMatch(each -> each.attempt().isExact());
  }

  @Test
  @Tag("extended")
  void should_store_distributions_in_every_way_and_increment_their_bins() throws IOException {
    CommandLineRun run = bench("bins", "--records", "1500", "--runs", "2");

    assertReport(run, "bins");
    // 7 ways; 2 runs of reading and of updating, 2 parts inserted.
    assertThat(new ReportFiles(directory, "bins").runs())
        .hasSize(7 * (2 + 2 + 2))
        .allMatch(each -> each.attempt().isExact());
    assertThat(run.out()).contains("Fastest to insert: ", "to update: ");
  }

  @Test
  void should_refuse_lanes_and_columns_that_a_study_of_layouts_does_not_have() {
    CommandLineRun lane = bench("bins", "--lane", "udf-threads-on");
    CommandLineRun columns = bench("layouts", "--columns", "21");

    assertThat(lane.exitCode()).as("%s", lane).isEqualTo(2);
    assertThat(lane.error()).contains("in the lane native");
    assertThat(columns.exitCode()).as("%s", columns).isEqualTo(2);
    assertThat(columns.error()).contains("--columns is 21: expected 20 or 57");
  }
}
