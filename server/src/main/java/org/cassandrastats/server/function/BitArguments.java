/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.function;

import java.nio.ByteBuffer;
import org.apache.cassandra.cql3.functions.Arguments;

/** Arguments that take values without a buffer for each of them. */
public interface BitArguments extends Arguments {
  /** Whether an argument can be set so. */
  boolean takesBits(int index);

  /**
   * Sets an argument to a value that is not null.
   *
   * @param bits the bytes of the value, as an unsigned number
   */
  void setBits(int index, long bits);

  /**
   * Sets an argument to a value that is not null.
   *
   * @param bytes a buffer that holds another value when it comes again
   */
  void setBytes(int index, ByteBuffer bytes);
}
