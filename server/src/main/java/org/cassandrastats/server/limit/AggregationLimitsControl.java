/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.limit;

import javax.management.MXBean;

/** What JMX shows of the limits of aggregations, and lets change, on this node. */
@MXBean
public interface AggregationLimitsControl {
  /** The name under which it is registered. */
  String NAME = "org.cassandrastats:type=AggregationLimits";

  /** Bytes of the results that are being built at this moment. */
  long getResultBytes();

  /** Bytes that these may take together; one may take a quarter of them. */
  long getLargestResultBytes();

  /** Changes that; 0 for no limit. */
  void setLargestResultBytes(long bytes);

  /** How many aggregations ended because their results were too large. */
  long getTooLarge();

  /** How many aggregations ended within a page because their time was over. */
  long getTooLong();
}
