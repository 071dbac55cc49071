/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.guard;

import java.util.List;
import org.apache.cassandra.cql3.FieldIdentifier;
import org.apache.cassandra.cql3.Operations;
import org.apache.cassandra.cql3.statements.ModificationStatement;
import org.apache.cassandra.cql3.terms.Term;
import org.apache.cassandra.cql3.transactions.ReferenceOperation;
import org.apache.cassandra.db.marshal.AbstractType;
import org.apache.cassandra.db.marshal.CollectionType;
import org.apache.cassandra.db.marshal.MapType;
import org.apache.cassandra.db.marshal.SetType;
import org.apache.cassandra.db.marshal.UserType;
import org.apache.cassandra.schema.ColumnMetadata;
import org.apache.cassandra.schema.TableMetadata;
import org.apache.cassandra.service.accord.txn.TxnReferenceOperation;
import org.cassandrastats.server.metric.RefusedWrites;
import org.cassandrastats.server.reflect.PrivateField;
import org.cassandrastats.types.StateType;

/**
 * Has the operations checked that a transaction leaves to the replicas: their values, the columns
 * that these are copied from, and the keys of maps.
 */
final class SixReferenceCheck {
  private static final PrivateField OPERATIONS =
      new PrivateField(ModificationStatement.class, "operations");
  private static final PrivateField TABLE = new PrivateField(ReferenceOperation.class, "table");
  private static final PrivateField KEY = new PrivateField(ReferenceOperation.class, "key");
  private static final PrivateField FIELD = new PrivateField(ReferenceOperation.class, "field");

  private SixReferenceCheck() {}

  /**
   * Does nothing but load this, and what it puts in the place of values.
   *
   * @throws LinkageError if a transaction keeps its operations in another way
   */
  static void link() {
    SixCheckedReference.link();
  }

  /** Puts operations that are checked in the place of those of a statement that are not. */
  static void watch(ModificationStatement statement, RefusedWrites refusals) {
    if (!statement.getSubstitutions().isEmpty()) {
      Operations operations = (Operations) OPERATIONS.of(statement);
      watch(operations.regularSubstitutions(), refusals);
      watch(operations.staticSubstitutions(), refusals);
    }
  }

  private static void watch(List<ReferenceOperation> operations, RefusedWrites refusals) {
    // As in WriteGuard: a prepared statement is shared by threads.
    synchronized (operations) {
      for (int i = 0; i < operations.size(); i++) {
        ReferenceOperation operation = operations.get(i);
        if (StateType.isIn(operation.getReceiver().type)
            && !(operation.getValue() instanceof SixCheckedReference)) {
          operations.set(i, checked(operation, refusals));
        }
      }
    }
  }

  private static ReferenceOperation checked(ReferenceOperation operation, RefusedWrites refusals) {
    ColumnMetadata column = operation.getReceiver();
    TxnReferenceOperation.Kind kind = operation.getKind();
    FieldIdentifier field = (FieldIdentifier) FIELD.of(operation);
    Term key = (Term) KEY.of(operation);
    if (kind == TxnReferenceOperation.Kind.MapSetterByKey) {
      key =
          new SixCheckedTerm(
              key, column, ((CollectionType<?>) column.type).nameComparator(), refusals);
    }
    return new ReferenceOperation(
        column,
        (TableMetadata) TABLE.of(operation),
        kind,
        key,
        field,
        new SixCheckedReference(
            operation.getValue(), column, stored(kind, column.type, field), refusals));
  }

  /** The type of what is stored of the value; null where nothing is. */
  private static AbstractType<?> stored(
      TxnReferenceOperation.Kind kind, AbstractType<?> whole, FieldIdentifier field) {
    switch (kind) {
      case ConstantSetter:
      case ListAppender:
      case ListPrepender:
      case ListSetter:
      case SetAdder:
      case SetSetter:
      case MapPutter:
      case MapSetter:
      case UserTypeSetter:
        return whole;
      case ListSetterByIndex:
      case MapSetterByKey:
        return ((CollectionType<?>) whole).valueComparator();
      case UserTypeSetterByField:
        UserType type = (UserType) whole;
        return type.fieldType(type.fieldPosition(field));
      case SetDiscarder:
        // Keys are stored with their removal.
        return whole instanceof MapType
            ? SetType.getInstance(((MapType<?, ?>) whole).getKeysType(), true)
            : whole;
      case MapDiscarderByKey:
      case SetElementDiscarder:
        return ((CollectionType<?>) whole).nameComparator();
      default:
        return null;
    }
  }
}
