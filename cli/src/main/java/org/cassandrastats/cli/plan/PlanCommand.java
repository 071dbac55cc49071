/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.plan;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.cassandrastats.cli.connection.ClusterOptions;
import org.cassandrastats.cli.console.Console;
import org.cassandrastats.cli.console.OptionLimits;
import org.cassandrastats.cli.console.UserError;
import org.cassandrastats.client.api.StatsException;
import org.cassandrastats.client.api.StatsOptions;
import org.cassandrastats.client.internal.cql.SelectParser;
import org.cassandrastats.client.internal.plan.ClusterFacts;
import org.cassandrastats.client.internal.plan.PlanOptions;
import org.cassandrastats.client.internal.plan.Planner;
import org.cassandrastats.client.internal.plan.QueryPlan;
import org.cassandrastats.client.internal.plan.ServerLimits;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** Says what a query would take, and how to ask it. */
@Command(
    name = "plan",
    description = {
      "Says how many rows a SELECT of aggregates would read, what it would take in each lane against"
          + " the server's deadlines, and what to do: ask it as it is, split it (cassandra-stats query),"
          + " keep states in a table, or use an engine such as Spark.",
      "Reads the settings of all nodes, looks at the keys in some places, and asks short requests about"
          + " some thousand rows. Writes nothing.",
    },
    footer = {
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
  @Mixin private Settings settings;

  @Parameters(paramLabel = "SELECT", description = "The query, as it would be sent to Cassandra.")
  private String statement;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      defaultValue = "table",
      description = "How the plan is written: ${COMPLETION-CANDIDATES}. Default: table.")
  private Format format;

  @Override
  public Integer call() {
    PlanOptions options = settings.options(cluster.keyspace());
    try {
      // What cannot be read at all needs no cluster.
      SelectParser.parse(statement, List.of());
      ClusterFacts facts = PlannedCluster.facts(cluster, options.run());
      try (CqlSession session = cluster.openSession()) {
        QueryPlan plan =
            new Planner(session, facts, options, Console.standard()::say).plan(statement);
        // What the user has typed, for a command that reads in the same way.
        PlanAdvice advice =
            PlanAdvice.of(spec.root().commandLine().getParseResult().originalArgs());
        PrintWriter out = spec.commandLine().getOut();
        switch (format) {
          case TABLE -> new PlanReport(plan, advice).print(out);
          case JSON -> new PlanReport.Json(plan, advice).print(out);
        }
      }
    } catch (StatsException refused) {
      throw new UserError(refused.getMessage(), refused);
    }
    return 0;
  }

  /** How a plan is written: for people, or for programs. */
  private enum Format {
    TABLE,
    JSON;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** The options of the command about how a plan is made. */
  private static final class Settings {
    private static final int FEWEST_ROWS = 100;
    private static final int MOST_ROWS = 20_000;
    private static final int LARGEST_PAGE = 1_000_000;

    @Spec(Target.MIXEE)
    private CommandSpec spec;

    @Option(
        names = "--count",
        description =
            "Count the rows instead of estimating them: exact, and as slow as a split count(*).")
    private boolean count;

    @Option(
        names = "--repeat-every",
        paramLabel = "TIME",
        description =
            "The same question is asked every so long, such as 30s, 5m, 1h or 1d: a table of states may"
                + " pay.")
    private String repeatEvery;

    @Option(
        names = "--at-most",
        paramLabel = "TIME",
        defaultValue = "10m",
        description =
            "How long an answer may take. Where even a split query takes longer, an engine such as Spark"
                + " is recommended. Default: ${DEFAULT-VALUE}.")
    private String longest;

    @Option(
        names = "--sample-rows",
        paramLabel = "N",
        defaultValue = "5000",
        description =
            "Rows of each request of the sample, 100 to 20,000. Default: ${DEFAULT-VALUE}.")
    private int sampleRows;

    @Option(
        names = "--sample-time",
        paramLabel = "TIME",
        defaultValue = "5s",
        description =
            "How long samples are taken, but 6 requests of each kind at least. Default:"
                + " ${DEFAULT-VALUE}.")
    private String sampleTime;

    @Option(
        names = "--consistency",
        paramLabel = "LEVEL",
        description =
            "Consistency level of the query. Default: that of the driver's configuration, which is"
                + " LOCAL_ONE unless --driver-config says otherwise.")
    private DefaultConsistencyLevel consistency;

    @Option(
        names = "--page-size",
        paramLabel = "ROWS",
        defaultValue = "5000",
        description = "Rows per page. Default: ${DEFAULT-VALUE}.")
    private int pageSize;

    /** The options, with the keyspace of the functions. */
    PlanOptions options(String functionsKeyspace) {
      int rows = OptionLimits.require(spec, "--sample-rows", sampleRows, FEWEST_ROWS, MOST_ROWS);
      return new PlanOptions(
          StatsOptions.standard()
              .withConsistencyLevel(consistency)
              .withPageSize(OptionLimits.require(spec, "--page-size", pageSize, 1, LARGEST_PAGE))
              .withFunctionsKeyspace(functionsKeyspace),
          rows,
          time("--sample-time", sampleTime),
          count,
          new PlanOptions.Demands(
              Optional.ofNullable(repeatEvery).map(text -> time("--repeat-every", text)),
              time("--at-most", longest)));
    }

    private Duration time(String option, String text) {
      return ServerLimits.time(text)
          .filter(time -> !time.isZero())
          .orElseThrow(
              () ->
                  new ParameterException(
                      spec.commandLine(),
                      "%s is \"%s\": expected a time such as 500ms, 30s, 5m, 1h or 1d"
                          .formatted(option, text)));
    }
  }
}
