/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.guard;

import java.util.List;
import org.apache.cassandra.cql3.Operation;
import org.apache.cassandra.cql3.RowUpdateBuilder;
import org.apache.cassandra.cql3.VariableSpecifications;
import org.apache.cassandra.cql3.functions.Function;
import org.apache.cassandra.cql3.terms.Term;
import org.apache.cassandra.db.DecoratedKey;
import org.apache.cassandra.exceptions.InvalidRequestException;
import org.apache.cassandra.serializers.MarshalException;
import org.cassandrastats.server.metric.RefusedWrites;

/** What an operation of a statement does, with the cells validated that it makes. */
final class SixCheckedOperation extends Operation {
  private final Operation operation;
  private final RefusedWrites refusals;

  /**
   * Another operation, checked.
   *
   * @param refusals where a refused value is counted
   */
  SixCheckedOperation(Operation operation, RefusedWrites refusals) {
    super(operation.column, null);
    this.operation = operation;
    this.refusals = refusals;
  }

  @Override
  public void execute(DecoratedKey partitionKey, RowUpdateBuilder row) {
    try {
      operation.execute(partitionKey, new SixCheckedUpdates(row));
    } catch (InvalidRequestException | MarshalException refused) {
      refusals.add();
      throw refused;
    }
  }

  @Override
  public Term term() {
    return operation.term();
  }

  @Override
  public boolean requiresRead() {
    return operation.requiresRead();
  }

  @Override
  public boolean requiresTimestamp() {
    return operation.requiresTimestamp();
  }

  @Override
  public void addFunctionsTo(List<Function> functions) {
    operation.addFunctionsTo(functions);
  }

  @Override
  public void collectMarkerSpecification(VariableSpecifications boundNames, Object owner) {
    operation.collectMarkerSpecification(boundNames, owner);
  }
}
