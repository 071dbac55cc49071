/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.command;

import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import org.cassandrastats.cli.node.NodeRecord;
import org.cassandrastats.cli.node.NodeRegistry;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Lists the local nodes. */
@Command(
    name = "status",
    description = "Lists the nodes that \"node start\" or \"demo --keep\" has left running.",
    footer = {"", "Example:", "  cassandra-stats node status"})
final class NodeStatusCommand implements Callable<Integer> {
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
