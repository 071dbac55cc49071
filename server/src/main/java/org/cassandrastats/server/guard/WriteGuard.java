/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.guard;

import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.cassandra.cql3.CQLStatement;
import org.apache.cassandra.cql3.Operation;
import org.apache.cassandra.cql3.statements.BatchStatement;
import org.apache.cassandra.cql3.statements.ModificationStatement;
import org.apache.cassandra.service.ClientState;
import org.cassandrastats.server.metric.RefusedWrites;
import org.cassandrastats.types.CassandraApi;
import org.cassandrastats.types.StateType;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets no statement of a client write anything but states to a column of a state type. Cassandra
 * itself validates bound values, but neither literals such as {@code 0x00} nor the results of
 * functions.
 *
 * <p>The operations of a statement that write to such a column are replaced in the statement by
 * ones that validate what they make. That is done once for a prepared statement, and computes no
 * value. Each value is computed once, by Cassandra, and what is validated is what is written, also
 * where a function gives another one each time. Statements on other columns are left as they are.
 */
final class WriteGuard implements StatementCheck {
  private static final Logger LOGGER = LoggerFactory.getLogger(WriteGuard.class);

  private final AtomicBoolean failed = new AtomicBoolean();
  private final WriteApi api;
  private final RefusedWrites refusals;

  private WriteGuard(WriteApi api, RefusedWrites refusals) {
    this.api = api;
    this.refusals = refusals;
  }

  /**
   * A guard.
   *
   * @param refusals where the writes are counted that it refuses
   * @throws LinkageError or RuntimeException if this version of Cassandra writes in an unknown way
   */
  static WriteGuard create(RefusedWrites refusals) {
    WriteApi api = CassandraApi.of(WriteApi.class);
    List<String> unknown = api.unknownMethods();
    if (!unknown.isEmpty()) {
      throw new UnsupportedOperationException("unknown: " + unknown);
    }
    return new WriteGuard(api, refusals);
  }

  @Override
  public void check(CQLStatement statement, ClientState client) {
    if (statement instanceof ModificationStatement) {
      watch((ModificationStatement) statement);
    } else if (statement instanceof BatchStatement) {
      watchAll(((BatchStatement) statement).getStatements());
    } else {
      watchAll(api.writesOf(statement));
    }
  }

  private void watchAll(List<ModificationStatement> statements) {
    for (int i = 0; i < statements.size(); i++) {
      watch(statements.get(i));
    }
  }

  private void watch(ModificationStatement statement) {
    try {
      watch(statement.getRegularOperations());
      watch(statement.getStaticOperations());
      api.watchOthers(statement, refusals);
    } catch (LinkageError | RuntimeException unknown) {
      if (failed.compareAndSet(false, true)) {
        LOGGER.error("cassandra-stats cannot validate what statements write", unknown);
      }
    }
  }

  private void watch(List<Operation> operations) {
    for (int i = 0; i < operations.size(); i++) {
      if (StateType.isIn(operations.get(i).column.type)) {
        replace(operations);
        return;
      }
    }
  }

  private void replace(List<Operation> operations) {
    // A prepared statement is shared by threads. Each has to see the replacements of another.
    synchronized (operations) {
      for (int i = 0; i < operations.size(); i++) {
        Operation operation = operations.get(i);
        if (StateType.isIn(operation.column.type)) {
          Operation checked = api.checked(operation, refusals);
          if (checked != operation) {
            operations.set(i, checked);
          }
        }
      }
    }
  }
}
