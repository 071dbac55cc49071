/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.install;

import com.datastax.oss.driver.api.core.metadata.Node;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.cassandrastats.catalogue.Catalogue;
import org.cassandrastats.cli.connection.Cluster;
import org.cassandrastats.cli.connection.ClusterOptions;
import org.cassandrastats.cli.console.Console;
import org.cassandrastats.cli.install.SchemaPlan.Findings;
import org.cassandrastats.cli.lane.JarFeatures;
import org.cassandrastats.cli.lane.Lanes;
import org.cassandrastats.cli.lane.NodeCapabilities;
import org.cassandrastats.cli.lane.NodeCapabilities.Lane;
import org.cassandrastats.cli.lane.NodeCapabilitiesReader;
import org.cassandrastats.cli.schema.Families;
import org.cassandrastats.cli.schema.LiveSchema;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Installs or upgrades the pack in a cluster. */
@Command(
    name = "install",
    description = {
      "Installs the functions in a cluster, or upgrades them, and then verifies them.",
      "Checks the cluster first, and changes nothing if a precondition fails. May be run"
          + " again at any time: what is there already is left as it is.",
      "Where user-defined functions are disabled and every node has the server jar, nothing is"
          + " installed: its native functions answer.",
    },
    footer = {
      "  cassandra-stats install --contact-point 10.0.0.1:9042 --dry-run",
      "  cassandra-stats install --contact-point 10.0.0.1:9042",
      "  cassandra-stats install --contact-point 10.0.0.1:9042 --family moments,tdigest",
      "  cassandra-stats install --driver-config cluster.conf --keyspace statistics",
      "  cassandra-stats install --contact-point 10.0.0.1:9042 --jar-check",
      "",
      "Exit codes: 0 done, 1 failed, 2 wrong arguments; of --jar-check: 0 all nodes offer the same,"
          + " 3 they differ or one cannot be asked.",
    })
public final class InstallCommand implements Callable<Integer> {
  /** The exit code if nodes differ or cannot be asked. */
  private static final int DIFFERENT = 3;

  @Spec private CommandSpec spec;
  @Mixin private ClusterOptions options;
  @Mixin private Families.FamilyOption family;
  @Mixin private InstallChoices choices;

  @Option(
      names = "--dry-run",
      description =
          "Show the plan and the statements, and change nothing. The output is a script for cqlsh.")
  private boolean dryRun;

  @Option(
      names = "--one-line",
      description =
          "With --dry-run: each statement on one line, without a semicolon but the one at its end, for tools"
              + " that split files there, such as Liquibase, cassandra-migration and golang-migrate. The"
              + " plan is written to standard error.")
  private boolean oneLine;

  @Option(
      names = "--jar-check",
      description =
          "Only ask every node what it offers: user-defined functions, the server jar, which of"
              + " them answers, and what of the jar is active; then say what can be done. Changes"
              + " nothing.")
  private boolean jarCheck;

  @Override
  public Integer call() {
    String keyspace = options.keyspace();
    Families families = family.families();
    if (jarCheck && (dryRun || family.isGiven() || choices.areGiven())) {
      throw new ParameterException(
          spec.commandLine(),
          "--jar-check installs nothing and cannot be combined with --dry-run, --family or what an"
              + " installation may do");
    }
    if (oneLine && !dryRun) {
      throw new ParameterException(
          spec.commandLine(), "--one-line is for the statements that --dry-run shows: give both");
    }
    try (Cluster cluster = options.open()) {
      return jarCheck
          ? checkJars(cluster, families.pack(), keyspace)
          : install(cluster, families, keyspace);
    }
  }

  /** Shows which lane each node offers and what can be done, and changes nothing. */
  private int checkJars(Cluster cluster, Catalogue pack, String keyspace) {
    Lanes lanes =
        new NodeCapabilitiesReader(cluster, Families.all(pack), keyspace).of(cluster.nodes());
    PrintWriter out = spec.commandLine().getOut();
    JarFeatures features = new JarFeatures(lanes.offers());
    lanes.print(out);
    features.print(out);
    lanes.advice(pack.version()).forEach(out::println);
    features.advice().forEach(out::println);
    out.flush();
    return lanes.nodesAgree() ? 0 : DIFFERENT;
  }

  private int install(Cluster cluster, Families families, String keyspace) {
    Findings findings = new Findings();
    NodeChecks nodes = new NodeChecks(cluster, keyspace, findings);
    nodes.run(choices.allowUnreachable);
    Lanes lanes =
        new NodeCapabilitiesReader(cluster, Families.all(families.pack()), keyspace)
            .of(nodes.reachable());
    if (lanes.needNothing()) {
      return leave(
          new Verification(cluster, families, keyspace, nodes.reachable()), findings, lanes);
    }
    nodes.functionsEnabled(findings);
    nativeLane(lanes, findings);
    LiveSchema live = LiveSchema.Reader.read(cluster, cluster.coordinator(), keyspace);
    SchemaPlan plan =
        InstallPlanner.plan(
            families,
            live,
            choices,
            Cluster.replication(choices.replication, cluster.datacenters()));
    if (plan.problems().isEmpty()) {
      nodes.permissions(plan, live.exists());
    }

    SchemaPlan.Printer printer = printer();
    printer.findings(findings);
    printer.plan(
        "Plan for cassandra-stats %s in keyspace %s, through %s:"
            .formatted(families.version(), keyspace, Cluster.name(cluster.coordinator())),
        plan);
    findings.refuse(plan.problems(), "Nothing was changed");
    if (oneLine) {
      spec.commandLine().getOut().print(plan.lines());
      spec.commandLine().getOut().flush();
      return 0;
    }
    if (dryRun) {
      printer.script(plan);
      return 0;
    }
    run(cluster, nodes, keyspace, plan, families);
    return new Verification(cluster, families, keyspace, nodes.reachable())
        .ofSchema(spec.commandLine().getOut(), Console.standard(), false);
  }

  private SchemaPlan.Printer printer() {
    return oneLine
        ? new SchemaPlan.Printer(spec.commandLine().getErr(), false)
        : new SchemaPlan.Printer(spec.commandLine().getOut(), dryRun);
  }

  /** Installs nothing. */
  private int leave(Verification verification, Findings findings, Lanes lanes) {
    SchemaPlan.Printer printer = printer();
    printer.findings(findings);
    findings.refuse("Nothing was changed");
    printer.line(
        "Nothing needs to be installed: every node that answers has the server jar %s, whose native functions answer %s.* although user-defined functions are disabled."
            .formatted(lanes.jarVersions(), lanes.keyspace()));
    return dryRun
        ? 0
        : verification.ofJar(lanes, spec.commandLine().getOut(), Console.standard(), false);
  }

  private static void nativeLane(Lanes lanes, Findings findings) {
    if (!lanes.allHaveJar()) {
      return;
    }
    if (lanes.any(NodeCapabilities::isBlocked)) {
      findings.problem(
          "Keyspace %s has user-defined functions nevertheless. Every node has the server jar %s: run uninstall, and its native functions answer."
              .formatted(lanes.keyspace(), lanes.jarVersions()));
    } else if (lanes.answering() == Lane.NATIVE) {
      findings.warning(
          "Every node has the server jar %s, which answers %s.* already. The user-defined functions will go before its native ones, and are slower; uninstall moves back."
              .formatted(lanes.jarVersions(), lanes.keyspace()));
    }
  }

  private static void run(
      Cluster cluster, NodeChecks nodes, String keyspace, SchemaPlan plan, Families families) {
    PlanRunner runner =
        new PlanRunner(
            cluster,
            Console.standard(),
            "It is safe to run %s again, which completes this, or %s, which removes what was done. Until then, aggregates may still run older functions."
                .formatted(families.command("install"), families.command("uninstall")));
    List<SchemaPlan.Step> steps = new ArrayList<>(plan.steps());
    Node coordinator = cluster.coordinator();
    if (!steps.isEmpty() && steps.get(0).object().startsWith("KEYSPACE ")) {
      runner.run("Creating the keyspace", coordinator, List.of(steps.remove(0)));
      // Only now may a role that was not allowed to create functions elsewhere be told.
      Findings later = new Findings();
      nodes.functionsEnabled(later);
      later.refuse(
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
      Cluster cluster, NodeChecks nodes, PlanRunner runner, List<SchemaPlan.Step> steps) {
    for (Node node : nodes.reachable()) {
      if (!node.equals(cluster.coordinator())) {
        runner.run("Refreshing " + Cluster.name(node), node, steps);
      }
    }
  }
}
