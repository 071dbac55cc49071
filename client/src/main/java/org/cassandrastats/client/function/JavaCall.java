/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.function;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
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

  /**
   * A constant as a parameter's type has it, in an Optional that holds it; empty if it does not
   * fit.
   *
   * @param value not null
   */
  static Optional<Object> convert(Object value, Type type) {
    if (type instanceof ParameterizedType generic && generic.getRawType() == List.class) {
      return value instanceof List<?> list
          ? list(list, generic.getActualTypeArguments()[0])
          : Optional.empty();
    }
    if (type == String.class || type == Boolean.class || type == boolean.class) {
      boolean fits = type == String.class ? value instanceof String : value instanceof Boolean;
      return fits ? Optional.of(value) : Optional.empty();
    }
    return value instanceof Number number ? number(number, type) : Optional.empty();
  }

  private static Optional<Object> list(List<?> list, Type element) {
    List<Object> converted = new ArrayList<>();
    for (Object value : list) {
      Optional<Object> one = value == null ? Optional.empty() : convert(value, element);
      if (one.isEmpty()) {
        return Optional.empty();
      }
      converted.add(one.get());
    }
    return Optional.of(converted);
  }

  private static Optional<Object> number(Number value, Type type) {
    try {
      if (type == double.class || type == Double.class) {
        return Optional.of(value.doubleValue());
      }
      long whole = new java.math.BigDecimal(value.toString()).longValueExact();
      if (type == int.class || type == Integer.class) {
        return Optional.of(Math.toIntExact(whole));
      }
      return type == long.class || type == Long.class ? Optional.of(whole) : Optional.empty();
    } catch (ArithmeticException | NumberFormatException notWhole) {
      return Optional.empty();
    }
  }

  /** A type for messages. */
  static String name(Type type) {
    String name = type.getTypeName();
    if (name.equals("java.nio.ByteBuffer")) {
      return "a state";
    }
    return name.replace("java.lang.", "")
        .replace("java.util.", "")
        .toLowerCase(java.util.Locale.ROOT);
  }

  /** Refuses a call. */
  static StatsException refused(String call, String expected) {
    return new StatsException("%s: expected %s.".formatted(call, expected));
  }
}
