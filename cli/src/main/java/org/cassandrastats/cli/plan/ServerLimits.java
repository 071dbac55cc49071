/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.plan;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * When nodes give up. Where they differ, the shortest time counts.
 *
 * @param read {@code read_request_timeout}
 * @param range {@code range_request_timeout}
 * @param nativeTransport {@code native_transport_timeout}; longer than any query where nodes have
 *     none
 * @param others further settings that matter to user-defined functions, by name
 * @param notes what is not known, or differs
 */
public record ServerLimits(
    Duration read,
    Duration range,
    Duration nativeTransport,
    Map<String, String> others,
    List<String> notes) {
  private static final ServerLimits DEFAULT =
      new ServerLimits(
          Duration.ofSeconds(5),
          Duration.ofSeconds(10),
          Duration.ofSeconds(12),
          Map.of(),
          List.of());

  /** Copies the collections. */
  public ServerLimits {
    others = Map.copyOf(others);
    notes = List.copyOf(notes);
  }

  /** What Cassandra 5.0 has unless told otherwise: 5, 10 and 12 s. */
  public static ServerLimits standard() {
    return DEFAULT;
  }

  /**
   * The deadline of a whole aggregation, counted from the start of its request. A whole table is
   * read under {@code range_request_timeout}, but the part of it that the coordinator owns itself
   * under {@code read_request_timeout}, so that the shorter one counts.
   */
  public Duration deadline(boolean wholeTable) {
    Duration ofPartition = shorter(read, nativeTransport);
    return wholeTable ? shorter(ofPartition, range) : ofPartition;
  }

  static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) <= 0 ? one : other;
  }
}
