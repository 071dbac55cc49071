/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.types;

import java.lang.reflect.Constructor;

/**
 * The parts of this jar that are written for one version of Cassandra. All others are compiled
 * against 5.0 and refer to nothing that 6.0 does not have in the same place. What differs stands
 * behind an interface, which one class for each version implements, in the package of the interface
 * and named after it with {@code Five} or {@code Six} in front.
 */
public final class CassandraApi {
  /** Terms have a package of their own since 6.0. */
  private static final String OF_SIX = "org.apache.cassandra.cql3.terms.Term";

  private static final String PREFIX = isPresent(OF_SIX) ? "Six" : "Five";

  private CassandraApi() {}

  private static boolean isPresent(String type) {
    try {
      Class.forName(type, false, CassandraApi.class.getClassLoader());
      return true;
    } catch (ClassNotFoundException absent) {
      return false;
    }
  }

  /**
   * What implements an interface on the Cassandra that this is loaded by.
   *
   * @throws LinkageError if there is no such class, or it does not fit
   */
  public static <T> T of(Class<T> part) {
    String name = part.getPackageName() + "." + PREFIX + part.getSimpleName();
    try {
      Constructor<?> constructor = Class.forName(name).getDeclaredConstructor();
      constructor.setAccessible(true);
      return part.cast(constructor.newInstance());
    } catch (ReflectiveOperationException unusable) {
      throw new LinkageError("cannot use " + name, unusable);
    }
  }
}
