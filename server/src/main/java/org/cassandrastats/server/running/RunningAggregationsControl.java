/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.running;

import java.util.List;
import javax.management.MXBean;

/** What JMX shows of running aggregations, and can do to them, on this node. */
@MXBean
public interface RunningAggregationsControl {
  /** The name under which it is registered. */
  String NAME = "org.cassandrastats:type=RunningAggregations";

  /** Whether aggregations can be seen and stopped. */
  boolean isEnabled();

  /** Whether those that begin from now on can be seen and stopped. */
  void setEnabled(boolean enabled);

  /** How many there are. */
  int getRunningCount();

  /** Seconds since the oldest of them began; 0 where there is none. */
  long getOldestSeconds();

  /** How many have begun since the node was started, while they could be seen. */
  long getBegun();

  /** A line for each of them. */
  List<String> getRunning();

  /**
   * Stops one before its next page.
   *
   * @return whether there is one of that number
   */
  boolean stop(long id);

  /** Whether an aggregation whose client has closed its connection is stopped. */
  boolean isStopsDisconnected();

  /** Whether such aggregations are stopped before their next page, from now on. */
  void setStopsDisconnected(boolean stopsDisconnected);

  /** How many were stopped because their clients had gone. */
  long getStoppedDisconnected();

  /** Milliseconds that an aggregation may take; 0 or less where its reads decide. */
  long getTimeoutMillis();

  /** Changes how long aggregations that begin a page from now on may take. */
  void setTimeoutMillis(long millis);
}
