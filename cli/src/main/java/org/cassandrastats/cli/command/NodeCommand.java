/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.command;

import picocli.CommandLine.Command;

/** Groups the commands for local nodes. */
@Command(
    name = "node",
    description = "A local Cassandra node with the pack, to play with. No Docker needed.",
    subcommands = {NodeStartCommand.class, NodeStopCommand.class, NodeStatusCommand.class},
    synopsisSubcommandLabel = "(start | stop | status)",
    footer = {
      "",
      "Examples:",
      "  cassandra-stats node start",
      "  cassandra-stats node start --native",
      "  cassandra-stats node start --port 9142 --udf-threads off",
      "  cassandra-stats node status",
      "  cassandra-stats node stop",
    })
final class NodeCommand {}
