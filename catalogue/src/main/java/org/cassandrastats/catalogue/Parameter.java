/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.catalogue;

import java.util.Set;
import org.cassandrastats.udf.annotation.Identifier;

/**
 * A parameter of a function or a field of a type.
 *
 * @param name its name
 * @param type its CQL type as {@code system_schema} prints it
 */
public record Parameter(String name, String type) {

  private static final Set<String> NATIVE =
      Set.of(
          "blob",
          "boolean",
          "int",
          "bigint",
          "varint",
          "float",
          "double",
          "text",
          "ascii",
          "timestamp",
          "date");

  /** The type with the prefix of its keyspace where it is a user-defined one. */
  static String qualified(String type, String prefix) {
    return NATIVE.contains(type) || type.indexOf('<') >= 0
        ? type
        : prefix + Identifier.quoteIfNeeded(type);
  }
}
