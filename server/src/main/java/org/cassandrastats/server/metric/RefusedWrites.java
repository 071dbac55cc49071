/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.metric;

import com.codahale.metrics.Counter;

/** How many writes were refused because a value for a column of a state type is no state. */
public final class RefusedWrites {
  private final Counter writes = new Counter();

  /** Shows it from now on; also 0, so that the first one is seen as an increase. */
  public void publish() {
    NodeMetrics.publish("StatsGuard", null, "RefusedWrites", writes);
  }

  /** Counts one. */
  public void add() {
    writes.inc();
  }

  /** The number so far. */
  public long count() {
    return writes.getCount();
  }
}
