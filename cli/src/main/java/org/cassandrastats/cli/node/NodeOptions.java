/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.node;

import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Arguments for the JVM of every local node, from the environment. */
final class NodeOptions {
  /** The environment variable: arguments with spaces between them, as in JDK_JAVA_OPTIONS. */
  static final String VARIABLE = "CASSANDRA_STATS_NODE_OPTIONS";

  private NodeOptions() {}

  static List<String> of(Map<String, String> environment) {
    return Arrays.stream(environment.getOrDefault(VARIABLE, "").split("\\s+"))
        .filter(argument -> !argument.isEmpty())
        .toList();
  }
}
