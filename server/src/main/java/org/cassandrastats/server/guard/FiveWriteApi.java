/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.guard;

import java.util.List;
import org.apache.cassandra.cql3.CQLStatement;
import org.apache.cassandra.cql3.Operation;
import org.apache.cassandra.cql3.statements.ModificationStatement;
import org.cassandrastats.server.metric.RefusedWrites;

/** Cassandra 5.0 executes every operation where the statement is executed. */
final class FiveWriteApi implements WriteApi {
  @Override
  public List<String> unknownMethods() {
    return CheckedUpdates.unknownMethods();
  }

  @Override
  public List<ModificationStatement> writesOf(CQLStatement statement) {
    return List.of();
  }

  @Override
  public Operation checked(Operation operation, RefusedWrites refusals) {
    return operation instanceof CheckedOperation
        ? operation
        : new CheckedOperation(operation, refusals);
  }

  @Override
  public void watchOthers(ModificationStatement statement, RefusedWrites refusals) {}
}
