/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.catalogue;

/** One overload of an aggregate: the function that accumulates and the one that finishes. */
public final class AggregateOverload {
  private final String name;
  private final TypedOverload accumulate;
  private final TypedOverload finish;

  AggregateOverload(String name, TypedOverload accumulate, TypedOverload finish) {
    this.name = name;
    this.accumulate = accumulate;
    this.finish = finish;
  }

  /** The unqualified name of the aggregate. */
  public String name() {
    return name;
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
