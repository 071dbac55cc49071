/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.guard;

import java.util.List;
import org.apache.cassandra.cql3.CQLStatement;
import org.apache.cassandra.cql3.Operation;
import org.apache.cassandra.cql3.QueryOptions;
import org.apache.cassandra.cql3.statements.ModificationStatement;
import org.apache.cassandra.cql3.statements.TransactionStatement;
import org.apache.cassandra.cql3.transactions.ReferenceOperation;
import org.cassandrastats.server.metric.RefusedWrites;
import org.cassandrastats.types.StateType;

/**
 * Cassandra 6.0 executes most operations where the statement is executed, but within a transaction
 * neither those on lists nor what is copied from a column. Any conditional statement may become a
 * transaction.
 */
final class SixWriteApi implements WriteApi {
  private final ReferenceCheck references = new ReferenceCheck();

  @Override
  public List<String> unknownMethods() {
    return SixCheckedUpdates.unknownMethods();
  }

  @Override
  public List<ModificationStatement> writesOf(CQLStatement statement) {
    return statement instanceof TransactionStatement
        ? ((TransactionStatement) statement).getUpdates()
        : List.of();
  }

  @Override
  public Operation checked(Operation operation, RefusedWrites refusals) {
    return operation instanceof SixCheckedOperation || isDeferrable(operation)
        ? operation
        : new SixCheckedOperation(operation, refusals);
  }

  /** Whether a transaction knows the operation by its class, and executes it elsewhere. */
  private static boolean isDeferrable(Operation operation) {
    return operation.requiresRead() || operation.requiresTimestamp();
  }

  @Override
  public void checkOthers(ModificationStatement statement, QueryOptions options) {
    for (ReferenceOperation operation : statement.allReferenceOperations()) {
      if (StateType.isIn(operation.getReceiver().type)) {
        references.check(operation, options);
      }
    }
    checkDeferrable(statement, statement.getRegularOperations(), options);
    checkDeferrable(statement, statement.getStaticOperations(), options);
  }

  private void checkDeferrable(
      ModificationStatement statement, List<Operation> operations, QueryOptions options) {
    for (int i = 0; i < operations.size(); i++) {
      Operation operation = operations.get(i);
      if (isDeferrable(operation) && StateType.isIn(operation.column.type)) {
        references.check(ReferenceOperation.create(operation, statement.metadata()), options);
      }
    }
  }
}
