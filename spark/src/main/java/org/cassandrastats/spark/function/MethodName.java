/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.spark.function;

import java.io.Serializable;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;

/** A public static method, which can be sent to other JVMs. */
final class MethodName implements Serializable {
  private static final long serialVersionUID = 1;

  private final Class<?> owner;
  private final String name;
  private final Class<?>[] parameters;
  private transient Method found;

  MethodName(Method method) {
    owner = method.getDeclaringClass();
    name = method.getName();
    parameters = method.getParameterTypes();
    found = method;
  }

  /** The name of a method; null for null. */
  static MethodName of(Method method) {
    return method == null ? null : new MethodName(method);
  }

  Method find() {
    if (found == null) {
      try {
        found = owner.getMethod(name, parameters);
      } catch (NoSuchMethodException other) {
        throw new UnsupportedOperationException(
            owner.getName() + "." + name + ": expected the same cassandra-stats jar on all nodes",
            other);
      }
    }
    return found;
  }

  MethodHandle handle() {
    try {
      return MethodHandles.publicLookup().unreflect(find());
    } catch (IllegalAccessException hidden) {
      throw new IllegalStateException(find() + " is annotated but not public", hidden);
    }
  }

  /** The result of a call that is not made for every row. */
  Object call(Object... arguments) throws Throwable {
    try {
      return find().invoke(null, arguments);
    } catch (InvocationTargetException thrown) {
      throw thrown.getCause();
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof MethodName same
        && owner.equals(same.owner)
        && name.equals(same.name)
        && Arrays.equals(parameters, same.parameters);
  }

  @Override
  public int hashCode() {
    return 31 * owner.hashCode() + name.hashCode() + Arrays.hashCode(parameters);
  }
}
