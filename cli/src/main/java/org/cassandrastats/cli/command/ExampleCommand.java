/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.command;

import java.util.concurrent.Callable;
import org.cassandrastats.cli.connection.Cluster;
import org.cassandrastats.cli.connection.ClusterOptions;
import org.cassandrastats.cli.demo.ResponseTimes;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Writes the rows that docs/tour.md asks about. */
@Command(
    name = "example",
    description = {
      "Writes an example: the table "
          + ResponseTimes.TABLE
          + " with 25,920 response times of three services over two days, always the same. docs/tour.md"
          + " asks about them.",
      "Makes the keyspace stats_example, with one replica, where it is missing. To be removed by DROP"
          + " KEYSPACE stats_example.",
    },
    footer = "  cassandra-stats example --contact-point 127.0.0.1:9042")
final class ExampleCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private ClusterOptions options;

  @Override
  public Integer call() {
    try (Cluster cluster = options.open()) {
      spec.commandLine()
          .getOut()
          .printf(
              "%,d response times are in %s.%n",
              ResponseTimes.load(cluster.session()), ResponseTimes.TABLE);
    }
    return ExitCode.OK;
  }
}
