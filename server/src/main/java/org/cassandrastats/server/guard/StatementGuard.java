/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.guard;

import java.util.List;
import org.apache.cassandra.cql3.CQLStatement;
import org.apache.cassandra.service.ClientState;
import org.cassandrastats.server.admin.Features;
import org.cassandrastats.server.metric.RefusedWrites;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks the statements of clients: what they write to columns of the state types, and where they
 * put such columns. On a version of Cassandra that does these things in an unknown way it says so
 * once, and lets everything pass.
 */
public final class StatementGuard {
  private static final Logger LOGGER = LoggerFactory.getLogger(StatementGuard.class);

  private final List<StatementCheck> checks;

  private StatementGuard(List<StatementCheck> checks) {
    this.checks = checks;
  }

  /**
   * The guard of this node. Never throws: a node starts without it rather than not at all.
   *
   * @param features takes whether there is one
   */
  public static StatementGuard create(Features features) {
    String state = Features.ACTIVE;
    try {
      RefusedWrites refusals = new RefusedWrites();
      StatementGuard guard =
          new StatementGuard(
              List.of(new NameCheck(), new SchemaGuard(), WriteGuard.create(refusals)));
      refusals.publish();
      return guard;
    } catch (LinkageError | RuntimeException unknown) {
      LOGGER.error(
          "cassandra-stats does not guard its column types on this version of Cassandra: hex"
              + " literals and results of functions are written to them without a check. Use no"
              + " such columns here, or install a jar that knows this version ({})",
          unknown.toString());
      state = "not checked on this version of Cassandra";
      return none();
    } finally {
      String checks = state;
      features.add("column_types", () -> null, () -> checks);
    }
  }

  /** A guard that lets everything pass. */
  public static StatementGuard none() {
    return new StatementGuard(List.of());
  }

  /**
   * To be called before each execution of a statement or batch.
   *
   * @throws org.apache.cassandra.exceptions.InvalidRequestException if the statement is refused
   */
  public void check(CQLStatement statement, ClientState client) {
    for (int i = 0; i < checks.size(); i++) {
      checks.get(i).check(statement, client);
    }
  }
}
