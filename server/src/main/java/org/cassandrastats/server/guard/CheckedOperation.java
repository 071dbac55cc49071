/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.guard;

import java.util.List;
import org.apache.cassandra.cql3.Operation;
import org.apache.cassandra.cql3.UpdateParameters;
import org.apache.cassandra.cql3.VariableSpecifications;
import org.apache.cassandra.cql3.functions.Function;
import org.apache.cassandra.db.DecoratedKey;

/** An operation of a statement, such as {@code SET column = value}, whose cells are validated. */
final class CheckedOperation extends Operation {
  private final Operation operation;

  CheckedOperation(Operation operation) {
    super(operation.column, null);
    this.operation = operation;
  }

  @Override
  public void execute(DecoratedKey partitionKey, UpdateParameters row) {
    operation.execute(partitionKey, new CheckedUpdates(row));
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
