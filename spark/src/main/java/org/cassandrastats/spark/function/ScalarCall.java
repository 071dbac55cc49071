/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.spark.function;

import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.catalog.functions.ScalarFunction;
import org.apache.spark.sql.types.DataType;

/** A scalar function for arguments of some types. */
final class ScalarCall extends PackCall implements ScalarFunction<Object> {
  private static final long serialVersionUID = 1;

  private final RowMethod method;
  private final MethodName finish;
  private transient ResultType result;

  /**
   * A call.
   *
   * @param finish turns the result into a final state; null where it is no state between rows
   */
  ScalarCall(String name, RowMethod method, MethodName finish) {
    super(name, method);
    this.method = method;
    this.finish = finish;
  }

  @Override
  public DataType resultType() {
    return result().type();
  }

  private ResultType result() {
    if (result == null) {
      result = method.result();
    }
    return result;
  }

  /** The result for a row of arguments, as the pack's function gives it. */
  @Override
  public Object produceResult(InternalRow row) {
    if (method.passesOver(row)) {
      return null;
    }
    try {
      Object value = method.call(row);
      return result().convert(finish == null ? value : finish.call(value));
    } catch (Throwable thrown) {
      throw Refusal.of(canonicalName(), thrown);
    }
  }
}
