/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.command;

import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.cassandrastats.localcluster.node.NodeRegistry;
import org.cassandrastats.localcluster.node.NodeRegistry.NodeRecord;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Groups the commands for local nodes. */
@Command(
    name = "node",
    description = "A local Cassandra node with the pack, to play with. No Docker needed.",
    subcommands = {NodeStartCommand.class, NodeCommand.Stop.class, NodeCommand.Status.class},
    synopsisSubcommandLabel = "(start | stop | status)",
    footer = {
      "  cassandra-stats node start",
      "  cassandra-stats node start --native",
      "  cassandra-stats node start --port 9142 --udf-threads off",
      "  cassandra-stats node status",
      "  cassandra-stats node stop",
    })
final class NodeCommand {

  /** Lists the local nodes. */
  @Command(
      name = "status",
      description = "Lists the nodes that \"node start\" or \"demo --keep\" has left running.",
      footer = {"", "Example:", "  cassandra-stats node status"})
  static final class Status implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Override
    public Integer call() {
      PrintWriter out = spec.commandLine().getOut();
      List<NodeRecord> records = NodeRegistry.ofUser().all();
      if (records.isEmpty()) {
        out.println("No local node runs. To start one: cassandra-stats node start");
      } else {
        NodeTable.print(out, records);
      }
      return 0;
    }
  }

  /** Stops a local node. */
  @Command(
      name = "stop",
      description = {
        "Stops a node that \"node start\" or \"demo --keep\" has left running, and removes its files"
            + " unless they are in a directory given by --dir.",
        "Without --port: the only node that runs.",
      },
      footer = {
        "",
        "Examples:",
        "  cassandra-stats node stop",
        "  cassandra-stats node stop --port 9142 --keep-data",
      })
  static final class Stop implements Callable<Integer> {
    @Spec private CommandSpec spec;
    @Mixin private NodeStartCommand.PortOption port;

    @Option(
        names = "--keep-data",
        description =
            "Keep the node's files; the next \"node start\" on the port goes on with them.")
    private boolean keepData;

    @Override
    public Integer call() {
      PrintWriter out = spec.commandLine().getOut();
      NodeRegistry registry = NodeRegistry.ofUser();
      List<NodeRecord> chosen =
          registry.all().stream()
              .filter(record -> port.given().isEmpty() || port.given().getAsInt() == record.port())
              .toList();
      if (chosen.size() > 1) {
        throw new ParameterException(
            spec.commandLine(),
            "Several nodes run; say which one with --port: "
                + chosen.stream()
                    .map(record -> Integer.toString(record.port()))
                    .collect(Collectors.joining(", ")));
      }
      if (chosen.isEmpty()) {
        out.println(
            port.given().isEmpty()
                ? "No local node runs."
                : "No local node runs on port " + port.given().getAsInt() + ".");
        return 0;
      }
      NodeRecord record = chosen.get(0);
      boolean ran = record.process().isPresent();
      registry.stop(record, keepData);
      out.printf(
          "%s the node on port %d.%s%n",
          ran ? "Stopped" : "Cleaned up after",
          record.port(),
          keepData || record.directoryKept()
              ? " Its files are in " + record.directory() + "."
              : "");
      return 0;
    }
  }
}
