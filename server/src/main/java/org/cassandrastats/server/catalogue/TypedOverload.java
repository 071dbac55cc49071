/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.catalogue;

import java.lang.reflect.Method;
import java.util.List;
import org.apache.cassandra.db.marshal.AbstractType;
import org.cassandrastats.udf.annotation.CqlFunction;
import org.cassandrastats.udf.annotation.Overload;

/** An overload with Cassandra's types. */
public final class TypedOverload {
  private final Overload overload;
  private final List<AbstractType<?>> types;
  private final AbstractType<?> returns;

  TypedOverload(Overload overload, List<AbstractType<?>> types, AbstractType<?> returns) {
    this.overload = overload;
    this.types = types;
    this.returns = returns;
  }

  /** The annotated method. */
  public Method method() {
    return overload.method();
  }

  /** What the method promises. */
  public CqlFunction annotation() {
    return overload.annotation();
  }

  /** The unqualified name of the function. */
  public String name() {
    return overload.name();
  }

  /** The types of the arguments. */
  public List<AbstractType<?>> types() {
    return types;
  }

  /** Whether the annotation names several types for this argument. */
  public boolean isOverloaded(int index) {
    return overload.type(index) != null;
  }

  /** Whether an argument has a type that the annotation does not name. */
  public boolean isExtension() {
    return overload.isExtension();
  }

  /** The type of the result. */
  public AbstractType<?> returns() {
    return returns;
  }

  String finish(CqlFunction.Aggregate aggregate) {
    return overload.finish(aggregate);
  }
}
