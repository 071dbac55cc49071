/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.function;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Objects;
import org.cassandrastats.client.StatsException;
import org.cassandrastats.udf.annotation.CqlFunction;

/** Calls annotated methods as Cassandra would. */
final class JavaCall {
  private JavaCall() {}

  /**
   * The result of a function.
   *
   * @throws StatsException if it refuses its arguments
   */
  static Object of(Method method, Object... arguments) {
    CqlFunction function = method.getAnnotation(CqlFunction.class);
    if (!function.calledOnNullInput() && Arrays.stream(arguments).anyMatch(Objects::isNull)) {
      return null;
    }
    try {
      return method.invoke(null, Arrays.stream(arguments).map(JavaCall::view).toArray());
    } catch (InvocationTargetException thrown) {
      throw new StatsException(
          "%s: %s".formatted(function.value(), thrown.getCause().getMessage()), thrown.getCause());
    } catch (IllegalAccessException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /** The state that joins two; the left one may be changed in place. */
  static ByteBuffer union(Method method, ByteBuffer left, ByteBuffer right) {
    try {
      return (ByteBuffer) method.invoke(null, left, right);
    } catch (InvocationTargetException thrown) {
      throw new StatsException(
          "The states of two parts do not merge: " + thrown.getCause().getMessage(),
          thrown.getCause());
    } catch (IllegalAccessException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /** Several functions may read one state: none must move its position. */
  private static Object view(Object argument) {
    return argument instanceof ByteBuffer state ? state.duplicate() : argument;
  }
}
