/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.compiler.source;

import java.util.Map;
import java.util.Optional;

/** Primitive types and the classes that box them. */
public final class Boxes {
  private static final Map<String, String> BOXES =
      Map.of(
          "double", "Double",
          "float", "Float",
          "long", "Long",
          "int", "Integer",
          "boolean", "Boolean",
          "byte", "Byte",
          "short", "Short",
          "char", "Character");

  private Boxes() {}

  /** Whether a type is primitive. */
  public static boolean isPrimitive(String type) {
    return BOXES.containsKey(type);
  }

  /** Whether a type is a class that boxes a primitive type, with its package or without. */
  public static boolean isBox(String type) {
    return BOXES.containsValue(type.replaceFirst("^java\\.lang\\.", ""));
  }

  /** The simple name of the class that boxes a primitive type. */
  public static Optional<String> of(String type) {
    return Optional.ofNullable(BOXES.get(type));
  }
}
