/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.guard;

import org.apache.cassandra.cql3.FunctionContext;
import org.apache.cassandra.cql3.transactions.ReferenceValue;
import org.apache.cassandra.db.marshal.AbstractType;
import org.apache.cassandra.db.marshal.CollectionType;
import org.apache.cassandra.exceptions.InvalidRequestException;
import org.apache.cassandra.schema.ColumnMetadata;
import org.apache.cassandra.service.accord.txn.TxnReference;
import org.apache.cassandra.service.accord.txn.TxnReferenceValue;
import org.cassandrastats.server.metric.RefusedWrites;
import org.cassandrastats.server.reflect.PrivateField;
import org.cassandrastats.types.StateType;

/**
 * What a transaction writes on the replicas, validated when it is sent to them: a value, or the
 * column that a value is to be copied from. What a column has is known to be a state only where
 * that is its type.
 */
final class SixCheckedReference extends ReferenceValue {
  private static final PrivateField REFERENCE =
      new PrivateField(TxnReferenceValue.Substitution.class, "reference");

  private final ReferenceValue value;
  private final ColumnMetadata column;
  private final AbstractType<?> type;
  private final RefusedWrites refusals;

  /**
   * Another value, checked.
   *
   * @param column where it is written
   * @param type that of the value; null where it stores nothing
   * @param refusals where a refused value is counted
   */
  SixCheckedReference(
      ReferenceValue value, ColumnMetadata column, AbstractType<?> type, RefusedWrites refusals) {
    this.value = value;
    this.column = column;
    this.type = type;
    this.refusals = refusals;
  }

  /**
   * Does nothing but load this.
   *
   * @throws LinkageError if a transaction keeps what it copies from in another way
   */
  static void link() {}

  /** The column that a value is copied from. */
  private static TxnReference.ColumnReference source(TxnReferenceValue copy) {
    return (TxnReference.ColumnReference) REFERENCE.of(copy);
  }

  @Override
  public TxnReferenceValue bindAndGet(FunctionContext context) {
    try {
      TxnReferenceValue found = value.bindAndGet(context);
      if (type != null && StateType.isIn(type)) {
        if (found instanceof TxnReferenceValue.Constant) {
          RefusedValue.check(column, type, ((TxnReferenceValue.Constant) found).getValue());
        } else {
          checkSource(source(found));
        }
      }
      return found;
    } catch (InvalidRequestException refused) {
      refusals.add();
      throw refused;
    }
  }

  private void checkSource(TxnReference.ColumnReference source) {
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
