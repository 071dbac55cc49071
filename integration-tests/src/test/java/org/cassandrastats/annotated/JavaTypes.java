/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.annotated;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.Date;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Which CQL type stands for which Java type; written down anew, not taken from the compiler. */
public final class JavaTypes {
  private static final Map<Type, String> CQL =
      Map.ofEntries(
          Map.entry(ByteBuffer.class, "blob"),
          Map.entry(double.class, "double"),
          Map.entry(Double.class, "double"),
          Map.entry(float.class, "float"),
          Map.entry(Float.class, "float"),
          Map.entry(long.class, "bigint"),
          Map.entry(Long.class, "bigint"),
          Map.entry(int.class, "int"),
          Map.entry(Integer.class, "int"),
          Map.entry(boolean.class, "boolean"),
          Map.entry(Boolean.class, "boolean"),
          Map.entry(String.class, "text"),
          Map.entry(Date.class, "timestamp"));

  private JavaTypes() {}

  static String cql(Type type) {
    if (CQL.containsKey(type)) {
      return CQL.get(type);
    }
    if (type instanceof ParameterizedType generic && generic.getRawType() == List.class) {
      return "list<" + cql(generic.getActualTypeArguments()[0]) + ">";
    }
    if (type instanceof ParameterizedType generic && generic.getRawType() == Map.class) {
      return "map<"
          + cql(generic.getActualTypeArguments()[0])
          + ", "
          + cql(generic.getActualTypeArguments()[1])
          + ">";
    }
    if (type instanceof Class<?> userType && userType.getName().startsWith("org.cassandrastats.")) {
      return userType.getSimpleName().toLowerCase(Locale.ROOT);
    }
    throw new IllegalArgumentException("no CQL type for " + type);
  }

  static List<String> parameterNames(Method method) {
    return Arrays.stream(method.getParameters())
        .map(
            parameter -> {
              if (!parameter.isNamePresent()) {
                throw new IllegalStateException(method + " is compiled without parameter names");
              }
              return parameter.getName().toLowerCase(Locale.ROOT);
            })
        .toList();
  }

  /** The fields of a user-defined type, for example {@code (count bigint, min double)}. */
  public static String publicFields(Class<?> type) {
    return Arrays.stream(type.getFields())
        .filter(field -> !Modifier.isStatic(field.getModifiers()))
        .map(field -> field.getName().toLowerCase(Locale.ROOT) + " " + cql(field.getGenericType()))
        .collect(Collectors.joining(", ", "(", ")"));
  }

  /**
   * A value of the Java driver as the method takes it: widened where the overload is narrower.
   *
   * @throws IllegalArgumentException for a varint that is kept as an integer and no bigint holds
   */
  public static Object convert(Object value, Class<?> target) {
    if (value instanceof Number number) {
      if (target == double.class || target == Double.class) {
        return number.doubleValue();
      }
      if (target == long.class || target == Long.class) {
        return number instanceof BigInteger varint ? bigint(varint) : number.longValue();
      }
      return value;
    }
    if (value instanceof Instant instant) {
      return target == Date.class ? Date.from(instant) : (Object) instant.toEpochMilli();
    }
    if (value instanceof LocalDate date) {
      return (int) date.toEpochDay();
    }
    return value;
  }

  private static long bigint(BigInteger varint) {
    try {
      return varint.longValueExact();
    } catch (ArithmeticException wide) {
      throw new IllegalArgumentException(
          "expected a varint within the range of bigint, found one of "
              + (varint.bitLength() + 1)
              + " bits; cast it to double where that is precise enough",
          wide);
    }
  }
}
