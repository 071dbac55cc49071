/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.guard;

import java.lang.reflect.Field;

/** A field that a class of Cassandra keeps for itself. */
final class PrivateField {
  private final Field field;

  /**
   * The field of a class.
   *
   * @throws LinkageError if the class has none of this name
   */
  PrivateField(Class<?> owner, String name) {
    try {
      field = owner.getDeclaredField(name);
      field.setAccessible(true);
    } catch (NoSuchFieldException missing) {
      throw new LinkageError(owner.getName(), missing);
    }
  }

  /** What an object has in it. */
  Object of(Object owner) {
    try {
      return field.get(owner);
    } catch (IllegalAccessException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
