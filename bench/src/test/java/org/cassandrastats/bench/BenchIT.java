/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.cassandrastats.bench.report.ReportFiles;
import org.cassandrastats.cli.command.CommandLineRun;
import org.cassandrastats.cli.command.StartScript;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Small studies on throw-away nodes. No time decides anything here. */
final class BenchIT {
  private static final Duration TIMEOUT = Duration.ofMinutes(5);
  private static final int ENDED_BY_SIGTERM = 143;

  @TempDir private Path directory;

  private CommandLineRun bench(String... arguments) {
    return new SmallStudy(directory).run(arguments);
  }

  private void assertReport(CommandLineRun run, String study) {
    new SmallStudy(directory).assertReport(run, study);
  }

  @Test
  void should_time_page_sizes_in_the_lane_of_udfs() throws IOException {
    CommandLineRun run =
        bench(
            "page-size",
            "--lane",
            "udf-threads-on",
            "--rows",
            "5000",
            "--page-sizes",
            "100,80000",
            "--runs",
            "2");

    assertReport(run, "page-size");
    // 3 aggregates, 2 page sizes, 2 runs; avg is also traced.
    assertThat(new ReportFiles(directory, "page-size").runs())
        .hasSize(3 * 2 * 2 + 2)
        .allMatch(each -> each.attempt().isExact());
    assertThat(run.out())
        .containsPattern("\\| +100 \\| .*\\| +3.78 \\|")
        .containsPattern("udf-threads-on \\| 1 node.* \\| tdigest +\\| +500 \\|");
  }

  @Test
  @Tag("extended")
  void should_time_rows_and_exceed_no_deadline_with_few() {
    CommandLineRun run =
        bench(
            "rows", "--lane", "native", "--min-rows", "1000", "--max-rows", "20000", "--runs", "2");

    assertReport(run, "rows");
    assertThat(run.out()).contains("more than were loaded", "rows at 12 s");
  }

  /** Replicas that differ are asked at levels only that must see what one of them has missed. */
  @Test
  @Tag("extended")
  void should_be_exact_at_every_level_whatever_replicas_have_missed() {
    CommandLineRun run =
        bench(
            "consistency",
            "--rows",
            "2000",
            "--changed",
            "7",
            "--levels",
            "ONE,QUORUM,ALL",
            "--runs",
            "1");

    assertReport(run, "consistency");
    assertThat(run.out())
        .containsPattern("one slowed +\\| mean +\\| ALL")
        .containsPattern("read repair BLOCKING +\\| mean +\\| QUORUM")
        .containsPattern("read repair NONE +\\| mean +\\| ALL")
        .doesNotContainPattern("read repair (BLOCKING|NONE) +\\| mean +\\| ONE");
  }

  @Test
  @Tag("extended")
  void should_time_one_request_and_many_whose_states_are_merged() {
    CommandLineRun run =
        bench(
            "query",
            "--lane",
            "native",
            "--rows",
            "20000",
            "--partitions",
            "50",
            "--target-time",
            "20ms",
            "--runs",
            "1");

    assertReport(run, "query");
    assertThat(run.out())
        .contains("one request, no deadline", "split, default deadlines")
        .contains("Split, as many times as fast");
  }

  @Test
  @Tag("extended")
  void should_time_buckets_by_one_command_and_by_a_query_for_each() {
    CommandLineRun run =
        bench("buckets", "--rows", "10007", "--partitions", "3", "--buckets", "5", "--runs", "1");

    assertReport(run, "buckets");
    assertThat(run.out()).contains("one command of the client lane is");
  }

  @Test
  @Tag("extended")
  void should_time_one_partition_many_and_the_whole_table() {
    CommandLineRun run =
        bench(
            "partitions",
            "--lane",
            "native",
            "--rows",
            "5000",
            "--partitions",
            "10",
            "--nodes",
            "1",
            "--runs",
            "1");

    assertReport(run, "partitions");
    assertThat(run.out())
        .contains("whole table, one request", "many partitions, one request by IN");
  }

  @Test
  @Tag("extended")
  void should_hold_predicted_times_of_several_users_against_measured_ones() {
    CommandLineRun run =
        bench("model", "--lane", "native", "--rows", "5000", "--users", "1,3", "--runs", "1");

    assertReport(run, "model");
    assertThat(run.out()).containsPattern("native \\| +3 \\|").contains("With 3 users, each waits");
  }

  @Test
  @Tag("extended")
  void should_hold_plans_against_measured_times() {
    CommandLineRun run =
        bench(
            "plan",
            "--lane",
            "native",
            "--rows",
            "500,20000",
            "--aggregates",
            "mean",
            "--runs",
            "1");

    assertReport(run, "plan");
    assertThat(run.out())
        .containsPattern("native +\\| mean +\\| +500 \\| +500 \\| +1.00 \\|")
        .containsPattern("native +\\| mean +\\| +20,000 \\| split +\\|")
        .contains("Of 4 requests, 4 gave the exact answer");
  }

  /** Looks at each query for seconds, to see what others wait for meanwhile. */
  @Test
  @Tag("extended")
  void should_watch_the_heap_while_a_list_collects_all_values() {
    CommandLineRun run = bench("state", "--rows", "1000,5000", "--at-once", "2", "--runs", "1");

    assertReport(run, "state");
    assertThat(run.out())
        .contains("longest pause ms", "old generation, most MiB")
        .containsPattern("5,000 \\| list of all values");
  }

  /** Where no Docker engine answers, that is what has to be said. */
  @Test
  @Tag("extended")
  void should_measure_in_containers_or_say_why_not() {
    CommandLineRun run =
        bench(
            "page-size",
            "--containers",
            "--lane",
            "native",
            "--rows",
            "5000",
            "--page-sizes",
            "100,5000",
            "--runs",
            "1");

    if (run.exitCode() == 0) {
      assertReport(run, "page-size");
      assertThat(directory.resolve("page-size.md")).content().contains("in containers of");
    } else {
      assertThat(run.exitCode()).as("%s", run).isEqualTo(1);
      assertThat(run.error()).contains("Nodes cannot run in containers: ");
    }
  }

  @Test
  void should_refuse_containers_where_it_has_to_reach_into_the_node() {
    CommandLineRun run = bench("state", "--containers");

    assertThat(run.exitCode()).as("%s", run).isEqualTo(2);
    assertThat(run.error()).contains("--containers is not for this study", "heap of the node");
  }

  /** Starts a node for each native_transport_timeout, which is fixed once it was used. */
  @Test
  @Tag("extended")
  void should_show_who_gives_up() {
    CommandLineRun run =
        bench(
            "timeout",
            "--lane",
            "native",
            "--rows",
            "1000,400000",
            "--client-timeouts",
            "20ms,60s",
            "--deadlines",
            "20ms/1h,60s/500ms,1h/1h",
            "--runs",
            "1");

    assertReport(run, "timeout");
    assertThat(run.out())
        .contains("client: DriverTimeoutException")
        .containsPattern("node: Read(Timeout|Failure)Exception")
        .containsPattern("1,000 \\| +1m .*exact")
        .containsPattern("server first, retried once +\\| .*\\| node: Read")
        .containsPattern("statement late +\\| .*\\| exact")
        .containsPattern("session early +\\| .*\\| client: DriverTimeout");
  }

  @Test
  void should_leave_nothing_of_a_study_that_is_ended_and_go_on_later()
      throws IOException, InterruptedException {
    StartScript script = new StartScript(directory);
    String[] arguments = {
      "bench",
      "page-size",
      "--lane",
      "native",
      "--rows",
      "20000",
      "--page-sizes",
      "100,80000",
      "--runs",
      "8",
      "--warm-up",
      "0",
      "--output",
      directory.resolve("results").toString()
    };
    Path unfinished = directory.resolve("results").resolve("page-size.unfinished.jsonl");
    Process study = script.start(arguments);
    try {
      awaitLines(unfinished, 4, study);
      List<ProcessHandle> node = study.descendants().toList();
      assertThat(node).isNotEmpty();

      study.destroy();

      assertThat(study.waitFor(TIMEOUT.toSeconds(), TimeUnit.SECONDS)).isTrue();
      assertThat(study.exitValue()).isEqualTo(ENDED_BY_SIGTERM);
      assertThat(node).noneMatch(ProcessHandle::isAlive);
      try (var files = Files.list(script.temporaryFiles())) {
        assertThat(files.filter(Files::isDirectory)).isEmpty();
      }
      assertThat(script.errors()).content().doesNotContain("Error", "\tat ");
    } finally {
      study.descendants().forEach(ProcessHandle::destroyForcibly);
      study.destroyForcibly();
    }
    List<String> measured = Files.readAllLines(unfinished);
    assertThat(measured).noneMatch(line -> line.contains("failed"));

    CommandLineRun other = CommandLineRun.of(with(arguments, "--rows", "60000"));
    assertThat(other.exitCode()).as("%s", other).isEqualTo(1);
    assertThat(other.error()).contains("`--rows` was 20000, now 60000");

    CommandLineRun resumed = CommandLineRun.of(with(arguments, "--resume", ""));
    assertThat(resumed.exitCode()).as("%s", resumed).isZero();
    // 3 aggregates, 2 page sizes, 8 runs and one that is traced.
    assertThat(new ReportFiles(directory.resolve("results"), "page-size").runs())
        .hasSize(3 * 2 * 9);
    assertThat(unfinished).doesNotExist();
  }

  private static String[] with(String[] arguments, String option, String value) {
    List<String> all = new ArrayList<>(List.of(arguments));
    if (value.isEmpty()) {
      all.add(option);
    } else {
      all.set(all.indexOf(option) + 1, value);
    }
    return all.toArray(String[]::new);
  }

  private static void awaitLines(Path file, int wanted, Process writer)
      throws IOException, InterruptedException {
    long deadline = System.nanoTime() + TIMEOUT.toNanos();
    while (!Files.exists(file) || Files.readAllLines(file).size() < wanted) {
      assertThat(writer.isAlive()).isTrue();
      assertThat(System.nanoTime()).isLessThan(deadline);
      writer.waitFor(50, TimeUnit.MILLISECONDS);
    }
  }
}
