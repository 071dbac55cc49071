/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.running;

import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.metadata.Node;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import org.cassandrastats.cli.connection.Cluster;
import org.cassandrastats.cli.connection.ClusterOptions;
import org.cassandrastats.cli.console.UserError;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Stops aggregations that run in a cluster. */
@Command(
    name = "stop",
    description = {
      "Stops aggregations that \"running\" lists. Each ends before it reads its next page, and its client"
          + " gets an error, after which drivers do not ask again.",
      "Needs MODIFY on stats_admin.running_aggregations. Exit code 1 if one does not run.",
    },
    footer = {
      "  cassandra-stats running stop --contact-point 10.0.0.1:9042 10.0.0.3:9042/17",
    })
final class StopCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private ClusterOptions options;

  @Parameters(
      arity = "1..*",
      paramLabel = "ID",
      description = "What to stop, as listed: the node, and its number there, NODE:PORT/NUMBER.")
  private List<String> ids;

  @Override
  public Integer call() {
    List<RunningTable.Id> all = ids.stream().map(this::parse).toList();
    PrintWriter out = spec.commandLine().getOut();
    int exitCode = ExitCode.OK;
    try (Cluster cluster = options.open()) {
      for (RunningTable.Id id : all) {
        try {
          stop(cluster, id);
          out.printf("%s was asked to stop.%n", id);
        } catch (UserError failed) {
          // One that has ended by itself meanwhile does not keep the others running.
          spec.commandLine().getErr().println("Error: " + failed.getMessage());
          exitCode = ExitCode.SOFTWARE;
        }
      }
    }
    return exitCode;
  }

  private RunningTable.Id parse(String text) {
    return RunningTable.Id.parse(text)
        .orElseThrow(
            () ->
                new ParameterException(
                    spec.commandLine(),
                    "\"%s\" is not the id of an aggregation: expected NODE:PORT/NUMBER as \"running\" lists it, such as 10.0.0.3:9042/17"
                        .formatted(text)));
  }

  private static void stop(Cluster cluster, RunningTable.Id id) {
    Node node =
        cluster.nodes().stream()
            .filter(each -> Cluster.name(each).equals(id.node()))
            .findFirst()
            .orElseThrow(
                () ->
                    new UserError(
                        "There is no node %s: the cluster has %s."
                            .formatted(
                                id.node(),
                                String.join(
                                    ", ", cluster.nodes().stream().map(Cluster::name).toList()))));
    try {
      RunningTable.stop(cluster, node, id);
    } catch (DriverException failed) {
      throw new UserError(RunningTable.explain(node, failed, "MODIFY"), failed);
    }
  }
}
