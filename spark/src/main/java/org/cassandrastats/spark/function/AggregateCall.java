/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.spark.function;

import java.io.Serializable;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.catalog.functions.AggregateFunction;
import org.apache.spark.sql.types.DataType;

/** An aggregate for arguments of some types. */
final class AggregateCall extends PackCall implements AggregateFunction<Serializable, Object> {
  private static final long serialVersionUID = 1;

  private final RowSteps rows;
  private final MergeSteps merges;
  private transient ResultType result;

  /**
   * A call.
   *
   * @param merges null where parts of a group do not merge
   */
  AggregateCall(String name, RowSteps rows, MergeSteps merges) {
    super(name, rows.accumulate());
    this.rows = rows;
    this.merges = merges;
  }

  @Override
  public DataType resultType() {
    return result().type();
  }

  private ResultType result() {
    if (result == null) {
      result = rows.result();
    }
    return result;
  }

  @Override
  public Serializable newAggregationState() {
    return new GroupState(canonicalName(), rows, merges);
  }

  /** Adds a row; one with a null changes nothing, as in CQL. */
  @Override
  public Serializable update(Serializable state, InternalRow row) {
    try {
      GroupState group = group(state);
      if (!rows.accumulate().passesOver(row)) {
        group.addRow(row);
      }
      return group;
    } catch (Throwable thrown) {
      throw Refusal.of(canonicalName(), thrown);
    }
  }

  @Override
  public Serializable merge(Serializable left, Serializable right) {
    try {
      GroupState group = group(left);
      group.addPart(right);
      return group;
    } catch (Throwable thrown) {
      throw Refusal.of(canonicalName(), thrown);
    }
  }

  @Override
  public Object produceResult(Serializable state) {
    try {
      return result().convert(group(state).result());
    } catch (Throwable thrown) {
      throw Refusal.of(canonicalName(), thrown);
    }
  }

  /** A state as it was made, or as it was read. */
  private GroupState group(Serializable state) throws Throwable {
    if (state instanceof GroupState group) {
      return group;
    }
    GroupState read = new GroupState(canonicalName(), rows, merges);
    read.addPart(state);
    return read;
  }
}
