/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.localcluster.node;

import java.nio.file.Path;
import java.util.List;

/**
 * Makes a node time out every third prepared SELECT from the keyspace {@code faulty}, with
 * Cassandra's own error: by a query handler behind that of the server jar.
 */
public final class TimingOutCoordinator {
  private TimingOutCoordinator() {}

  /**
   * Adds the handler to a node with the server jar.
   *
   * @param directory for its jar
   * @param deadlineMillis how long such requests take
   */
  public static NodeSettings.Builder addTo(
      NodeSettings.Builder builder, Path directory, long deadlineMillis) {
    NodeAgent agent = new NodeAgent("EveryThirdTimesOut", List.of());
    return builder
        .jvmArgument(agent.argument(directory))
        .jvmArgument("-Dfaults.deadline_millis=" + deadlineMillis)
        .jvmArgument("-Dcassandra.stats.next_query_handler_class=" + agent.className());
  }
}
