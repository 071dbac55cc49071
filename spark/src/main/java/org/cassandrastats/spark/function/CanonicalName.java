/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.spark.function;

/** The name of a function wherever the catalog has another one: sources of Spark look for it. */
public final class CanonicalName {
  private static final String PREFIX = "stats.";

  private CanonicalName() {}

  /**
   * The canonical name of a function.
   *
   * @param name in CQL, unqualified
   */
  public static String of(String name) {
    return PREFIX + name;
  }
}
