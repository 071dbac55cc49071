/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.tools.install;

import com.datastax.oss.driver.api.core.metadata.Node;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.cassandrastats.cql.catalogue.Catalogue;

/** Looks at the server jar of a node. */
final class JarInspection implements Inspection {
  private final Catalogue catalogue;
  private final String keyspace;
  private final Map<String, NodeOffer> offers;

  JarInspection(Catalogue catalogue, Lanes lanes) {
    this.catalogue = catalogue;
    this.keyspace = lanes.keyspace();
    this.offers =
        lanes.offers().stream().collect(Collectors.toMap(NodeOffer::node, Function.identity()));
  }

  @Override
  public String subject() {
    return "as native functions " + keyspace + ".*";
  }

  @Override
  public boolean inspect(Node node, VerificationReport report) {
    NodeOffer offer = offers.get(Cluster.name(node));
    if (!offer.hasJar()) {
      report.differs(
          "",
          offer.isKnown()
              ? "The server jar is missing, and keyspace %s has no user-defined functions: every call fails. Put the jar there and restart the node, or run install."
                  .formatted(keyspace)
              : String.join("; ", offer.notes()),
          node);
      return false;
    }
    String version = offer.jar().orElseThrow();
    if (!version.equals(catalogue.version())) {
      report.differs(
          "",
          "The server jar is of version %s, this tool of %s. Put the jar of this version there and restart the node, or verify with the tool of that version."
              .formatted(version, catalogue.version()),
          node);
    }
    return true;
  }
}
