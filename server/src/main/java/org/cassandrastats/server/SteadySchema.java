/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server;

import java.util.function.Supplier;
import org.apache.cassandra.exceptions.InvalidRequestException;
import org.cassandrastats.server.schema.NodeSchema;

/**
 * Looks functions up in a schema that stands still. Cassandra asks for the user-defined functions
 * of a name first and for the native ones then. If a script is installed or dropped in between, a
 * call can find neither, and is refused as unknown, or both, and is refused as ambiguous.
 */
public final class SteadySchema {
  private static final int ATTEMPTS = 10;

  private SteadySchema() {}

  /** Does work that depends on the schema; again if it was refused and the schema has changed. */
  public static <T> T during(Supplier<T> work) {
    return during(NodeSchema.THIS_NODE::keyspaces, work);
  }

  /**
   * Does work again if it was refused and the schema has changed.
   *
   * @param schema gives another object after each change
   */
  static <T> T during(Supplier<?> schema, Supplier<T> work) {
    for (int attempt = 1; ; attempt++) {
      Object before = schema.get();
      try {
        return work.get();
      } catch (InvalidRequestException refused) {
        if (attempt == ATTEMPTS || schema.get() == before) {
          throw refused;
        }
      }
    }
  }
}
