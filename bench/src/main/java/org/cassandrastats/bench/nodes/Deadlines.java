/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.nodes;

import java.time.Duration;
import org.cassandrastats.client.internal.plan.ServerLimits;

/**
 * When a node gives up reading.
 *
 * @param read {@code read_request_timeout}, of reads of single partitions
 * @param range {@code range_request_timeout}, of all other reads
 * @param nativeTransport {@code native_transport_timeout}, of every request of a client
 */
public record Deadlines(Duration read, Duration range, Duration nativeTransport) {
  /** What Cassandra 5.0 has unless told otherwise. */
  public static final Deadlines DEFAULT =
      new Deadlines(
          ServerLimits.standard().read(),
          ServerLimits.standard().range(),
          ServerLimits.standard().nativeTransport());

  /** So late that no query of a study meets them. */
  public static final Deadlines NONE =
      new Deadlines(Duration.ofHours(1), Duration.ofHours(1), Duration.ofHours(1));

  /** The one that ends an aggregation of a single partition. */
  public Duration effective() {
    return read.compareTo(nativeTransport) <= 0 ? read : nativeTransport;
  }
}
