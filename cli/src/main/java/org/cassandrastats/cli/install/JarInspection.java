/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.install;

import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.servererrors.FunctionFailureException;
import com.datastax.oss.driver.api.core.type.UserDefinedType;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.cassandrastats.catalogue.Aggregate;
import org.cassandrastats.catalogue.Catalogue;
import org.cassandrastats.catalogue.Function;
import org.cassandrastats.cli.connection.Cluster;
import org.cassandrastats.cli.connection.ConnectionFailures;
import org.cassandrastats.cli.lane.Lanes;
import org.cassandrastats.cli.lane.NodeOffer;
import org.cassandrastats.cli.schema.Signature;
import org.cassandrastats.cli.schema.TypeNames;
import org.cassandrastats.udf.annotation.Identifier;

/** Looks at the server jar of a node, and whether it offers every function of the catalogue. */
final class JarInspection implements VerificationReport.Inspection {
  private final Cluster cluster;
  private final Catalogue catalogue;
  private final String keyspace;
  private final Map<String, NodeOffer> offers;

  JarInspection(Cluster cluster, Catalogue catalogue, Lanes lanes) {
    this.catalogue = catalogue;
    this.keyspace = lanes.keyspace();
    this.cluster = cluster;
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
    difference(node, signature, returns)
        .ifPresent(
            detail -> report.differs(family, "native function " + signature + ": " + detail, node));
  }

  /**
   * What is wrong with a function or aggregate of a node; nothing if it is there. No table of the
   * schema lists native ones, so each is called with nulls of its types, and the type of what comes
   * back is compared.
   */
  private Optional<String> difference(Node node, Signature signature, String returns) {
    String nulls =
        signature.types().stream()
            .map(JarInspection::typedNull)
            .collect(Collectors.joining(", ", "(", ")"));
    String function =
        Identifier.quoteIfNeeded(keyspace) + "." + Identifier.quoteIfNeeded(signature.name());
    try {
      List<Row> rows =
          cluster.query(
              node, "SELECT " + function + nulls + " FROM system.local WHERE key = 'local'");
      String found = type(rows.get(0));
      return found.equals(TypeNames.unfrozen(returns))
          ? Optional.empty()
          : Optional.of("returns " + found + ", expected " + returns);
    } catch (FunctionFailureException refusesNull) {
      // It is there, or it could not have refused.
      return Optional.empty();
    } catch (DriverException failed) {
      return Optional.of("is not there: " + ConnectionFailures.firstLine(failed));
    }
  }

  private static String typedNull(String type) {
    // A type hint makes a frozen collection, which functions do not take.
    return type.contains("<") ? "null" : "(" + type + ") null";
  }

  private static String type(Row row) {
    return row.getType(0) instanceof UserDefinedType type
        ? type.getName().asInternal()
        : row.getType(0).asCql(false, true);
  }
}
