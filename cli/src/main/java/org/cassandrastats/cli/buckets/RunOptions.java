/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.buckets;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.cassandrastats.cli.connection.ClusterOptions;
import org.cassandrastats.cli.console.OptionLimits;
import org.cassandrastats.cli.console.Progress;
import org.cassandrastats.client.api.StatsOptions;
import org.cassandrastats.client.internal.text.Counted;
import org.cassandrastats.rollup.RunListener;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** How buckets are worked on. */
public final class RunOptions {
  private static final int MOST_IN_FLIGHT = 128;
  private static final int LARGEST_PAGE = 1_000_000;

  @Spec(Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--in-flight",
      paramLabel = "N",
      defaultValue = "4",
      description = "Buckets that are worked on at the same time. Default: ${DEFAULT-VALUE}.")
  private int inFlight;

  @Option(
      names = "--consistency",
      paramLabel = "LEVEL",
      defaultValue = "LOCAL_QUORUM",
      description =
          "Consistency level of all requests: a row that is missed once stays missing."
              + " Default: ${DEFAULT-VALUE}.")
  private DefaultConsistencyLevel consistency;

  @Option(
      names = "--page-size",
      paramLabel = "ROWS",
      defaultValue = "5000",
      description = "Rows per page. Default: ${DEFAULT-VALUE}.")
  private int pageSize;

  @Option(
      names = "--retry-timeout",
      paramLabel = "TIME",
      defaultValue = "1m",
      description =
          "The run stops when a request has failed for so long. Default: ${DEFAULT-VALUE}.")
  private String retryTimeout;

  /** How many buckets are worked on at the same time. */
  public int inFlight() {
    return OptionLimits.require(spec, "--in-flight", inFlight, 1, MOST_IN_FLIGHT);
  }

  /**
   * Runs in a session of its own.
   *
   * @param steps with the session, and what prints a line
   */
  public void run(ClusterOptions cluster, BiConsumer<CqlSession, Consumer<String>> steps) {
    try (CqlSession session = cluster.openSession()) {
      PrintWriter out = spec.commandLine().getOut();
      steps.accept(
          session,
          line -> {
            out.println(line);
            out.flush();
          });
    }
  }

  /** How requests are sent. Wrong values are refused before a node is asked. */
  public StatsOptions requests() {
    inFlight();
    return StatsOptions.standard()
        .withConsistencyLevel(consistency)
        .withPageSize(pageSize())
        .withRetryTimeout(retryTimeout());
  }

  private int pageSize() {
    return OptionLimits.require(spec, "--page-size", pageSize, 1, LARGEST_PAGE);
  }

  private Duration retryTimeout() {
    return OptionLimits.time(spec, "--retry-timeout", retryTimeout);
  }

  /** Shows on a bar how far a run has come. */
  public static class Shown implements RunListener {
    private final Progress.Share bar;

    /** Shows it on a bar. */
    public Shown(Progress.Share bar) {
      this.bar = bar;
    }

    @Override
    public final void reached(double part, long buckets, long rows) {
      bar.reached(part, Counted.of(buckets, "bucket") + ", " + Counted.of(rows, "row"));
    }
  }
}
