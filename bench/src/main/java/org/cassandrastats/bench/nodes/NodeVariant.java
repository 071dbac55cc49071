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
 */
public record NodeVariant(
    Duration nativeTimeout, Map<String, Object> yaml, List<String> jvmArguments) {
  /** No deadline, and Cassandra's own settings. */
  public static final NodeVariant LATE_DEADLINE = of(Duration.ofHours(1));

  /** Copies the collections. */
  public NodeVariant {
    yaml = Collections.unmodifiableMap(new LinkedHashMap<>(yaml));
    jvmArguments = List.copyOf(jvmArguments);
  }

  /** Nodes that differ in the deadline of a request only. */
  public static NodeVariant of(Duration nativeTimeout) {
    return new NodeVariant(nativeTimeout, Map.of(), List.of());
  }

  /** Nodes without a deadline, with further settings. */
  public static NodeVariant of(Map<String, Object> yaml) {
    return new NodeVariant(LATE_DEADLINE.nativeTimeout(), yaml, List.of());
  }

  /** Nodes without a deadline, whose JVM has further arguments. */
  public static NodeVariant of(List<String> jvmArguments) {
    return new NodeVariant(LATE_DEADLINE.nativeTimeout(), Map.of(), jvmArguments);
  }
}
