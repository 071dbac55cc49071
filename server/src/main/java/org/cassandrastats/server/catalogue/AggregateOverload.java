/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.catalogue;

import org.cassandrastats.udf.annotation.CqlFunction;

/** One overload of an aggregate: the function that accumulates and the one that finishes. */
public final class AggregateOverload {
  private final CqlFunction.Aggregate annotation;
  private final TypedOverload accumulate;
  private final TypedOverload finish;

  AggregateOverload(
      CqlFunction.Aggregate annotation, TypedOverload accumulate, TypedOverload finish) {
    this.annotation = annotation;
    this.accumulate = accumulate;
    this.finish = finish;
  }

  /** The unqualified name of the aggregate. */
  public String name() {
    return annotation.value();
  }

  /** The bytes of the state before the first row. */
  public byte[] initial() {
    return annotation.initial();
  }

  /** What takes the state and the arguments of a row. */
  public TypedOverload accumulate() {
    return accumulate;
  }

  /** What takes the last state; null where that is the result. */
  public TypedOverload finish() {
    return finish;
  }
}
