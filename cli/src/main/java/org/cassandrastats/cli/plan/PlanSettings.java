/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.plan;

import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import java.time.Duration;
import java.util.Optional;
import org.cassandrastats.cli.console.OptionLimits;
import org.cassandrastats.client.StatsOptions;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** The options of the command about how a plan is made. */
final class PlanSettings {
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
      description = "Rows of each request of the sample, 100 to 20,000. Default: ${DEFAULT-VALUE}.")
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
      defaultValue = "LOCAL_ONE",
      description = "Consistency level of the query. Default: ${DEFAULT-VALUE}.")
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
        new Demands(
            Optional.ofNullable(repeatEvery).map(text -> time("--repeat-every", text)),
            time("--at-most", longest)));
  }

  private Duration time(String option, String text) {
    return SettingTime.parse(text)
        .filter(time -> !time.isZero())
        .orElseThrow(
            () ->
                new ParameterException(
                    spec.commandLine(),
                    "%s is \"%s\": expected a time such as 500ms, 30s, 5m, 1h or 1d"
                        .formatted(option, text)));
  }
}
