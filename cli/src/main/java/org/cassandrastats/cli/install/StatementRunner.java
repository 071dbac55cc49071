/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.install;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.util.List;
import org.cassandrastats.catalogue.Statement;
import org.cassandrastats.cli.console.Console;
import org.cassandrastats.cli.console.Progress;
import org.cassandrastats.cli.console.UserError;

/** Runs the schema statements of a catalogue, one by one, each agreed on by all nodes. */
final class StatementRunner {
  private final CqlSession session;
  private final Console console;

  /** A runner that shows its progress on a console. */
  StatementRunner(CqlSession session, Console console) {
    this.session = session;
    this.console = console;
  }

  /**
   * Runs statements in their order.
   *
   * @param task what this is for, a few words
   * @throws UserError at the first one that fails; those before it stay done
   */
  void run(String task, List<Statement> statements) {
    // Reading the whole schema back after each statement takes longer than the statement.
    session.setSchemaMetadataEnabled(false);
    try (Progress progress = console.progress(task, statements.size(), "statements")) {
      for (int i = 0; i < statements.size(); i++) {
        run(statements.get(i));
        progress.reached(i + 1);
      }
    } finally {
      session.setSchemaMetadataEnabled(null);
    }
  }

  private void run(Statement statement) {
    boolean agreed;
    try {
      // The driver waits for agreement after each schema change, as long as it is configured to.
      agreed =
          session
              .execute(SimpleStatement.newInstance(statement.cql()))
              .getExecutionInfo()
              .isSchemaInAgreement();
    } catch (DriverException failed) {
      throw new UserError(
          "%s failed: %s".formatted(statement.object(), failed.getMessage()), failed);
    }
    if (!agreed && !session.checkSchemaAgreement()) {
      throw new UserError(
          ("The nodes do not agree on the schema after %s. Wait until \"nodetool describecluster\""
                  + " shows one schema version, then run this again.")
              .formatted(statement.object()));
    }
  }
}
