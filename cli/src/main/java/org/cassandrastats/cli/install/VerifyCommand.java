/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.install;

import com.datastax.oss.driver.api.core.metadata.Node;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import org.cassandrastats.cli.connection.Cluster;
import org.cassandrastats.cli.connection.ClusterOptions;
import org.cassandrastats.cli.console.Console;
import org.cassandrastats.cli.console.UserError;
import org.cassandrastats.cli.lane.Lanes;
import org.cassandrastats.cli.lane.NodeCapabilities.Lane;
import org.cassandrastats.cli.lane.NodeCapabilitiesReader;
import org.cassandrastats.cli.schema.Families;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Checks the pack in a cluster. */
@Command(
    name = "verify",
    description = {
      "Checks the functions of a cluster, on each of its nodes: that each is there with the body of"
          + " this version, and that each gives the known answer to a known call.",
      "Where the keyspace has no user-defined functions of the pack, the native ones of the server"
          + " jar are checked in the same way, and the version of the jar. A line of health says what they"
          + " have done since their nodes started, where the role has SELECT on stats_admin.functions.",
      "Reads only; needs EXECUTE on user-defined functions. Exit code 1 if anything differs.",
    },
    footer = {
      "  cassandra-stats verify --contact-point 10.0.0.1:9042",
      "  cassandra-stats verify --contact-point 10.0.0.1:9042 --family moments,tdigest",
    })
public final class VerifyCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private ClusterOptions options;
  @Mixin private Families.FamilyOption family;

  @Option(names = "--all", description = "List the calls that went well, too.")
  private boolean all;

  @Option(
      names = "--allow-unreachable",
      description = "Check the nodes that answer, although some do not.")
  private boolean allowUnreachable;

  @Override
  public Integer call() {
    String keyspace = options.keyspace();
    Families families = family.families();
    try (Cluster cluster = options.open()) {
      SchemaPlan.Findings findings = new SchemaPlan.Findings();
      NodeChecks nodes = new NodeChecks(cluster, keyspace, findings);
      nodes.reach(NodeChecks.Purpose.VERIFY, allowUnreachable);
      findings.refuse("Nothing was verified");
      new SchemaPlan.Printer(spec.commandLine().getOut(), false).findings(findings);
      return verify(cluster, families, keyspace, nodes.reachable());
    }
  }

  private int verify(Cluster cluster, Families families, String keyspace, List<Node> nodes) {
    PrintWriter out = spec.commandLine().getOut();
    Verification verification = new Verification(cluster, families, keyspace, nodes);
    Lanes lanes = new NodeCapabilitiesReader(cluster, families, keyspace).of(nodes);
    lanes.describe().forEach(out::println);
    return switch (lanes.answering()) {
      case CQL -> verification.ofSchema(out, Console.standard(), all);
      case NATIVE -> {
        // Before the known calls, some of which are to be refused.
        out.println(LaneHealth.of(cluster, nodes));
        yield verification.ofJar(lanes, out, Console.standard(), all);
      }
      case NONE, UNKNOWN -> {
        if (lanes.answering() == Lane.NONE && !families.areAll()) {
          yield verification.ofSchema(out, Console.standard(), all);
        }
        throw new UserError(lanes.nothingAnswers());
      }
    };
  }
}
