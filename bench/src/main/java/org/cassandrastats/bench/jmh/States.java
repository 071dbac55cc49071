/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.jmh;

import java.nio.ByteBuffer;

/** States in the two shapes in which Cassandra passes them. */
final class States {
  private States() {}

  /** The bytes of a state in a buffer of its own, as it is read from a table. */
  static ByteBuffer asStored(ByteBuffer state) {
    byte[] bytes = new byte[state.remaining()];
    state.duplicate().get(bytes);
    return ByteBuffer.wrap(bytes);
  }
}
