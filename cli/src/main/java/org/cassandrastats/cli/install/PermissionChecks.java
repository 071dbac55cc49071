/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.install;

import com.datastax.oss.driver.api.core.metadata.Node;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.cassandrastats.cli.connection.Cluster;
import org.cassandrastats.cli.lane.Probes;
import org.cassandrastats.udf.annotation.Identifier;

/** Whether the role may do what a plan wants; the role is told what to be granted if not. */
final class PermissionChecks {
  private final Node node;
  private final String keyspace;
  private final Probes probes;
  private final Findings findings;

  PermissionChecks(Cluster cluster, String keyspace, Findings findings) {
    this.node = cluster.coordinator();
    this.keyspace = keyspace;
    this.probes = new Probes(cluster);
    this.findings = findings;
  }

  /** Checks a plan for an installation. */
  void run(SchemaPlan plan, boolean keyspaceExists) {
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
    functions(plan, quoted);
  }

  private void functions(SchemaPlan plan, String quoted) {
    if (probes.functions(node, keyspace) == Probes.FunctionAnswer.NOT_PERMITTED) {
      findings.problem(
          "The role may not create functions in keyspace %s. GRANT CREATE, ALTER, DROP, EXECUTE ON ALL FUNCTIONS IN KEYSPACE %s TO the role."
              .formatted(quoted, quoted));
      return;
    }
    Map<String, Integer> denials = new LinkedHashMap<>();
    for (SchemaStep step : plan.steps()) {
      if (step.action() == SchemaStep.Action.REPLACE
          || step.action() == SchemaStep.Action.REFRESH) {
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
