/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.function;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.cassandrastats.client.StatsException;

/** Constants of a statement as arguments of Java methods. */
final class JavaArguments {
  private JavaArguments() {}

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
