/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.direct;

import org.apache.cassandra.db.rows.UnfilteredRowIterator;
import org.apache.cassandra.db.rows.WrappingUnfilteredRowIterator;

/** A partition that may be closed by whoever reads its rest, and again by whoever read it first. */
final class ClosedOnce implements WrappingUnfilteredRowIterator {
  private final UnfilteredRowIterator partition;
  private boolean closed;

  ClosedOnce(UnfilteredRowIterator partition) {
    this.partition = partition;
  }

  @Override
  public UnfilteredRowIterator wrapped() {
    return partition;
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      partition.close();
    }
  }
}
