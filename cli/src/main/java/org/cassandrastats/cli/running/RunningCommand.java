/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.running;

import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.metadata.Node;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import org.cassandrastats.cli.connection.Cluster;
import org.cassandrastats.cli.connection.ClusterOptions;
import org.cassandrastats.cli.console.OptionLimits;
import org.cassandrastats.cli.console.Tables;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Lists the aggregations that run in a cluster. */
@Command(
    name = "running",
    description = {
      "Lists the aggregations whose clients wait for an answer, of all nodes: who has asked, since when,"
          + " and how many rows have been read.",
      "Needs the server jar on the nodes, and SELECT on stats_admin.running_aggregations; to stop one,"
          + " MODIFY. Exit code 1 if a node cannot be asked.",
    },
    subcommands = StopCommand.class,
    footer = {
      "  cassandra-stats running --contact-point 10.0.0.1:9042",
      "  cassandra-stats running --contact-point 10.0.0.1:9042 --watch 5",
      "  cassandra-stats running stop --contact-point 10.0.0.1:9042 10.0.0.3:9042/17",
    })
public final class RunningCommand implements Callable<Integer> {
  private static final String STANDARD_PAUSE = "2s";
  private static final List<String> HEADER =
      List.of(
          "id",
          "role",
          "client",
          "table",
          "seconds#",
          "pages#",
          "by cursors#",
          "rows#",
          "bytes#",
          "statement");

  @Spec private CommandSpec spec;
  @Mixin private ClusterOptions options;

  @Option(
      names = "--watch",
      paramLabel = "TIME",
      arity = "0..1",
      fallbackValue = STANDARD_PAUSE,
      description =
          "List them again and again, after a pause such as 500ms or 10s (${FALLBACK-VALUE} if none is"
              + " given), until the command is ended.")
  private String watch;

  @Override
  public Integer call() {
    Duration pause = watch == null ? null : OptionLimits.time(spec, "--watch", watch);
    try (Cluster cluster = options.open()) {
      boolean complete = list(cluster);
      // Nobody may read the output any more: a closed pipe fails silently.
      while (pause != null
          && !Thread.currentThread().isInterrupted()
          && !spec.commandLine().getOut().checkError()) {
        LockSupport.parkNanos(pause.toNanos());
        complete = list(cluster);
      }
      return complete ? ExitCode.OK : ExitCode.SOFTWARE;
    }
  }

  /** Whether all nodes have answered. */
  private boolean list(Cluster cluster) {
    PrintWriter out = spec.commandLine().getOut();
    List<List<String>> lines = new ArrayList<>();
    List<String> failures = new ArrayList<>();
    List<Node> nodes = cluster.nodes();
    for (Node node : nodes) {
      try {
        RunningTable.on(cluster, node).forEach(row -> lines.add(line(row)));
      } catch (DriverException failed) {
        failures.add(RunningTable.explain(node, failed, "SELECT"));
      }
    }
    String time = watch == null ? "" : Instant.now().truncatedTo(ChronoUnit.SECONDS) + "  ";
    out.printf(
        Locale.ROOT,
        "%s%d running, on %d of %d nodes%n",
        time,
        lines.size(),
        nodes.size() - failures.size(),
        nodes.size());
    if (!lines.isEmpty()) {
      out.println(Tables.of(HEADER, lines));
    }
    out.flush();
    failures.forEach(failure -> spec.commandLine().getErr().println("Error: " + failure));
    return failures.isEmpty();
  }

  private static List<String> line(RunningTable.Entry entry) {
    return List.of(
        entry.id(),
        entry.role(),
        entry.client(),
        entry.table(),
        String.format(Locale.ROOT, "%.1f", entry.age().toMillis() / 1e3),
        String.format(Locale.ROOT, "%,d", entry.pages()),
        String.format(Locale.ROOT, "%,d", entry.cursorPages()),
        String.format(Locale.ROOT, "%,d", entry.rows()),
        String.format(Locale.ROOT, "%,d", entry.bytes()),
        entry.statement());
  }
}
