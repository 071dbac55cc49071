/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.containers;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.cassandrastats.bench.harness.Conditions;
import org.cassandrastats.bench.harness.StudyFacts;
import org.cassandrastats.bench.measure.Attempt;
import org.cassandrastats.bench.measure.Cell;
import org.cassandrastats.bench.measure.MeasuredRun;
import org.cassandrastats.bench.measure.Results;
import org.cassandrastats.bench.measure.Rounds;
import org.cassandrastats.bench.measure.RunLog;

/** Runs a suite on the nodes of a part: measures, asserts every answer, writes the report. */
final class SuiteRun {
  /** Of the tests that measure. */
  static final String TAG = "suites";

  private static final Duration DYING = Duration.ofMillis(300);

  private final SuiteBench bench;
  private final Suite suite;
  private final SuiteFiles files;
  private final List<String> complaints = new ArrayList<>();

  private SuiteRun(SuiteBench bench, Suite suite) {
    this.bench = bench;
    this.suite = suite;
    this.files = new SuiteFiles(suite, bench.cluster().kind());
  }

  static void run(SuiteBench bench, Suite suite) {
    new SuiteRun(bench, suite).run();
  }

  private void run() {
    Conditions conditions = new Conditions();
    List<Cell> cells = suite.cells(bench.part());
    Results before = new Results(files.runs(bench.part()));
    // What was not as it should be failed a build, and is asked again.
    try (RunLog log =
        files.open(bench.part(), run -> problem(cell(cells, run), run, before).isEmpty())) {
      Rounds rounds = new Rounds(log, SuiteConsole.console(), suite.warmUp(), suite.runs());
      if (!rounds.areComplete(cells, suite::isTraced)) {
        files.forgetConditions(bench.part());
        measure(rounds, cells);
      }
      if (!files.hasConditions(bench.part())) {
        files.conditions(bench.part(), facts(conditions.facts()));
      }
      SuiteConsole.say("Report: " + files.write());
      assertThat(complaints).isEmpty();
      Results results = log.results();
      assertThat(
              results.runs().stream()
                  .flatMap(run -> problem(cell(cells, run), run, results).stream())
                  .distinct())
          .isEmpty();
    }
  }

  private void measure(Rounds rounds, List<Cell> cells) {
    String task = SuiteConsole.marked(suite.name() + ", " + bench.part());
    try (Suite.Questions questions = suite.questions(bench);
        SuiteTarget target = target()) {
      rounds.measure(task, cells, suite::isTraced, target, complaining(questions));
    }
  }

  private Rounds.Question complaining(Rounds.Question questions) {
    return new Rounds.Question() {
      @Override
      public Attempt ask(Cell cell, boolean traced) {
        return judged(cell, questions.ask(cell, traced));
      }

      @Override
      public Attempt askBesides(Cell cell, boolean traced, Attempt attempt) {
        return judged(cell, questions.askBesides(cell, traced, attempt));
      }

      private Attempt judged(Cell cell, Attempt attempt) {
        suite.complaint(cell, attempt).ifPresent(SuiteRun.this::complain);
        return attempt;
      }
    };
  }

  /** In a build, nobody waits for what a node says that is slowed down. */
  private SuiteTarget target() {
    return suite.size().documented() || bench.part().nodes() == 1
        ? bench.target().watched()
        : bench.target();
  }

  private void complain(String complaint) {
    complaints.add(complaint);
    // A node that is being ended closes its connections a moment before it is gone: no result then.
    LockSupport.parkNanos(DYING.toNanos());
  }

  private static Cell cell(List<Cell> cells, MeasuredRun run) {
    return cells.stream()
        .filter(cell -> run.cell().equals(cell.texts()))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("no cell of the suite: " + run.cell()));
  }

  /** What is not as it should be with a run, or with all runs of its cell. */
  private Optional<String> problem(Cell cell, MeasuredRun run, Results results) {
    return suite
        .complaint(cell, run.attempt())
        .or(() -> run.traced() ? Optional.empty() : suite.missing(cell, results));
  }

  /** As the nodes say: an image may have another one than its name says. */
  private String version() {
    return bench.session().execute("SELECT release_version FROM system.local").one().getString(0);
  }

  private String facts(Map<String, String> conditions) {
    StudyFacts facts = new StudyFacts().add("nodes", bench.nodes().description());
    facts.add("Cassandra", version());
    facts.add("measured", Instant.now().truncatedTo(ChronoUnit.SECONDS)).addAll(conditions);
    return String.join(
        "; ",
        facts.asMap().entrySet().stream()
            .map(fact -> fact.getKey() + ": " + fact.getValue())
            .toList());
  }
}
