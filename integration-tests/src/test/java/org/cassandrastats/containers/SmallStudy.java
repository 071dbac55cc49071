/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.containers;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.cassandrastats.bench.harness.Study;
import org.cassandrastats.bench.measure.Attempt;
import org.cassandrastats.bench.measure.MeasuredRun;
import org.cassandrastats.bench.nodes.LentNodes;
import org.cassandrastats.cli.command.CassandraStats;
import org.cassandrastats.live.Lane;

/**
 * Studies of bench with few rows on the nodes of a test, and what has to hold of every run. Their
 * reports are in {@code target/studies}; their times mean nothing.
 */
record SmallStudy(LaneNodes nodes) {
  /** Exceptions instead of an answer, where somebody is to give up. */
  private static final Map<String, Set<String>> GIVING_UP =
      Map.of(
          "client first", Set.of("DriverTimeoutException"),
          "session early", Set.of("DriverTimeoutException"),
          "server first", Set.of("ReadTimeoutException", "ReadFailureException"),
          "cqlsh first", Set.of("OperationTimedOut"));

  void assertExactAtEveryPageSize() {
    assertThat(run("page-size --page-sizes 100,1000,80000 --runs 1 --warm-up 0"))
        .allMatch(run -> run.attempt().isExact());
  }

  /** Whoever has missed writes is asked the same once more. */
  void assertExactAtEveryLevel() {
    assertThat(
            run(
                "consistency --missed-rows 600 --page-size 500 --aggregates mean,tdigest"
                    + " --runs 1 --warm-up 0"))
        .allMatch(run -> run.attempt().isExact())
        .filteredOn(run -> run.cell().get("replicas").contains("missed writes"))
        .allMatch(run -> run.attempt().numbers().containsKey("again_seconds"));
  }

  /** Pages of a row, so that requests take long enough to exceed a limit. */
  void assertExactOrGivenUp() {
    assertThat(
            run(
                "timeout --client-timeouts 60s --deadlines 1h/1h --page-size 1 --aggregates"
                    + " tdigest --cases BOTH_LATE,CLIENT_FIRST,SERVER_FIRST,SESSION_EARLY,"
                    + "STATEMENT_LATE,CQLSH_LATE,CQLSH_LARGE_PAGES,CQLSH_FIRST --runs 1 --warm-up"
                    + " 0"))
        .allMatch(SmallStudy::isExactOrGivenUp);
  }

  private static boolean isExactOrGivenUp(MeasuredRun run) {
    Set<String> errors =
        GIVING_UP.getOrDefault(run.cell().getOrDefault("who_gives_up", ""), Set.of());
    Attempt attempt = run.attempt();
    return attempt.isExact()
        || (attempt.outcome() == Attempt.Outcome.FAILED && errors.contains(attempt.error()));
  }

  private List<MeasuredRun> run(String arguments) {
    int count = nodes.cluster().size();
    Path output = Path.of("target", "studies", Lane.current() + "-" + count).toAbsolutePath();
    String line =
        "bench %s --nodes %d --rows 4000 --rows-udf-threads-on 2000 --restart --output %s"
            .formatted(arguments, count, output);
    Study study =
        (Study)
            CassandraStats.commandLine(() -> false)
                .parseArgs(line.split(" ", -1))
                .subcommand()
                .subcommand()
                .commandSpec()
                .userObject();
    study.prepare();
    try (LentNodes lent = new LentNodes(nodes.cluster(), Lane.current().toString())) {
      List<MeasuredRun> runs = study.measure(lent).runs();
      assertThat(runs).isNotEmpty();
      return runs;
    }
  }
}
