/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.types.catalogue;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What an overloaded parameter accepts beyond the types that its annotation names. A native
 * function costs no schema, so that every numeric type can have an overload; each is read like the
 * named type that holds it, and results have that type.
 */
final class NumericTypes {
  /** A type, and the named types that stand for it, best first. */
  private static final Map<String, List<String>> STANDS_FOR = new LinkedHashMap<>();

  static {
    STANDS_FOR.put("tinyint", List.of("int", "bigint"));
    STANDS_FOR.put("smallint", List.of("int", "bigint"));
    STANDS_FOR.put("int", List.of("bigint"));
    STANDS_FOR.put("counter", List.of("bigint"));
    STANDS_FOR.put("varint", List.of("bigint"));
    STANDS_FOR.put("float", List.of("double"));
    STANDS_FOR.put("decimal", List.of("double"));
  }

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
    STANDS_FOR.forEach(
        (type, candidates) ->
            candidates.stream()
                .filter(named::contains)
                .findFirst()
                .ifPresent(candidate -> accepted.putIfAbsent(type, candidate)));
    return accepted;
  }
}
