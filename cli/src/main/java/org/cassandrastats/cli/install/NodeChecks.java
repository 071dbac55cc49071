/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.install;

import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.Version;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.servererrors.UnauthorizedException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.cassandrastats.cli.connection.Cluster;
import org.cassandrastats.cli.connection.ConnectionFailures;
import org.cassandrastats.cli.install.SchemaPlan.Findings;
import org.cassandrastats.cli.lane.NodeCapabilitiesReader.Probes;
import org.cassandrastats.udf.annotation.Identifier;

/** Whether every node of a cluster is ready for functions. */
final class NodeChecks {
  private static final Set<String> SUPPORTED = Set.of("4.1", "5.0", "6.0");

  private final Cluster cluster;
  private final String keyspace;
  private final Findings findings;
  private final List<Node> reachable = new ArrayList<>();

  NodeChecks(Cluster cluster, String keyspace, Findings findings) {
    this.cluster = cluster;
    this.keyspace = keyspace;
    this.findings = findings;
  }

  /** Why the nodes are asked, and what it means that one of them does not answer. */
  enum Purpose {
    CHANGE(
        " Changing the schema while a node is down is risky.",
        " Whether it allows functions is not known."),
    VERIFY(" Its functions cannot be verified.", " Its functions are not verified.");

    private final String risk;
    private final String withoutIt;

    Purpose(String risk, String withoutIt) {
      this.risk = risk;
      this.withoutIt = withoutIt;
    }
  }

  /** Runs all checks that do not depend on what is to be done. */
  void run(boolean allowUnreachable) {
    versions();
    reach(Purpose.CHANGE, allowUnreachable);
    agreement();
  }

  /** Whether all nodes have the same schema. */
  void agreement() {
    if (!cluster.hasSchemaAgreement()) {
      findings.problem(
          "The nodes do not agree on the schema. Wait until nodetool describecluster shows one"
              + " schema version, then run this again.");
    }
  }

  /** The nodes that answer. */
  List<Node> reachable() {
    return reachable;
  }

  private void versions() {
    Set<String> found = new TreeSet<>();
    for (Node node : cluster.nodes()) {
      Version version = node.getCassandraVersion();
      if (version == null) {
        continue;
      }
      String line = version.getMajor() + "." + version.getMinor();
      found.add(line);
      if (!SUPPORTED.contains(line)) {
        findings.problem(
            "%s runs Cassandra %s; the functions are made for and tested on 4.1, 5.0 and 6.0. %s"
                .formatted(
                    Cluster.name(node),
                    version,
                    version.compareTo(Version.parse("4.1.0")) < 0
                        ? "Upgrade it."
                        : "Use a release of the pack that names this version."));
      }
    }
    if (found.size() > 1) {
      findings.problem(
          "The nodes run different versions of Cassandra (%s), and schema changes do not pass between them. Finish the upgrade first."
              .formatted(String.join(", ", found)));
    }
    findings.note("Cassandra " + String.join(", ", found));
  }

  /** Asks every node. */
  void reach(Purpose purpose, boolean allowUnreachable) {
    for (Node node : cluster.nodes()) {
      try {
        cluster.query(node, "SELECT key FROM system.local");
        reachable.add(node);
      } catch (DriverException failed) {
        String finding =
            "Node %s cannot be asked (%s)."
                .formatted(Cluster.name(node), ConnectionFailures.firstLine(failed));
        if (allowUnreachable) {
          findings.warning(finding + purpose.withoutIt);
        } else {
          findings.problem(
              finding
                  + purpose.risk
                  + " Start it or open its port to this machine, or add --allow-unreachable.");
        }
      }
    }
    findings.note("%d of %d nodes answer".formatted(reachable.size(), cluster.nodes().size()));
    answersWithoutLimit();
  }

  /** Names the nodes that build an answer of any size, where the role may know. */
  private void answersWithoutLimit() {
    List<String> unlimited =
        reachable.stream().filter(this::hasNoLimitForAnswers).map(Cluster::name).toList();
    if (!unlimited.isEmpty()) {
      findings.note(
          "no limit for the size of an answer on %s: see coordinator_read_size_fail_threshold in docs/install.md"
              .formatted(String.join(", ", unlimited)));
    }
  }

  private boolean hasNoLimitForAnswers(Node node) {
    return setting(node, "read_thresholds_enabled").filter("false"::equals).isPresent()
        || setting(node, "coordinator_read_size_fail_threshold")
            .filter(value -> value.isEmpty() || value.equals("null"))
            .isPresent();
  }

  /** Whether all nodes that answer have user-defined functions enabled. */
  void functionsEnabled(Findings found) {
    for (Node node : reachable) {
      Optional<Boolean> enabled = isEnabled(node);
      if (enabled.isEmpty()) {
        found.warning(
            "Whether %s has user_defined_functions_enabled is not known: the role may neither create functions there yet nor read system_views.settings."
                .formatted(Cluster.name(node)));
      } else if (!enabled.get()) {
        found.problem(
            "User-defined functions are disabled on %s. Set user_defined_functions_enabled: true in its cassandra.yaml, on every node, and restart it. The way without them is the server jar on every node (Cassandra 5.0), see docs/server-jar.md."
                .formatted(Cluster.name(node)));
      }
    }
  }

  private Optional<Boolean> isEnabled(Node node) {
    return switch (new Probes(cluster).functions(node, keyspace)) {
      case ALLOWED -> Optional.of(true);
      case DISABLED -> Optional.of(false);
      case NOT_PERMITTED ->
          setting(node, "user_defined_functions_enabled").map(Boolean::parseBoolean);
    };
  }

  /** Empty where the role may not read it, or the node does not know it. */
  private Optional<String> setting(Node node, String name) {
    try {
      List<Row> rows =
          cluster.query(
              node, "SELECT value FROM system_views.settings WHERE name = '" + name + "'");
      return rows.stream().map(row -> String.valueOf(row.getString(0))).findFirst();
    } catch (UnauthorizedException denied) {
      return Optional.empty();
    }
  }

  /** Whether the role may do what a plan wants; it is told what to be granted if not. */
  void permissions(SchemaPlan plan, boolean keyspaceExists) {
    Node node = cluster.coordinator();
    Probes probes = new Probes(cluster);
    String quoted = Identifier.quoteIfNeeded(keyspace);
    if (!keyspaceExists) {
      // Who creates a keyspace may do everything in it.
      probes
          .createKeyspace(node)
          .ifPresent(
              denial ->
                  findings.problem(
                      "%s. Let an administrator create keyspace %s, or GRANT CREATE ON ALL KEYSPACES TO the role."
                          .formatted(denial, quoted)));
      return;
    }
    if (plan.steps().stream().anyMatch(step -> step.object().startsWith("TYPE "))) {
      probes
          .createType(node, keyspace)
          .ifPresent(
              denial ->
                  findings.problem(
                      "%s. GRANT CREATE, ALTER ON KEYSPACE %s TO the role."
                          .formatted(denial, quoted)));
    }
    permissionsOfFunctions(node, probes, plan, quoted);
  }

  private void permissionsOfFunctions(Node node, Probes probes, SchemaPlan plan, String quoted) {
    if (probes.functions(node, keyspace) == Probes.FunctionAnswer.NOT_PERMITTED) {
      findings.problem(
          "The role may not create functions in keyspace %s. GRANT CREATE, ALTER, DROP, EXECUTE ON ALL FUNCTIONS IN KEYSPACE %s TO the role."
              .formatted(quoted, quoted));
      return;
    }
    Map<String, Integer> denials = new LinkedHashMap<>();
    for (SchemaPlan.Step step : plan.steps()) {
      if (step.action() == SchemaPlan.Step.Action.REPLACE
          || step.action() == SchemaPlan.Step.Action.REFRESH) {
        Optional<String> denial = probes.createOrReplace(node, step.cql());
        denial.ifPresent(text -> denials.merge(text, 1, Integer::sum));
      }
    }
    if (!denials.isEmpty()) {
      findings.problem(
          "%s%s. GRANT CREATE, ALTER, DROP, EXECUTE ON ALL FUNCTIONS IN KEYSPACE %s TO the role."
              .formatted(
                  denials.keySet().iterator().next(),
                  denials.size() == 1 ? "" : ", and %d more".formatted(denials.size() - 1),
                  quoted));
    }
  }
}
