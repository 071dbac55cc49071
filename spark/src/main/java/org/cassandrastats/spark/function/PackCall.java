/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.spark.function;

import org.apache.spark.sql.connector.catalog.functions.BoundFunction;
import org.apache.spark.sql.types.DataType;

/** A function or an aggregate of the pack for arguments of some types. */
abstract class PackCall implements BoundFunction {
  private static final long serialVersionUID = 1;

  private final String name;
  private final RowMethod method;

  /**
   * A call.
   *
   * @param method what takes the arguments of a row
   */
  PackCall(String name, RowMethod method) {
    this.name = name;
    this.method = method;
  }

  @Override
  public final DataType[] inputTypes() {
    return method.given();
  }

  @Override
  public final String name() {
    return name;
  }

  @Override
  public final String canonicalName() {
    return CanonicalName.of(name);
  }

  /** Whether Spark may compute both once. */
  @Override
  public final boolean equals(Object other) {
    return other instanceof PackCall call
        && getClass() == call.getClass()
        && name.equals(call.name)
        && method.equals(call.method);
  }

  @Override
  public final int hashCode() {
    return 31 * name.hashCode() + method.hashCode();
  }

  @Override
  public final String toString() {
    return canonicalName();
  }
}
