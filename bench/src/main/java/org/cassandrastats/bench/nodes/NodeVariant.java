/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.nodes;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What throw-away nodes of a study are started with, where it compares nodes of different settings.
 *
 * @param nativeTimeout {@code native_transport_timeout}: Cassandra 5.0.9 keeps the first one that
 *     it has used, whatever is set at run time
 * @param yaml further settings of cassandra.yaml, by dotted key
 * @param jvmArguments further arguments of the JVM
 * @param nodes how many there are, each with every row; 0 for what the study has otherwise
 */
public record NodeVariant(
    Duration nativeTimeout, Map<String, Object> yaml, List<String> jvmArguments, int nodes) {
  /** No deadline, and Cassandra's own settings. */
  public static final NodeVariant LATE_DEADLINE = of(Duration.ofHours(1));

  /** Copies the collections. */
  public NodeVariant {
    yaml = Collections.unmodifiableMap(new LinkedHashMap<>(yaml));
    jvmArguments = List.copyOf(jvmArguments);
  }

  /** Nodes that differ in the deadline of a request only. */
  public static NodeVariant of(Duration nativeTimeout) {
    return new NodeVariant(nativeTimeout, Map.of(), List.of(), 0);
  }

  /** Nodes without a deadline, with further settings. */
  public static NodeVariant of(Map<String, Object> yaml) {
    return new NodeVariant(LATE_DEADLINE.nativeTimeout(), yaml, List.of(), 0);
  }

  /** Nodes without a deadline, whose JVM has further arguments. */
  public static NodeVariant of(List<String> jvmArguments) {
    return new NodeVariant(LATE_DEADLINE.nativeTimeout(), Map.of(), jvmArguments, 0);
  }

  /** The same for a number of nodes, each with every row. */
  public NodeVariant on(int count) {
    return new NodeVariant(nativeTimeout, yaml, jvmArguments, count);
  }
}
