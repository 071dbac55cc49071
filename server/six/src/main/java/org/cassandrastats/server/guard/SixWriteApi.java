/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.guard;

import java.util.List;
import org.apache.cassandra.cql3.CQLStatement;
import org.apache.cassandra.cql3.Operation;
import org.apache.cassandra.cql3.statements.ModificationStatement;
import org.apache.cassandra.cql3.statements.TransactionStatement;
import org.apache.cassandra.cql3.terms.Lists;
import org.apache.cassandra.cql3.terms.Term;
import org.apache.cassandra.db.marshal.AbstractType;
import org.apache.cassandra.db.marshal.ListType;
import org.apache.cassandra.schema.ColumnMetadata;
import org.cassandrastats.server.metric.RefusedWrites;

/**
 * Cassandra 6.0 executes most operations where the statement is executed, but within a transaction
 * neither those on lists nor what is copied from a column. Any conditional statement may become a
 * transaction.
 */
final class SixWriteApi implements WriteApi {
  @Override
  public List<String> unknownMethods() {
    SixReferenceCheck.link();
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
    if (operation instanceof SixCheckedOperation || operation.term() instanceof SixCheckedTerm) {
      return operation;
    }
    // A transaction knows these by their class, and executes them elsewhere.
    ColumnMetadata column = operation.column;
    if (operation instanceof Lists.SetterByIndex) {
      AbstractType<?> element = ((ListType<?>) column.type).valueComparator();
      return new Lists.SetterByIndex(
          column,
          ((Lists.SetterByIndex) operation).idx,
          new SixCheckedTerm(operation.term(), column, element, refusals));
    }
    if (operation.requiresTimestamp()) {
      Term term = new SixCheckedTerm(operation.term(), column, column.type, refusals);
      if (operation instanceof Lists.Appender) {
        return new Lists.Appender(column, term);
      } else if (operation instanceof Lists.Prepender) {
        return new Lists.Prepender(column, term);
      } else if (operation instanceof Lists.Setter) {
        return new Lists.Setter(column, term);
      }
    }
    if (operation instanceof Lists.Discarder || operation instanceof Lists.DiscarderByIndex) {
      // They store nothing but the places of elements that are there.
      return operation;
    }
    return new SixCheckedOperation(operation, refusals);
  }

  @Override
  public void watchOthers(ModificationStatement statement, RefusedWrites refusals) {
    SixReferenceCheck.watch(statement, refusals);
  }
}
