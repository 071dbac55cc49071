/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.install;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.cassandrastats.cli.connection.Cluster;
import org.cassandrastats.cli.connection.ClusterOptions;
import org.cassandrastats.cli.console.Console;
import org.cassandrastats.cli.lane.Lanes;
import org.cassandrastats.cli.lane.NodeCapabilitiesReader;
import org.cassandrastats.cli.schema.Families;
import org.cassandrastats.cli.schema.LiveSchema;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Removes the pack from a cluster. */
@Command(
    name = "uninstall",
    description = {
      "Drops the functions of the pack, of whatever version, from a cluster.",
      "Changes nothing if something else uses them. May be run again at any time.",
      "Where nodes have the server jar, its native functions answer from then on.",
    },
    footer = {
      "  cassandra-stats uninstall --contact-point 10.0.0.1:9042 --dry-run",
      "  cassandra-stats uninstall --contact-point 10.0.0.1:9042 --drop-keyspace",
      "  cassandra-stats uninstall --contact-point 10.0.0.1:9042 --family chunk",
    })
public final class UninstallCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private ClusterOptions options;
  @Mixin private Families.FamilyOption family;

  @Option(
      names = "--dry-run",
      description =
          "Show the plan and the statements, and change nothing. The output is a script for cqlsh.")
  private boolean dryRun;

  @Option(
      names = "--drop-keyspace",
      description = "Drop the keyspace as well; refused if it holds anything else.")
  private boolean dropKeyspace;

  @Option(
      names = "--allow-unreachable",
      description =
          "Go on although a node cannot be asked. It drops the functions when it is back.")
  private boolean allowUnreachable;

  @Override
  public Integer call() {
    String keyspace = options.keyspace();
    Families families = family.families();
    try (Cluster cluster = options.open()) {
      SchemaPlan.Findings findings = new SchemaPlan.Findings();
      NodeChecks nodes = new NodeChecks(cluster, keyspace, findings);
      nodes.reach(NodeChecks.Purpose.CHANGE, allowUnreachable);
      nodes.agreement();
      LiveSchema live = LiveSchema.Reader.read(cluster, cluster.coordinator(), keyspace);
      SchemaPlan plan = UninstallPlanner.plan(families, live, dropKeyspace);
      Lanes lanes =
          new NodeCapabilitiesReader(cluster, Families.all(families.pack()), keyspace)
              .of(nodes.reachable());
      if (!lanes.allHaveJar()) {
        lanes.withoutUdfs().ifPresent(findings::warning);
      }

      PrintWriter out = spec.commandLine().getOut();
      SchemaPlan.Printer printer = new SchemaPlan.Printer(out, dryRun);
      printer.findings(findings);
      printer.plan(
          live.exists()
              ? "Plan for keyspace %s, through %s:"
                  .formatted(keyspace, Cluster.name(cluster.coordinator()))
              : "There is no keyspace %s.".formatted(keyspace),
          plan);
      findings.refuse(plan.problems(), "Nothing was changed");
      if (plan.steps().isEmpty()) {
        printer.line("Nothing to remove.");
      } else if (dryRun) {
        printer.script(plan);
      } else {
        new PlanRunner(
                cluster,
                Console.standard(),
                "It is safe to run %s again, which removes the rest, or %s, which puts back what was dropped."
                    .formatted(families.command("uninstall"), families.command("install")))
            .run("Uninstalling", cluster.coordinator(), plan.steps());
        printer.line("Removed.");
      }
      if (lanes.allHaveJar()) {
        lanes.withoutUdfs().ifPresent(printer::line);
      }
      out.flush();
      return 0;
    }
  }
}
