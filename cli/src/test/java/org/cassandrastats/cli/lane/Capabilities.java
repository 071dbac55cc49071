/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.lane;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.cassandrastats.cli.lane.NodeCapabilities.Lane;

/** What nodes of Cassandra 5.0 may offer. */
final class Capabilities {
  private Capabilities() {}

  static Lanes lanes(NodeCapabilities... offers) {
    return new Lanes(Arrays.asList(offers), "stats");
  }

  /** A node with the server jar of a version. */
  static NodeCapabilities withJar(String node, String version, boolean udfs, Lane lane) {
    return offer(node, udfs, Optional.of(version), lane, List.of());
  }

  /** A node whose server jar says what it does. */
  static NodeCapabilities withFeatures(String node, JarFeature... features) {
    return offer(node, false, Optional.of("0.0.2"), Lane.NATIVE, List.of(features));
  }

  /** A node without the server jar. */
  static NodeCapabilities withoutJar(String node, boolean udfs, Lane lane) {
    return offer(node, udfs, Optional.empty(), lane, List.of());
  }

  static NodeCapabilities silent(String node) {
    return new NodeCapabilities(
        node,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Lane.UNKNOWN,
        List.of(),
        List.of("cannot be asked: no connection"));
  }

  private static NodeCapabilities offer(
      String node, boolean udfs, Optional<String> jar, Lane lane, List<JarFeature> features) {
    return new NodeCapabilities(
        node,
        Optional.of("5.0.9"),
        Optional.of(udfs),
        Optional.of(true),
        jar,
        lane,
        features,
        List.of());
  }
}
