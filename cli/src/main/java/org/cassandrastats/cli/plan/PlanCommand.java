/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.plan;

import com.datastax.oss.driver.api.core.CqlSession;
import java.util.List;
import java.util.concurrent.Callable;
import org.cassandrastats.cli.connection.ClusterOptions;
import org.cassandrastats.cli.console.Console;
import org.cassandrastats.cli.console.UserError;
import org.cassandrastats.cli.install.MeasuredCluster;
import org.cassandrastats.client.StatsException;
import org.cassandrastats.client.cql.SelectParser;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Says what a query would take, and how to ask it. */
@Command(
    name = "plan",
    sortOptions = false,
    description = {
      "Says how many rows a SELECT of aggregates would read, what it would take in each lane against"
          + " the server's deadlines, and what to do: ask it as it is, split it (cassandra-stats query),"
          + " keep states in a table, or use an engine such as Spark.",
      "Reads the settings of all nodes, looks at the keys in some places, and asks short requests about"
          + " some thousand rows. Writes nothing.",
    },
    footer = {
      "",
      "Examples:",
      "  cassandra-stats plan --contact-point 10.0.0.1:9042 \\",
      "    \"SELECT stats.mean(value) FROM shop.measurement WHERE sensor = 'roof'\"",
      "  cassandra-stats plan --contact-point 10.0.0.1:9042 --repeat-every 5m --format json \\",
      "    \"SELECT sensor, stats.summary(value) FROM shop.measurement GROUP BY sensor\"",
      "  cassandra-stats plan --contact-point 10.0.0.1:9042 --count --at-most 1h \\",
      "    \"SELECT count(*), stats.tdigest(value) FROM shop.measurement\"",
    })
public final class PlanCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private ClusterOptions cluster;
  @Mixin private PlanSettings settings;

  @Parameters(paramLabel = "SELECT", description = "The query, as it would be sent to Cassandra.")
  private String statement;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      defaultValue = "table",
      description = "How the plan is written: ${COMPLETION-CANDIDATES}. Default: table.")
  private PlanFormat format;

  /** For picocli. */
  public PlanCommand() {}

  @Override
  public Integer call() {
    PlanOptions options = settings.options(cluster.keyspace());
    try {
      // What cannot be read at all needs no cluster.
      SelectParser.parse(statement, List.of());
      ClusterFacts facts = facts();
      try (CqlSession session = cluster.openSession()) {
        QueryPlan plan = new Planner(session, facts, options, Console.standard()).plan(statement);
        format.write(plan, new Advice(connection()), spec.commandLine().getOut());
      }
    } catch (StatsException refused) {
      throw new UserError(refused.getMessage(), refused);
    }
    return 0;
  }

  private ClusterFacts facts() {
    try (MeasuredCluster measured = MeasuredCluster.open(cluster)) {
      return new ClusterFacts(
          measured.lane(), measured.everyNodeHasJar(), ServerLimitsReader.read(measured.session()));
    }
  }

  /** What the user has typed to reach the cluster, for a command that does the same. */
  private String connection() {
    return Advice.connection(spec.root().commandLine().getParseResult().originalArgs());
  }
}
