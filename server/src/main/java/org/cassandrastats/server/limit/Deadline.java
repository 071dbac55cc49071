/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.limit;

import org.apache.cassandra.db.ConsistencyLevel;
import org.apache.cassandra.exceptions.ReadTimeoutException;
import org.apache.cassandra.utils.MonotonicClock;

/** When an aggregation has to have its result. */
public final class Deadline {
  private final long nanos;
  private final ConsistencyLevel consistency;

  /**
   * A moment.
   *
   * @param nanos of Cassandra's monotonic clock
   * @param consistency of the request, which the error names
   */
  public Deadline(long nanos, ConsistencyLevel consistency) {
    this.nanos = nanos;
    this.consistency = consistency;
  }

  boolean isOver() {
    return MonotonicClock.Global.approxTime.now() - nanos > 0;
  }

  /** As where a read exceeds it, so that clients treat both alike. */
  ReadTimeoutException exceeded() {
    return new Exceeded(consistency);
  }

  private static final class Exceeded extends ReadTimeoutException {
    private static final long serialVersionUID = 1;

    Exceeded(ConsistencyLevel consistency) {
      super(consistency, 1, 1, true);
    }

    @Override
    public String getMessage() {
      return "this aggregation exceeded its deadline while its rows were aggregated: ask for fewer"
          + " rows at a time, or raise read_request_timeout, range_request_timeout,"
          + " native_transport_timeout or -Dcassandra.stats.aggregation_timeout";
    }
  }
}
