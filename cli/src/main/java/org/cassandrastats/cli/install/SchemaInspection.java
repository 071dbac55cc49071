/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.install;

import com.datastax.oss.driver.api.core.metadata.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.cassandrastats.cli.connection.Cluster;
import org.cassandrastats.cli.schema.Families;
import org.cassandrastats.cli.schema.LiveSchema;
import org.cassandrastats.cli.schema.LiveSchemaReader;
import org.cassandrastats.cli.schema.SchemaComparison;
import org.cassandrastats.cli.schema.Signature;

/** Compares the schema that a node has with the catalogue. */
record SchemaInspection(Cluster cluster, Families families, String keyspace)
    implements VerificationReport.Inspection {
  @Override
  public String subject() {
    return "in keyspace " + keyspace;
  }

  @Override
  public List<String> inspect(Node node, VerificationReport report) {
    LiveSchema live = LiveSchemaReader.read(cluster, node, keyspace);
    if (!live.exists()) {
      report.note("There is no keyspace " + keyspace + ".", node);
    }
    List<String> present = families.presentIn(live);
    for (SchemaComparison.Difference difference :
        SchemaComparison.compare(families.pack().of(present), live)) {
      report.differs(difference.family(), difference.toString(), node);
    }
    foreign(live, node, report);
    absent(present, node, report);
    return present;
  }

  /** One line for each, where there would be one for each of its functions. */
  private void absent(List<String> present, Node node, VerificationReport report) {
    List<String> absent = new ArrayList<>(families.catalogue().families());
    absent.removeAll(present);
    for (String family : absent) {
      report.differs(
          family,
          "Family %s is not installed: %s adds it."
              .formatted(family, Families.command("install", List.of(family))),
          node);
    }
    if (!absent.isEmpty() && !present.isEmpty()) {
      report.note(
          "If nothing else is wanted: %s checks what is installed."
              .formatted(Families.command("verify", present)),
          node);
    }
  }

  private void foreign(LiveSchema live, Node node, VerificationReport report) {
    List<Signature> found = new ArrayList<>(live.functions().keySet());
    found.addAll(live.aggregates().keySet());
    for (Signature signature : found) {
      LiveSchema.LiveFunction function = live.functions().get(signature);
      boolean ofPack =
          function != null
              ? families.cover(function)
              : families.isObsolete(live.aggregates().get(signature), live);
      Optional<String> sameName = families.familyOf(signature.name()).filter(families::contain);
      if (!families.isInPack(signature) && (ofPack || sameName.isPresent())) {
        report.differs(
            sameName.orElse(""),
            ofPack
                ? "%s %s: is of another version of the pack; install --prune drops it"
                    .formatted(function == null ? "AGGREGATE" : "FUNCTION", signature)
                : "%s: foreign, and has the name of one of the pack's".formatted(signature),
            node);
      }
    }
  }
}
