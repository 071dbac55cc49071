/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.connection;

import java.util.Collection;
import java.util.Map;
import java.util.stream.Collectors;

/** The replication of a keyspace that has to be created. */
public final class Replication {
  private static final int MOST = 3;

  private Replication() {}

  /**
   * The user's choice, or else as many replicas as every datacenter has nodes for, at most 3.
   *
   * @param chosen a CQL map, or null
   * @param datacenters the datacenter of each node
   */
  public static String of(String chosen, Collection<String> datacenters) {
    if (chosen != null) {
      return chosen;
    }
    Map<String, Long> sizes =
        datacenters.stream().collect(Collectors.groupingBy(name -> name, Collectors.counting()));
    long smallest = sizes.values().stream().mapToLong(Long::longValue).min().orElse(1);
    return "{'class': 'NetworkTopologyStrategy', 'replication_factor': %d}"
        .formatted(Math.min(smallest, MOST));
  }
}
