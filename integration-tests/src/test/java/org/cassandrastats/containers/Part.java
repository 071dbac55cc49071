/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.containers;

import java.util.Arrays;
import java.util.List;
import org.cassandrastats.live.Lane;

/**
 * What one test class measures in one execution of the build.
 *
 * @param lane of the nodes
 * @param nodes how many; each holds every row
 */
record Part(Lane lane, int nodes) {
  private static final List<Integer> CLUSTERS = List.of(1, 3);

  /** All that there can be, in the order of reports. */
  static List<Part> all() {
    return CLUSTERS.stream()
        .flatMap(nodes -> Arrays.stream(Lane.values()).map(lane -> new Part(lane, nodes)))
        .toList();
  }

  boolean isCluster() {
    return nodes > 1;
  }

  /** As files are called. */
  String file() {
    return lane + "-" + nodes;
  }

  @Override
  public String toString() {
    return lane + ", " + (isCluster() ? nodes + " nodes" : "1 node");
  }
}
