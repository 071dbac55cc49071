/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.state;

import java.nio.ByteBuffer;

/** Whether rows can be added to a count without passing 2^63-1, so that no row has to ask. */
public final class RowRoom {
  /** No aggregation reads 2^62 rows. */
  private static final long LARGEST = 1L << 62;

  private RowRoom() {}

  /**
   * A merged state, which a state function may go on from; where its count is too large for that,
   * as a view that none takes for its own.
   */
  public static ByteBuffer released(ByteBuffer working, long count) {
    return count > LARGEST ? working.slice() : working;
  }
}
