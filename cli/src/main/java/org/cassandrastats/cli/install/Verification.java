/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.install;

import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.servererrors.FunctionFailureException;
import com.datastax.oss.driver.api.core.servererrors.UnauthorizedException;
import com.datastax.oss.driver.api.core.type.UserDefinedType;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.cassandrastats.catalogue.Aggregate;
import org.cassandrastats.catalogue.Catalogue;
import org.cassandrastats.catalogue.Function;
import org.cassandrastats.cli.connection.Cluster;
import org.cassandrastats.cli.connection.ConnectionFailures;
import org.cassandrastats.cli.console.Console;
import org.cassandrastats.cli.console.Progress;
import org.cassandrastats.cli.install.VerificationReport.KnownAnswers;
import org.cassandrastats.cli.lane.Lanes;
import org.cassandrastats.cli.lane.NodeCapabilities;
import org.cassandrastats.cli.schema.Families;
import org.cassandrastats.cli.schema.LiveSchema;
import org.cassandrastats.cli.schema.SchemaComparison;
import org.cassandrastats.cli.schema.Signature;
import org.cassandrastats.udf.annotation.Identifier;

/** Inspects each node, and compares its answers with the known ones. */
record Verification(Cluster cluster, Families families, String keyspace, List<Node> nodes) {
  Verification {
    nodes = List.copyOf(nodes);
  }

  /** Verifies the user-defined functions of the keyspace. */
  int ofSchema(PrintWriter out, Console console, boolean all) {
    return run(new SchemaInspection(cluster, families, keyspace), out, console, all);
  }

  /**
   * Verifies the native functions.
   *
   * @param lanes what each of the nodes offers
   */
  int ofJar(Lanes lanes, PrintWriter out, Console console, boolean all) {
    return run(new JarInspection(cluster, families.catalogue(), lanes), out, console, all);
  }

  /**
   * Runs the checks and prints the result.
   *
   * @param all whether to list the calls that went well, too
   * @return the exit code: 0 if nothing differs
   */
  private int run(
      VerificationReport.Inspection inspection, PrintWriter out, Console console, boolean all) {
    VerificationReport report = new VerificationReport(families.catalogue());
    List<KnownAnswers.Call> calls = KnownAnswers.calls(families);
    try (Progress progress =
        console.progress("Verifying", (long) calls.size() * nodes.size(), "calls")) {
      long done = 0;
      for (Node node : nodes) {
        Set<String> callable = Set.copyOf(inspection.inspect(node, report));
        for (KnownAnswers.Call call : calls) {
          if (callable.containsAll(call.needs())) {
            try {
              report.called(KnownAnswers.ask(cluster, node, keyspace, call), node, all);
            } catch (UnauthorizedException denial) {
              report.denied(denial, keyspace, node);
            }
          } else if (callable.contains(call.family())) {
            report.note(
                "%s: %s was not called, because it takes functions of these families: %s"
                    .formatted(
                        call.signature(), call.example().call(), String.join(", ", call.needs())),
                node);
          }
          progress.reached(++done);
        }
      }
    }
    report.print(
        out,
        "cassandra-stats %s %s".formatted(families.version(), inspection.subject()),
        nodes.size());
    return report.isGood() ? 0 : 1;
  }

  /** Looks at the server jar of a node, and whether it offers every function of the catalogue. */
  private static final class JarInspection implements VerificationReport.Inspection {
    private final Cluster cluster;
    private final Catalogue catalogue;
    private final String keyspace;
    private final Map<String, NodeCapabilities> offers;

    JarInspection(Cluster cluster, Catalogue catalogue, Lanes lanes) {
      this.catalogue = catalogue;
      this.keyspace = lanes.keyspace();
      this.cluster = cluster;
      this.offers =
          lanes.offers().stream().collect(Collectors.toMap(NodeCapabilities::node, offer -> offer));
    }

    @Override
    public String subject() {
      return "as native functions " + keyspace + ".*";
    }

    @Override
    public List<String> inspect(Node node, VerificationReport report) {
      NodeCapabilities offer = offers.get(Cluster.name(node));
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
              detail ->
                  report.differs(family, "native function " + signature + ": " + detail, node));
    }

    /**
     * What is wrong with a function or aggregate of a node; nothing if it is there. No table of the
     * schema lists native ones, so each is called with nulls of its types, and the type of what
     * comes back is compared.
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
        return found.equals(Signature.unfrozen(returns))
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

  /** Compares the schema that a node has with the catalogue. */
  private record SchemaInspection(Cluster cluster, Families families, String keyspace)
      implements VerificationReport.Inspection {
    @Override
    public String subject() {
      return "in keyspace " + keyspace;
    }

    @Override
    public List<String> inspect(Node node, VerificationReport report) {
      LiveSchema live = LiveSchema.Reader.read(cluster, node, keyspace);
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
}
