/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.install;

import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.DriverTimeoutException;
import com.datastax.oss.driver.api.core.connection.ClosedConnectionException;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.servererrors.QueryExecutionException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.cassandrastats.cli.connection.Cluster;
import org.cassandrastats.cli.connection.ConnectionFailures;
import org.cassandrastats.cli.console.Console;
import org.cassandrastats.cli.console.Progress;
import org.cassandrastats.cli.console.UserError;
import org.cassandrastats.localcluster.node.ExitGuard;

/**
 * Carries out the steps of a plan, one after another, and says where it stopped if it did.
 *
 * @param advice what the user can do after a failure
 */
record PlanRunner(Cluster cluster, Console console, String advice) {
  /** Statements of one kind after which all nodes have to agree. */
  private static final int MOST_AHEAD = 16;

  /**
   * Executes the steps through one node.
   *
   * @throws UserError at the first that fails, saying what was done and what was not
   */
  void run(String task, Node node, List<SchemaPlan.Step> steps) {
    if (steps.isEmpty()) {
      return;
    }
    Journal journal = new Journal(steps, advice);
    // Where it is too late to release it, the user is told what state the schema is in.
    ExitGuard guard = ExitGuard.register("end plan", () -> console.say(journal.interrupted()));
    try (Progress progress = console.progress(task, steps.size(), "statements")) {
      for (int i = 0; i < steps.size(); i++) {
        execute(node, steps.get(i), journal);
        if (isBorder(steps, i) && !cluster.hasSchemaAgreement()) {
          throw new UserError(journal.withoutAgreement());
        }
        progress.reached(journal.stepDone());
      }
    } finally {
      guard.release();
    }
  }

  /**
   * Whether the nodes have to agree before the next step. They hear of all steps from one node, in
   * their order; but what a step names, such as the functions of an aggregate, is to be everywhere
   * before, and no node is to fall far behind.
   */
  private static boolean isBorder(List<SchemaPlan.Step> steps, int step) {
    return (step + 1) % MOST_AHEAD == 0
        || step + 1 == steps.size()
        || !steps.get(step).kind().equals(steps.get(step + 1).kind());
  }

  private void execute(Node node, SchemaPlan.Step step, Journal journal) {
    try {
      cluster.execute(node, step.cql());
    } catch (DriverTimeoutException | ClosedConnectionException unknown) {
      throw new UserError(journal.unknown(ConnectionFailures.firstLine(unknown)), unknown);
    } catch (QueryExecutionException unknown) {
      throw new UserError(journal.unknown(ConnectionFailures.firstLine(unknown)), unknown);
    } catch (DriverException refused) {
      throw new UserError(journal.refused(ConnectionFailures.firstLine(refused)), refused);
    }
  }

  /** Which steps have been done, and how that is told when the next one was not. */
  static final class Journal {
    private static final int SHOWN = 5;

    private final List<SchemaPlan.Step> steps;
    private final String advice;
    private final AtomicInteger done = new AtomicInteger();

    Journal(List<SchemaPlan.Step> steps, String advice) {
      this.steps = List.copyOf(steps);
      this.advice = advice;
    }

    /** Counts the current step as done, and returns how many are. */
    int stepDone() {
      return done.incrementAndGet();
    }

    String refused(String reason) {
      return stopped("was refused: " + reason, "was not done");
    }

    String unknown(String reason) {
      return stopped(
          "gave no answer: " + reason, "may or may not have been done, or may be done later");
    }

    String withoutAgreement() {
      return stopped(
          "was done, but the nodes do not agree on the schema",
          "was done; see nodetool describecluster for the nodes that disagree");
    }

    String interrupted() {
      return stopped("was interrupted", "may or may not have been done");
    }

    private String stopped(String what, String state) {
      int count = Math.min(done.get(), steps.size() - 1);
      List<SchemaPlan.Step> after = steps.subList(count + 1, steps.size());
      return """
          Stopped at statement %d of %d: %s %s.
            Done before it: %s
            It %s.
            Not done: %s
          %s"""
          .formatted(
              count + 1,
              steps.size(),
              steps.get(count),
              what,
              list(steps.subList(0, count)),
              state,
              list(after),
              advice);
    }

    private static String list(List<SchemaPlan.Step> steps) {
      if (steps.isEmpty()) {
        return "nothing";
      }
      StringBuilder text = new StringBuilder().append(steps.size()).append(": ");
      text.append(
          String.join("; ", steps.stream().limit(SHOWN).map(SchemaPlan.Step::toString).toList()));
      if (steps.size() > SHOWN) {
        text.append("; ... ").append(steps.get(steps.size() - 1));
      }
      return text.toString();
    }
  }
}
