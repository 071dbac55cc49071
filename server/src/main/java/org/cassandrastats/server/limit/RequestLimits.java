/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.limit;

import org.apache.cassandra.exceptions.InvalidRequestException;
import org.apache.cassandra.exceptions.OverloadedException;

/** What one aggregation may still take. Used by the thread of its request only. */
final class RequestLimits {
  /** Rows between two looks at the time and at whether it was stopped. */
  static final int ROWS = 32;

  private final AggregationLimits limits;
  private final Deadline deadline;
  private final Runnable stop;
  private final PageMemory memory;
  private long reserved;
  private int rows;

  RequestLimits(AggregationLimits limits, Deadline deadline, Runnable stop) {
    this.limits = limits;
    this.deadline = deadline;
    this.stop = stop;
    this.memory = new PageMemory(limits.results(), MemoryUse.HELD);
  }

  /**
   * Another row is going to be aggregated.
   *
   * @param resultBytes the size of the result so far
   */
  void nextRow(long resultBytes) {
    if (resultBytes > reserved && limits.isOn()) {
      reserve(resultBytes);
    }
    if (++rows >= ROWS) {
      rows = 0;
      stop.run();
      if (deadline.isOver()) {
        limits.tooLong();
        throw deadline.exceeded();
      }
    }
  }

  private void reserve(long resultBytes) {
    long more = memory.reserve(resultBytes - reserved);
    reserved += more;
    if (more > 0) {
      return;
    }
    limits.tooLarge();
    long limit = PageMemory.largest(limits.results());
    if (resultBytes > limit) {
      throw new InvalidRequestException(
          "the result of this aggregation has "
              + resultBytes
              + " bytes and is not complete, and at most "
              + limit
              + " are allowed: ask for fewer groups at a time (a smaller page, LIMIT, a narrower"
              + " WHERE), for smaller states, or raise -D"
              + AggregationLimits.PROPERTY
              + ", of which one aggregation may take a quarter");
    }
    throw new OverloadedException(
        "the results of all aggregations of this node have no room for more than "
            + limits.results().limit()
            + " bytes: ask again later, for fewer groups at a time, or raise -D"
            + AggregationLimits.PROPERTY);
  }

  void end() {
    memory.release(reserved);
    reserved = 0;
  }
}
