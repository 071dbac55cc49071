/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.install;

import com.datastax.oss.driver.api.core.metadata.Node;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.cassandrastats.catalogue.Aggregate;
import org.cassandrastats.catalogue.Catalogue;
import org.cassandrastats.catalogue.Function;
import org.cassandrastats.cli.connection.Cluster;
import org.cassandrastats.cli.lane.Lanes;
import org.cassandrastats.cli.lane.NodeOffer;
import org.cassandrastats.cli.schema.Signature;

/** Looks at the server jar of a node, and whether it offers every function of the catalogue. */
final class JarInspection implements Inspection {
  private final Catalogue catalogue;
  private final String keyspace;
  private final NativeSignatures signatures;
  private final Map<String, NodeOffer> offers;

  JarInspection(Cluster cluster, Catalogue catalogue, Lanes lanes) {
    this.catalogue = catalogue;
    this.keyspace = lanes.keyspace();
    this.signatures = new NativeSignatures(cluster, keyspace);
    this.offers =
        lanes.offers().stream().collect(Collectors.toMap(NodeOffer::node, offer -> offer));
  }

  @Override
  public String subject() {
    return "as native functions " + keyspace + ".*";
  }

  @Override
  public List<String> inspect(Node node, VerificationReport report) {
    NodeOffer offer = offers.get(Cluster.name(node));
    if (!offer.hasJar()) {
      report.differs(
          "",
          offer.isKnown()
              ? "The server jar is missing, and keyspace %s has no user-defined functions: every call fails. Put the jar there and restart the node, or run install."
                  .formatted(keyspace)
              : String.join("; ", offer.notes()),
          node);
      return List.of();
    }
    String version = offer.jar().orElseThrow();
    if (!version.equals(catalogue.version())) {
      report.differs(
          "",
          "The server jar is of version %s, this tool of %s. Put the jar of this version there and restart the node, or verify with the tool of that version."
              .formatted(version, catalogue.version()),
          node);
    }
    for (Function function : catalogue.functions()) {
      compare(node, function.family(), Signature.of(function), function.returns(), report);
    }
    for (Aggregate aggregate : catalogue.aggregates()) {
      compare(node, aggregate.family(), Signature.of(aggregate), aggregate.returns(), report);
    }
    return catalogue.families();
  }

  private void compare(
      Node node, String family, Signature signature, String returns, VerificationReport report) {
    signatures
        .difference(node, signature, returns)
        .ifPresent(
            detail -> report.differs(family, "native function " + signature + ": " + detail, node));
  }
}
