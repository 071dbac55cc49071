/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.running;

import org.apache.cassandra.transport.Dispatcher;
import org.apache.cassandra.utils.MonotonicClock;

/**
 * The time of one page of an aggregation. It starts when the page is asked for, so that the snitch
 * hears how long this node takes for a page, and not that it becomes slower with each page.
 */
public final class PageTime extends Dispatcher.RequestTime {
  private final Dispatcher.RequestTime request;
  private final long timeoutNanos;

  /** A page whose deadline is that of its request, unless the request is such a page already. */
  public static PageTime of(Dispatcher.RequestTime request) {
    return request instanceof PageTime ? (PageTime) request : new PageTime(request, 0);
  }

  /** A page of the same request that begins now. */
  public static PageTime next(Dispatcher.RequestTime request) {
    if (request instanceof PageTime) {
      PageTime page = (PageTime) request;
      return new PageTime(page.request, page.timeoutNanos);
    }
    return new PageTime(request, 0);
  }

  /**
   * A page that may take as long as any read, within the time of an aggregation.
   *
   * @param timeoutNanos of the aggregation; 0 where the page has the deadline of the request
   */
  PageTime(Dispatcher.RequestTime request, long timeoutNanos) {
    super(request.enqueuedAtNanos(), MonotonicClock.Global.preciseTime.now());
    this.request = request;
    this.timeoutNanos = timeoutNanos;
  }

  @Override
  public long computeDeadline(long verbExpiresAfterNanos) {
    return timeoutNanos == 0
        ? request.computeDeadline(verbExpiresAfterNanos)
        : Math.min(startedAtNanos() + verbExpiresAfterNanos, clientDeadline());
  }

  /** Who sets a timeout of aggregations has clients that wait for so long. */
  @Override
  public long clientDeadline() {
    return timeoutNanos == 0 ? request.clientDeadline() : request.enqueuedAtNanos() + timeoutNanos;
  }
}
