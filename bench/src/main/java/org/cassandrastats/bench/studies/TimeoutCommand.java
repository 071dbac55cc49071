/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.cassandrastats.cli.connection.ClusterOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command of the study of time-outs. */
@Command(
    name = "timeout",
    header = {"Client time-outs against server deadlines: who gives up.", ""},
    sortOptions = false,
    description = {
      "Asks for the mean of some rows with different time-outs of the client and deadlines of the"
          + " server: who gives up, when, with which exception, and how long the node works on after the"
          + " client has left. On throw-away nodes also what retry policies and speculative"
          + " execution of the driver cost.",
      "A cluster of yours keeps its deadlines.",
    },
    footer = {
      "",
      "Examples:",
      "  cassandra-stats bench timeout",
      "  cassandra-stats bench timeout --lane native --rows 1000000,10000000 --client-timeouts 2s,12s",
      "  cassandra-stats bench timeout --contact-point 10.0.0.1:9042 --rows 100000 --output /tmp/bench",
    })
public final class TimeoutCommand implements Callable<Integer> {
  @Mixin private StudyOptions options;
  @Mixin private ClusterOptions cluster;

  @Option(
      names = "--rows",
      split = ",",
      paramLabel = "N",
      defaultValue = "10000,100000,1000000",
      description = "Rows of a query. Default: ${DEFAULT-VALUE}.")
  private List<Integer> rows;

  @Option(
      names = "--client-timeouts",
      split = ",",
      paramLabel = "TIME",
      converter = TimeSettings.Converter.class,
      defaultValue = "500ms,2s,20s",
      description =
          "Time-outs of the statement in the driver, in ms, s, m or h. Default: ${DEFAULT-VALUE}.")
  private List<Duration> clientTimeouts;

  @Option(
      names = "--deadlines",
      split = ",",
      paramLabel = "READ/NATIVE",
      converter = TimeSettings.DeadlinesConverter.class,
      defaultValue = "5s/12s,1s/12s,5s/1s,1h/1h",
      description =
          "read_request_timeout and native_transport_timeout of the node. Default:"
              + " ${DEFAULT-VALUE}.")
  private List<TimeSettings.Pair> deadlines;

  @Option(
      names = "--policy-rows",
      paramLabel = "N",
      description =
          "Rows of the queries that show retry policies and speculative execution. Default: the"
              + " most of --rows, or a tenth of that where user-defined functions run in threads of"
              + " their own.")
  private Integer policyRows;

  /** For picocli. */
  public TimeoutCommand() {}

  @Override
  public Integer call() {
    options.refuseContainers("it changes the deadlines of nodes while they run");
    rows.forEach(count -> options.require("--rows", count, 1, RowCounts.LARGEST));
    List<Integer> sorted = rows.stream().distinct().sorted().toList();
    int most = sorted.get(sorted.size() - 1);
    if (policyRows != null) {
      options.require("--policy-rows", policyRows, 1, most);
    }
    TimeoutStudy study =
        new TimeoutStudy(
            sorted,
            clientTimeouts.stream().distinct().sorted().toList(),
            cluster.isGiven() ? List.of() : deadlines.stream().distinct().toList(),
            policyRows == null ? new RowCounts(most, null) : new RowCounts(policyRows, policyRows),
            options.runs(3),
            options.warmUp());
    return new StudyRun(study, options).run(cluster);
  }
}
