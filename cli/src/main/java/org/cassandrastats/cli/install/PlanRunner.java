/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.install;

import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.DriverTimeoutException;
import com.datastax.oss.driver.api.core.connection.ClosedConnectionException;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.servererrors.QueryExecutionException;
import java.util.List;
import org.cassandrastats.cli.connection.Cluster;
import org.cassandrastats.cli.connection.ConnectionFailures;
import org.cassandrastats.cli.console.Console;
import org.cassandrastats.cli.console.Progress;
import org.cassandrastats.cli.console.UserError;

/** Carries out the steps of a plan, one after another, and says where it stopped if it did. */
final class PlanRunner {
  private final Cluster cluster;
  private final Console console;
  private final String advice;

  /**
   * @param advice what the user can do after a failure
   */
  PlanRunner(Cluster cluster, Console console, String advice) {
    this.cluster = cluster;
    this.console = console;
    this.advice = advice;
  }

  /**
   * Executes the steps through one node.
   *
   * @throws UserError at the first that fails, saying what was done and what was not
   */
  void run(String task, Node node, List<SchemaStep> steps) {
    if (steps.isEmpty()) {
      return;
    }
    Journal journal = new Journal(steps, advice);
    Thread atExit = new Thread(() -> console.say(journal.interrupted()));
    Runtime.getRuntime().addShutdownHook(atExit);
    try (Progress progress = console.progress(task, steps.size(), "statements")) {
      for (SchemaStep step : steps) {
        execute(node, step, journal);
        progress.reached(journal.stepDone());
      }
    } finally {
      removeHook(atExit);
    }
  }

  private void execute(Node node, SchemaStep step, Journal journal) {
    boolean agreed;
    try {
      agreed = cluster.execute(node, step.cql());
    } catch (DriverTimeoutException | ClosedConnectionException unknown) {
      throw new UserError(journal.unknown(ConnectionFailures.firstLine(unknown)), unknown);
    } catch (QueryExecutionException unknown) {
      throw new UserError(journal.unknown(ConnectionFailures.firstLine(unknown)), unknown);
    } catch (DriverException refused) {
      throw new UserError(journal.refused(ConnectionFailures.firstLine(refused)), refused);
    }
    if (!agreed) {
      throw new UserError(journal.withoutAgreement());
    }
  }

  private static void removeHook(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException exiting) {
      // Too late to remove: the hook tells the user what state the schema is in.
      return;
    }
  }
}
