/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.annotated;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.cassandrastats.udf.annotation.CqlFunction;
import org.cassandrastats.udf.annotation.CqlFunction.Aggregate;
import org.cassandrastats.udf.annotation.Ordered;
import org.cassandrastats.udf.annotation.Overload;
import org.cassandrastats.udf.annotation.Overloads;

/**
 * One overload of an annotated method, as the annotation promises it to CQL.
 *
 * @param method what computes it
 * @param types the CQL types of the arguments
 */
public record AnnotatedFunction(Method method, List<String> types) {

  public String name() {
    return annotation().value();
  }

  public CqlFunction annotation() {
    return method.getAnnotation(CqlFunction.class);
  }

  /** The aggregates that call it for each row. */
  public List<Aggregate> aggregates() {
    return Overload.aggregates(method);
  }

  /** The last segment of the package. */
  public String family() {
    String name = method.getDeclaringClass().getPackageName();
    return name.substring(name.lastIndexOf('.') + 1);
  }

  /** Whether it adds a row to a state; such a function continues nothing but what it began. */
  public boolean takesRows() {
    return !aggregates().isEmpty() && !isState(1);
  }

  /** Whether an argument is a state, and not a value of any type as its bytes. */
  public boolean isState(int index) {
    return types.get(index).equals("blob")
        && !method.getParameters()[index].isAnnotationPresent(Overloads.class);
  }

  /** Whether rows have to come in the order of an argument. */
  public boolean isOrdered(int index) {
    return method.getParameters()[index].isAnnotationPresent(Ordered.class);
  }

  /** Whether an argument is kept as an integer, so that no wider varint is taken. */
  public boolean isInteger(int index) {
    return method.getParameterTypes()[index] == long.class;
  }

  /** Whether an argument is the state of a part before or behind, which there need not be. */
  public boolean isNeighbour(int index) {
    return isState(index) && Set.of("before", "after").contains(parameterNames().get(index));
  }

  public boolean calledOnNullInput() {
    return annotation().calledOnNullInput();
  }

  public List<String> parameterNames() {
    return JavaTypes.parameterNames(method);
  }

  public String returns() {
    return annotation().returns().isEmpty()
        ? JavaTypes.cql(method.getGenericReturnType())
        : annotation().returns();
  }

  /** For example {@code moments_accumulate(blob, varint)}. */
  public String signature() {
    return name() + "(" + String.join(", ", types) + ")";
  }

  /**
   * What Cassandra would answer: null for a null argument where the function is not called then.
   *
   * @param arguments as the Java driver represents values of {@link #types}
   * @throws Throwable what the method throws
   */
  public Object call(Object... arguments) throws Throwable {
    if (Arrays.asList(arguments).contains(null) && !calledOnNullInput()) {
      return null;
    }
    Object[] converted = new Object[arguments.length];
    for (int index = 0; index < arguments.length; index++) {
      converted[index] = JavaTypes.convert(arguments[index], method.getParameterTypes()[index]);
    }
    try {
      return method.invoke(null, converted);
    } catch (InvocationTargetException thrown) {
      throw thrown.getCause();
    }
  }

  @Override
  public String toString() {
    return signature();
  }
}
