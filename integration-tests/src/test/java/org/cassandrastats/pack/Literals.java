/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.pack;

import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import org.cassandrastats.compiler.parameters.ParameterValues;

/** Arguments written out in CQL, with the type that chooses the overload. */
public final class Literals {
  private Literals() {}

  /** A value that the parameter accepts; 3 where that is any number. */
  public static String of(String type, String name) {
    return of(accepted(name, type).get(0), type);
  }

  /** Whether a parameter accepts every value of its type. */
  public static boolean isAnyValue(String name, String type) {
    return !type.startsWith("list<") && ParameterValues.accepted(name, type).isEmpty();
  }

  /** Values that a parameter accepts. */
  public static List<Object> accepted(String name, String type) {
    List<Object> accepted = ParameterValues.accepted(name, type);
    if (accepted.isEmpty() && type.startsWith("list<")) {
      throw new IllegalStateException("no test values for " + name + " of type " + type);
    }
    return accepted.isEmpty() ? any(type) : accepted;
  }

  private static List<Object> any(String type) {
    return switch (type) {
      case "date" -> List.of(LocalDate.EPOCH.plusDays(3));
      default -> List.of(3, 4, 5);
    };
  }

  /** The value as CQL writes it, without its type. */
  public static String plain(Object value) {
    return value instanceof String || value instanceof LocalDate || value instanceof Instant
        ? "'" + value + "'"
        : value.toString();
  }

  /** Cassandra takes no type hint of a list. */
  public static String of(Object value, String type) {
    String literal = type.equals("blob") ? "0x0" + value : plain(value);
    return type.startsWith("list<") ? value.toString() : "(" + type + ") " + literal;
  }
}
