/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.metric;

import com.codahale.metrics.Counter;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAccumulator;

/**
 * What the functions of one name, with whatever arguments, have done on this node since it started.
 * Published when one is called for the first time, so that exporters see those that are used.
 *
 * <p>An aggregation is noted once, whatever it has read. A function of one value, which may be
 * called for each row, costs a few nanoseconds more: striped counters do not make threads wait.
 */
public final class FunctionUse {
  private static final String TYPE = "StatsFunction";

  private final String name;
  private final Counter calls = new Counter();
  private final Counter refusals = new Counter();
  private final Counter rows = new Counter();
  private final Counter stateBytes = new Counter();
  private final LongAccumulator largestState = new LongAccumulator(Math::max, 0);
  private final AtomicBoolean published = new AtomicBoolean();
  private final AtomicBoolean publishedStates = new AtomicBoolean();

  /** Nothing yet. */
  public FunctionUse(String name) {
    this.name = name;
  }

  /** Notes a call that gave a result. */
  public void called() {
    publish();
    calls.inc();
  }

  /**
   * Notes an aggregate that gave a result, of all rows or of a group.
   *
   * @param rowsTaken how many rows it took
   * @param bytes of its state behind the last row
   */
  public void aggregated(long rowsTaken, int bytes) {
    if (!publishedStates.get() && publishedStates.compareAndSet(false, true)) {
      NodeMetrics.publish(TYPE, name, "Rows", rows);
      NodeMetrics.publish(TYPE, name, "StateBytes", stateBytes);
      NodeMetrics.publish(TYPE, name, "LargestState", this::largestState);
    }
    rows.inc(rowsTaken);
    stateBytes.inc(bytes);
    largestState.accumulate(bytes);
    called();
  }

  /** Notes a call that refused an argument or a state, and so failed. */
  public void refused() {
    publish();
    refusals.inc();
  }

  private void publish() {
    if (!published.get() && published.compareAndSet(false, true)) {
      NodeMetrics.publish(TYPE, name, "Calls", calls);
      NodeMetrics.publish(TYPE, name, "Refusals", refusals);
    }
  }

  /** Whether there was any call. */
  boolean isUsed() {
    return published.get();
  }

  /** The name of the functions, without a keyspace. */
  String name() {
    return name;
  }

  /** How many calls, or groups of an aggregate, gave a result. */
  public long calls() {
    return calls.getCount();
  }

  /** How many calls were refused. */
  public long refusals() {
    return refusals.getCount();
  }

  /** How many rows the aggregates took; 0 where none of the functions is one. */
  public long rows() {
    return rows.getCount();
  }

  /** The bytes of the aggregates' last states, all added up. */
  public long stateBytes() {
    return stateBytes.getCount();
  }

  /** The bytes of the largest of these states. */
  public long largestState() {
    return largestState.get();
  }
}
