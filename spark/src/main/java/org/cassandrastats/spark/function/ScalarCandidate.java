/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.spark.function;

import java.lang.reflect.Method;
import java.util.List;
import org.apache.spark.sql.connector.catalog.functions.BoundFunction;
import org.apache.spark.sql.types.DataType;
import org.cassandrastats.udf.annotation.Overload;

/** An overload of a scalar function. */
final class ScalarCandidate implements NamedFunction.Candidate {
  private final Overload overload;
  private final Signature signature;
  private final Method finish;

  /**
   * An overload.
   *
   * @param finish turns its result into a final state; null where it is no state between rows
   */
  ScalarCandidate(Overload overload, Method finish) {
    this.overload = overload;
    this.signature = new Signature(overload, 0);
    this.finish = finish;
  }

  @Override
  public Signature signature() {
    return signature;
  }

  @Override
  public BoundFunction bind(List<DataType> given) {
    return new ScalarCall(
        overload.name(), new RowMethod(overload.method(), 0, given), MethodName.of(finish));
  }
}
