/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.lane;

import java.util.List;
import java.util.Optional;

/**
 * What a node offers of the pack.
 *
 * @param node its address
 * @param cassandra its version of Cassandra; none if that is not known
 * @param udfs whether it runs user-defined functions; none if that is not known
 * @param udfThreads whether it runs them in threads of their own; none if that is not known
 * @param jar the version of the server jar that it has; none without, or if it cannot be asked
 * @param lane what answers
 * @param features what the server jar does; none without, or where the role may not read it
 * @param notes what else should be known, such as why something is not
 */
public record NodeCapabilities(
    String node,
    Optional<String> cassandra,
    Optional<Boolean> udfs,
    Optional<Boolean> udfThreads,
    Optional<String> jar,
    Lane lane,
    List<JarFeature> features,
    List<String> notes) {
  public NodeCapabilities {
    features = List.copyOf(features);
    notes = List.copyOf(notes);
  }

  public boolean isKnown() {
    return lane != Lane.UNKNOWN;
  }

  public boolean hasJar() {
    return jar.isPresent();
  }

  /** Whether the server jar says that a feature has an effect. */
  public boolean isActive(String feature) {
    return features.stream()
        .anyMatch(each -> each.name().equals(feature) && each.state().equals(JarFeature.ACTIVE));
  }

  /** Whether calls fail because they go to user-defined functions that the node does not run. */
  public boolean isBlocked() {
    return lane == Lane.CQL && udfs.equals(Optional.of(false));
  }

  /**
   * Whether queries find the same through either node. The threads of user-defined functions matter
   * only where such functions run, and features only where both nodes show them.
   */
  public boolean agreesWith(NodeCapabilities other) {
    return udfs.equals(other.udfs)
        && (udfs.equals(Optional.of(false)) || udfThreads.equals(other.udfThreads))
        && jar.equals(other.jar)
        && (features.isEmpty() || other.features.isEmpty() || features.equals(other.features))
        && lane == other.lane;
  }

  /** What answers the calls of the pack's functions on a node. */
  public enum Lane {
    /** The user-defined functions of the keyspace; they shadow native ones of the same name. */
    CQL("CQL"),
    /** The native functions of the server jar. */
    NATIVE("native"),
    /** Nothing does. */
    NONE("none"),
    /** The node cannot be asked. */
    UNKNOWN("unknown");

    private final String label;

    Lane(String label) {
      this.label = label;
    }

    /** As users read it. */
    public String label() {
      return label;
    }
  }
}
