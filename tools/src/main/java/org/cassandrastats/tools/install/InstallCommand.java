/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.tools.install;

import com.datastax.oss.driver.api.core.metadata.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.cassandrastats.cql.catalogue.Catalogue;
import org.cassandrastats.tools.console.Console;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Installs or upgrades the pack in a cluster. */
@Command(
    name = "install",
    sortOptions = false,
    description = {
      "Installs the functions in a cluster, or upgrades them, and then verifies them.",
      "Checks the cluster first, and changes nothing if something stands against it. May be run"
          + " again at any time: what is there already is left as it is.",
    },
    footer = {
      "",
      "Examples:",
      "  cassandra-stats install --contact-point 10.0.0.1:9042 --dry-run",
      "  cassandra-stats install --contact-point 10.0.0.1:9042",
      "  cassandra-stats install --driver-config cluster.conf --keyspace statistics",
    })
public final class InstallCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private ClusterOptions options;
  @Mixin private InstallChoices choices;

  @Option(
      names = "--dry-run",
      description =
          "Show the plan and the statements, and change nothing. The output is a script for cqlsh.")
  private boolean dryRun;

  /** For picocli. */
  InstallCommand() {}

  @Override
  public Integer call() {
    String keyspace = options.keyspace();
    try (Cluster cluster = options.open()) {
      return install(cluster, Catalogue.load(), keyspace);
    }
  }

  private int install(Cluster cluster, Catalogue catalogue, String keyspace) {
    Findings findings = new Findings();
    NodeChecks nodes = new NodeChecks(cluster, keyspace, findings);
    nodes.run(choices.allowUnreachable);
    LiveSchema live = LiveSchemaReader.read(cluster, cluster.coordinator(), keyspace);
    Plan plan =
        InstallPlanner.plan(
            catalogue, live, choices, Replication.of(choices.replication, cluster.datacenters()));
    if (plan.problems().isEmpty()) {
      new PermissionChecks(cluster, keyspace, findings).run(plan, live.exists());
    }

    PlanPrinter printer = new PlanPrinter(spec.commandLine().getOut(), dryRun);
    printer.findings(findings);
    printer.plan(
        "Plan for cassandra-stats %s in keyspace %s, through %s:"
            .formatted(catalogue.version(), keyspace, Cluster.name(cluster.coordinator())),
        plan);
    Problems.refuse(findings, plan, "Nothing was changed");
    if (dryRun) {
      printer.script(plan);
      return 0;
    }
    run(cluster, nodes, keyspace, plan);
    return new Verification(cluster, catalogue, keyspace, nodes.reachable())
        .run(spec.commandLine().getOut(), Console.standard(), false);
  }

  private static void run(Cluster cluster, NodeChecks nodes, String keyspace, Plan plan) {
    PlanRunner runner =
        new PlanRunner(
            cluster,
            Console.standard(),
            "It is safe to run install again, which completes this, or uninstall, which removes what"
                + " was done. Until then, aggregates may still run older functions.");
    List<Step> steps = new ArrayList<>(plan.steps());
    Node coordinator = cluster.coordinator();
    if (!steps.isEmpty() && steps.get(0).object().startsWith("KEYSPACE ")) {
      runner.run("Creating the keyspace", coordinator, List.of(steps.remove(0)));
      // Only now may a role that was not allowed to create functions elsewhere be told.
      Findings later = new Findings();
      nodes.functionsEnabled(later);
      Problems.refuse(
          later.problems(),
          "Keyspace %s was created and is empty; nothing else was changed".formatted(keyspace));
    }
    runner.run("Installing", coordinator, steps);
    if (!plan.changesSchema()) {
      refreshOthers(cluster, nodes, runner, steps);
    }
  }

  /**
   * A change of the keyspace makes all nodes but the coordinator read it anew. Without one, each
   * node has to be told to take the present functions, in case that an earlier upgrade through it
   * was interrupted.
   */
  private static void refreshOthers(
      Cluster cluster, NodeChecks nodes, PlanRunner runner, List<Step> steps) {
    for (Node node : nodes.reachable()) {
      if (!node.equals(cluster.coordinator())) {
        runner.run("Refreshing " + Cluster.name(node), node, steps);
      }
    }
  }
}
