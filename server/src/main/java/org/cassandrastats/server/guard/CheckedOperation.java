/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.guard;

import java.util.List;
import org.apache.cassandra.cql3.Operation;
import org.apache.cassandra.cql3.UpdateParameters;
import org.apache.cassandra.cql3.VariableSpecifications;
import org.apache.cassandra.cql3.functions.Function;
import org.apache.cassandra.db.DecoratedKey;
import org.apache.cassandra.exceptions.InvalidRequestException;
import org.apache.cassandra.serializers.MarshalException;
import org.cassandrastats.server.metric.RefusedWrites;

/** An operation of a statement, such as {@code SET column = value}, whose cells are validated. */
final class CheckedOperation extends Operation {
  private final Operation operation;
  private final RefusedWrites refusals;

  /**
   * Another operation, checked.
   *
   * @param refusals where a refused value is counted
   */
  CheckedOperation(Operation operation, RefusedWrites refusals) {
    super(operation.column, null);
    this.operation = operation;
    this.refusals = refusals;
  }

  @Override
  public void execute(DecoratedKey partitionKey, UpdateParameters row) {
    try {
      operation.execute(partitionKey, new CheckedUpdates(row));
    } catch (InvalidRequestException | MarshalException refused) {
      // Bound values too: Cassandra validates them here, and forgets which type has refused them.
      refusals.add();
      throw refused;
    }
  }

  @Override
  public boolean requiresRead() {
    return operation.requiresRead();
  }

  @Override
  public void addFunctionsTo(List<Function> functions) {
    operation.addFunctionsTo(functions);
  }

  @Override
  public void collectMarkerSpecification(VariableSpecifications boundNames) {
    operation.collectMarkerSpecification(boundNames);
  }
}
