/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.annotation;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What an overloaded parameter accepts beyond the types that its annotation names. A native
 * function costs no schema, so that every numeric type can have an overload; each is read like the
 * named type that holds it, and results have that type.
 */
final class NumericTypes {
  private NumericTypes() {}

  /**
   * All accepted types.
   *
   * @param named what the annotation names
   * @return each accepted type with the named type that it is read like
   */
  static Map<String, String> accepted(List<String> named) {
    Map<String, String> accepted = new LinkedHashMap<>();
    named.forEach(type -> accepted.put(type, type));
    accept("tinyint", List.of("int", "bigint", "varint"), named, accepted);
    accept("smallint", List.of("int", "bigint", "varint"), named, accepted);
    accept("int", List.of("bigint", "varint"), named, accepted);
    accept("bigint", List.of("varint"), named, accepted);
    accept("counter", List.of("bigint", "varint"), named, accepted);
    accept("varint", List.of("bigint"), named, accepted);
    accept("timestamp", List.of("bigint", "varint"), named, accepted);
    accept("float", List.of("double"), named, accepted);
    accept("decimal", List.of("double"), named, accepted);
    return accepted;
  }

  /**
   * Accepts a type where one that stands for it is named.
   *
   * @param candidates what stands for it, best first
   */
  private static void accept(
      String type, List<String> candidates, List<String> named, Map<String, String> accepted) {
    candidates.stream()
        .filter(named::contains)
        .findFirst()
        .ifPresent(candidate -> accepted.putIfAbsent(type, candidate));
  }
}
