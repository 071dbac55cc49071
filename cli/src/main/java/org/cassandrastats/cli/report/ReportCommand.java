/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.report;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.cassandrastats.cli.chart.HtmlPage;
import org.cassandrastats.cli.connection.ClusterOptions;
import org.cassandrastats.cli.console.Console;
import org.cassandrastats.cli.console.OptionLimits;
import org.cassandrastats.cli.plan.PlannedCluster;
import org.cassandrastats.client.api.StatsOptions;
import org.cassandrastats.client.internal.plan.ClusterFacts;
import org.cassandrastats.client.internal.plan.PlanOptions;
import org.cassandrastats.client.internal.plan.Planner;
import org.cassandrastats.rollup.internal.table.TableName;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Writes a page about a table. */
@Command(
    name = "report",
    description = {
      "Writes one HTML page about a table, with pictures, which needs nothing beside it: how many rows its"
          + " partitions have, how the values of its columns are distributed, which rollups and chunks are"
          + " made of it and how large they are, and what three usual questions would take.",
      "Takes samples as plan does, then reads all rows twice by split queries, unless that would take longer"
          + " than --at-most: the page then says so. Writes nothing to the cluster.",
    },
    footer = {
      "  cassandra-stats report --contact-point 10.0.0.1:9042 shop.measurement > measurement.html",
      "  cassandra-stats report --contact-point 10.0.0.1:9042 --column value --at-most 1h \\",
      "    shop.measurement > measurement.html",
    })
public final class ReportCommand implements Callable<Integer> {
  private static final int SAMPLE_ROWS = 5000;
  private static final int MOST_IN_FLIGHT = 128;
  private static final Duration SAMPLE_TIME = Duration.ofSeconds(1);

  @Spec private CommandSpec spec;
  @Mixin private ClusterOptions cluster;

  @Parameters(paramLabel = "KEYSPACE.TABLE", description = "The table, as CQL writes it.")
  private TableName table;

  @Option(
      names = "--column",
      paramLabel = "COLUMN",
      description =
          "A column whose values are looked at; may be given several times. Default: all that are no part"
              + " of the key, up to 40.")
  private List<String> columns = new ArrayList<>();

  @Option(
      names = "--at-most",
      paramLabel = "TIME",
      defaultValue = "10m",
      description =
          "How long a pass over all rows may take by the plan; a table of more rows is not read. Default:"
              + " ${DEFAULT-VALUE}.")
  private Duration atMost;

  @Option(
      names = "--consistency",
      paramLabel = "LEVEL",
      description =
          "Consistency level of all requests. Default: that of the driver's configuration, which is"
              + " LOCAL_ONE unless --driver-config says otherwise.")
  private DefaultConsistencyLevel consistency;

  @Option(
      names = "--in-flight",
      paramLabel = "N",
      defaultValue = "4",
      description = "Requests that a node serves at the same time. Default: ${DEFAULT-VALUE}.")
  private int inFlight;

  @Override
  public Integer call() {
    String functions = cluster.keyspace();
    StatsOptions run =
        StatsOptions.standard()
            .withConsistencyLevel(consistency)
            .withInFlightPerNode(
                OptionLimits.require(spec, "--in-flight", inFlight, 1, MOST_IN_FLIGHT))
            .withFunctionsKeyspace(functions);
    ClusterFacts facts = PlannedCluster.facts(cluster, run);
    try (CqlSession session = cluster.openSession()) {
      ReportedTable reported = ReportedTable.of(table.require(session), columns, functions);
      PlanOptions standard = PlanOptions.standard();
      Planner planner =
          new Planner(
              session,
              facts,
              new PlanOptions(run, SAMPLE_ROWS, SAMPLE_TIME, false, standard.demands()),
              Console.standard()::say);
      String page = HtmlPage.of(new TableReport(reported, planner, atMost).sections());
      PrintWriter out = spec.commandLine().getOut();
      out.print(page);
      out.flush();
    }
    return 0;
  }
}
