/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.types.catalogue;

/** One overload of an aggregate: the function that accumulates and the one that finishes. */
public final class AggregateOverload {
  private final String name;
  private final Overload accumulate;
  private final Overload finish;

  AggregateOverload(String name, Overload accumulate, Overload finish) {
    this.name = name;
    this.accumulate = accumulate;
    this.finish = finish;
  }

  /** The unqualified name of the aggregate. */
  public String name() {
    return name;
  }

  /** What takes the state and the arguments of a row. */
  public Overload accumulate() {
    return accumulate;
  }

  /** What takes the last state; null where that is the result. */
  public Overload finish() {
    return finish;
  }
}
