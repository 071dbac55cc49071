/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.function;

import org.apache.cassandra.cql3.functions.Arguments;

/** Arguments that take numbers without a buffer for each of them. */
public interface BitArguments extends Arguments {
  /** Whether an argument can be set so. */
  boolean takesBits(int index);

  /**
   * Sets an argument to a value that is not null.
   *
   * @param bits the bytes of the value, as an unsigned number
   */
  void setBits(int index, long bits);
}
