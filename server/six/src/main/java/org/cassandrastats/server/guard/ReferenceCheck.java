/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.guard;

import java.lang.reflect.Field;
import java.nio.ByteBuffer;
import org.apache.cassandra.cql3.FieldIdentifier;
import org.apache.cassandra.cql3.QueryOptions;
import org.apache.cassandra.cql3.transactions.ReferenceOperation;
import org.apache.cassandra.db.marshal.AbstractType;
import org.apache.cassandra.db.marshal.CollectionType;
import org.apache.cassandra.db.marshal.UserType;
import org.apache.cassandra.exceptions.InvalidRequestException;
import org.apache.cassandra.schema.ColumnMetadata;
import org.apache.cassandra.serializers.MarshalException;
import org.apache.cassandra.service.accord.txn.TxnReference;
import org.apache.cassandra.service.accord.txn.TxnReferenceValue;
import org.apache.cassandra.utils.ByteBufferUtil;
import org.cassandrastats.types.StateType;

/**
 * Validates what a transaction writes on the replicas, before it begins: a value, or the column
 * that a value is to be copied from. What a column has is known to be a state only where that is
 * its type.
 */
final class ReferenceCheck {
  private final Field reference;
  private final Field field;

  /**
   * Finds where a copy keeps its source, and an operation the field that it sets.
   *
   * @throws LinkageError if that is not there
   */
  ReferenceCheck() {
    reference = accessible(TxnReferenceValue.Substitution.class, "reference");
    field = accessible(ReferenceOperation.class, "field");
  }

  private static Field accessible(Class<?> owner, String name) {
    try {
      Field found = owner.getDeclaredField(name);
      found.setAccessible(true);
      return found;
    } catch (NoSuchFieldException missing) {
      throw new LinkageError(owner.getName(), missing);
    }
  }

  /** Refuses an operation that would, or could, write anything but states. */
  void check(ReferenceOperation operation, QueryOptions options) {
    AbstractType<?> type = written(operation);
    if (type == null) {
      return;
    }
    TxnReferenceValue value = operation.getValue().bindAndGet(options);
    if (value instanceof TxnReferenceValue.Constant) {
      checkValue(operation.getReceiver(), type, ((TxnReferenceValue.Constant) value).getValue());
    } else {
      checkSource(operation.getReceiver(), type, source(value));
    }
  }

  /** The type of the value that is written; null where no state is, or something else is done. */
  private AbstractType<?> written(ReferenceOperation operation) {
    AbstractType<?> whole = operation.getReceiver().type;
    switch (operation.getKind()) {
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
        AbstractType<?> set = fieldType((UserType) whole, get(field, operation));
        return StateType.isIn(set) ? set : null;
      default:
        return null;
    }
  }

  private static AbstractType<?> fieldType(UserType type, Object name) {
    return type.fieldType(type.fieldPosition((FieldIdentifier) name));
  }

  @SuppressWarnings("ReferenceEquality") // What is not set is a buffer like any other.
  private static void checkValue(ColumnMetadata column, AbstractType<?> type, ByteBuffer value) {
    if (value == null || value == ByteBufferUtil.UNSET_BYTE_BUFFER) {
      return;
    }
    try {
      type.validate(value);
    } catch (MarshalException refused) {
      throw RefusedValue.in(column, refused);
    }
  }

  private TxnReference.ColumnReference source(TxnReferenceValue copy) {
    return (TxnReference.ColumnReference) get(reference, copy);
  }

  private static Object get(Field kept, Object owner) {
    try {
      return kept.get(owner);
    } catch (IllegalAccessException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private static void checkSource(
      ColumnMetadata column, AbstractType<?> type, TxnReference.ColumnReference source) {
    AbstractType<?> copied = source.column().type;
    if (source.isElementSelection()) {
      copied = ((CollectionType<?>) copied).valueComparator();
    }
    if (source.isFieldSelection() || !copied.equals(type)) {
      throw new InvalidRequestException(
          String.format(
              "Column %s cannot be set from column %s within a transaction: expected one of type"
                  + " %s, found %s, whose values are not checked",
              column.name.toCQLString(),
              source.column().name.toCQLString(),
              type.asCQL3Type(),
              source.column().type.asCQL3Type()));
    }
  }
}
