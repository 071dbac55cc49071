/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.compiler.source;

import java.lang.reflect.Field;

/** Values of {@code static final} fields, read from the compiled classes. */
final class ConstantValues {
  private final ClassLoader compiled;

  ConstantValues(ClassLoader compiled) {
    this.compiled = compiled;
  }

  Object value(Constant constant, Location location) {
    try {
      Field field =
          Class.forName(constant.owner(), true, compiled).getDeclaredField(constant.name());
      field.setAccessible(true);
      return field.get(null);
    } catch (ReflectiveOperationException e) {
      throw new CompileException(
          location,
          "the constant "
              + constant.owner()
              + "."
              + constant.name()
              + " is not in the compiled classes; compile udf and uda first");
    }
  }

  /** A constant of the project. */
  record Constant(String owner, String name) {}
}
