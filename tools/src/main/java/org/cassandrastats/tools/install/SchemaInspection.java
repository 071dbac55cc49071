/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.tools.install;

import com.datastax.oss.driver.api.core.metadata.Node;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.cassandrastats.cql.catalogue.Aggregate;
import org.cassandrastats.cql.catalogue.Catalogue;
import org.cassandrastats.cql.catalogue.Function;

/** Compares the schema that a node has with the catalogue. */
final class SchemaInspection implements Inspection {
  private final Cluster cluster;
  private final Catalogue catalogue;
  private final String keyspace;

  SchemaInspection(Cluster cluster, Catalogue catalogue, String keyspace) {
    this.cluster = cluster;
    this.catalogue = catalogue;
    this.keyspace = keyspace;
  }

  @Override
  public String subject() {
    return "in keyspace " + keyspace;
  }

  @Override
  public boolean inspect(Node node, VerificationReport report) {
    LiveSchema live = LiveSchemaReader.read(cluster, node, keyspace);
    if (!live.exists()) {
      report.note("There is no keyspace " + keyspace + ".", node);
    }
    for (SchemaComparison.Difference difference : SchemaComparison.compare(catalogue, live)) {
      report.differs(difference.family(), difference.toString(), node);
    }
    foreign(live, node, report);
    return true;
  }

  private void foreign(LiveSchema live, Node node, VerificationReport report) {
    List<Signature> wanted = new ArrayList<>();
    Map<String, String> families = new LinkedHashMap<>();
    for (Function function : catalogue.functions()) {
      wanted.add(Signature.of(function));
      families.put(function.name(), function.family());
    }
    for (Aggregate aggregate : catalogue.aggregates()) {
      wanted.add(Signature.of(aggregate));
      families.put(aggregate.name(), aggregate.family());
    }
    List<Signature> found = new ArrayList<>(live.functions().keySet());
    found.addAll(live.aggregates().keySet());
    for (Signature signature : found) {
      boolean ofPack =
          live.functions().containsKey(signature) && live.functions().get(signature).isOfPack();
      boolean sameName = families.containsKey(signature.name());
      if (!wanted.contains(signature) && (ofPack || sameName)) {
        report.differs(
            families.getOrDefault(signature.name(), ""),
            ofPack
                ? "FUNCTION %s: is of another version of the pack; install --prune drops it"
                    .formatted(signature)
                : "%s: foreign, and has the name of one of the pack's".formatted(signature),
            node);
      }
    }
  }
}
