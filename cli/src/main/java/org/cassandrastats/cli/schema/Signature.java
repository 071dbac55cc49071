/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.schema;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.regex.Pattern;
import org.cassandrastats.catalogue.Aggregate;
import org.cassandrastats.catalogue.Function;
import org.cassandrastats.catalogue.Parameter;
import org.cassandrastats.udf.annotation.Identifier;

/**
 * What tells one function or aggregate of a keyspace from another.
 *
 * @param name unquoted
 * @param types of the arguments, without {@code frozen}
 */
public record Signature(String name, List<String> types) {
  public Signature {
    types = unfrozen(types);
  }

  public static Signature of(Function function) {
    return new Signature(
        function.name(), function.parameters().stream().map(Parameter::type).toList());
  }

  public static Signature of(Aggregate aggregate) {
    return new Signature(aggregate.name(), aggregate.arguments());
  }

  /** As CQL, qualified: {@code stats.mean(double)}. */
  public String qualified(String keyspace) {
    return Identifier.quoteIfNeeded(keyspace) + "." + this;
  }

  @Override
  public String toString() {
    return Identifier.quoteIfNeeded(name) + "(" + String.join(", ", types) + ")";
  }

  private static final String FROZEN = "frozen<";
  private static final Pattern SEPARATOR = Pattern.compile("[<>, ]+");

  /**
   * The type without {@code frozen<...>} at any depth. A function's types are frozen whether the
   * statement says so or not, versions differ in what they show, and {@code DROP} refuses the word.
   */
  public static String unfrozen(String type) {
    StringBuilder result = new StringBuilder();
    Deque<Boolean> kept = new ArrayDeque<>();
    for (int i = 0; i < type.length(); i++) {
      char symbol = type.charAt(i);
      if (type.startsWith(FROZEN, i)) {
        kept.push(false);
        i += FROZEN.length() - 1;
      } else if (symbol == '<') {
        kept.push(true);
        result.append(symbol);
      } else if (symbol != '>' || kept.isEmpty() || kept.pop()) {
        result.append(symbol);
      }
    }
    return result.toString().replace(", ", ",").replace(",", ", ");
  }

  public static List<String> unfrozen(List<String> types) {
    return types.stream().map(Signature::unfrozen).toList();
  }

  /** Whether a type is, or contains, the user-defined type of that name. */
  public static boolean mentions(String type, String userType) {
    return SEPARATOR
        .splitAsStream(type)
        .anyMatch(part -> part.equals(userType) || part.equals('"' + userType + '"'));
  }
}
