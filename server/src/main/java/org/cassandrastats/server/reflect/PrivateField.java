/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.reflect;

import java.lang.reflect.Field;

/** A field of one of Cassandra's classes that has no accessor. */
public final class PrivateField {
  private final Field field;

  /**
   * The field of a class.
   *
   * @throws LinkageError if the class has none of this name
   */
  public PrivateField(Class<?> owner, String name) {
    try {
      field = owner.getDeclaredField(name);
      field.setAccessible(true);
    } catch (NoSuchFieldException missing) {
      throw new LinkageError(owner.getName(), missing);
    }
  }

  /**
   * The field of a class, of a known type.
   *
   * @throws LinkageError if the class has none of this name and type
   */
  public PrivateField(Class<?> owner, String name, Class<?> type) {
    this(owner, name);
    if (field.getType() != type) {
      throw new LinkageError("expected " + field + " to be a " + type);
    }
  }

  /**
   * A class that is inside of another one.
   *
   * @throws LinkageError if there is none
   */
  public static Class<?> inner(Class<?> outer, String name) {
    try {
      return Class.forName(outer.getName() + "$" + name);
    } catch (ClassNotFoundException missing) {
      throw new LinkageError(name, missing);
    }
  }

  /** The class that declares it. */
  public Class<?> owner() {
    return field.getDeclaringClass();
  }

  /** What an object has in it. */
  public Object of(Object owner) {
    try {
      return field.get(owner);
    } catch (IllegalAccessException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
