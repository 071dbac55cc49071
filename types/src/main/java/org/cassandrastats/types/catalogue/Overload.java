/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.types.catalogue;

import java.lang.reflect.Method;
import java.util.List;
import org.apache.cassandra.db.marshal.AbstractType;
import org.cassandrastats.udf.annotation.CqlFunction;

/** One overload of an annotated method: what it computes and how CQL calls it. */
public final class Overload {
  private final Method method;
  private final List<AbstractType<?>> types;
  private final List<String> named;
  private final AbstractType<?> returns;

  Overload(
      Method method, List<AbstractType<?>> types, List<String> named, AbstractType<?> returns) {
    this.method = method;
    this.types = types;
    this.named = named;
    this.returns = returns;
  }

  /** The annotated method. */
  public Method method() {
    return method;
  }

  /** What the method promises. */
  public CqlFunction annotation() {
    return method.getAnnotation(CqlFunction.class);
  }

  /** The unqualified name of the function. */
  public String name() {
    return annotation().value();
  }

  /** The types of the arguments. */
  public List<AbstractType<?>> types() {
    return types;
  }

  /** Whether the annotation names several types for this argument. */
  public boolean isOverloaded(int index) {
    return named.get(index) != null;
  }

  /** Whether an argument has a type that the annotation does not name. */
  public boolean isExtension() {
    for (int index = 0; index < named.size(); index++) {
      if (isExtension(index)) {
        return true;
      }
    }
    return false;
  }

  private boolean isExtension(int index) {
    return named.get(index) != null && !CqlTypes.named(named.get(index)).equals(types.get(index));
  }

  /** The type of the result. */
  public AbstractType<?> returns() {
    return returns;
  }

  /**
   * The name of the function that finishes a state: the types of this overload are put in for the
   * parameters that it mentions.
   */
  String finish(CqlFunction.Aggregate aggregate) {
    String name = aggregate.finish();
    for (int index = 0; index < named.size(); index++) {
      if (named.get(index) != null) {
        name = name.replace("{" + method.getParameters()[index].getName() + "}", named.get(index));
      }
    }
    return name;
  }
}
