/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies;

import java.util.List;
import java.util.concurrent.Callable;
import org.cassandrastats.cli.connection.ClusterOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command of the study of states. */
@Command(
    name = "state",
    header = {"Bounded state against a list: heap and other queries.", ""},
    sortOptions = false,
    description = {
      "Compares aggregates of bounded state with one that collects the values in a list: heap of the"
          + " node, time spent on collecting garbage, and how long other queries take meanwhile.",
      "On throw-away nodes only, because the list may bring a node down; in the lane udf-threads-off"
          + " unless --lane says otherwise.",
    },
    footer = {
      "",
      "Examples:",
      "  cassandra-stats bench state",
      "  cassandra-stats bench state --rows 100000,3000000 --heap 1g",
    })
public final class StateCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private StudyOptions options;

  @Option(
      names = "--rows",
      split = ",",
      paramLabel = "N",
      defaultValue = "10000,100000,1000000",
      description = "Rows of a query. Default: ${DEFAULT-VALUE}.")
  private List<Integer> rows;

  /** For picocli. */
  public StateCommand() {}

  @Override
  public Integer call() {
    options.refuseContainers("it looks into the heap of the node while it runs");
    rows.forEach(count -> options.require("--rows", count, 1, RowCounts.LARGEST));
    if (options.wantsNative()) {
      throw new ParameterException(
          spec.commandLine(),
          "--lane native has no user-defined functions, and so none that collects values: choose"
              + " udf-threads-on or udf-threads-off");
    }
    StateStudy study =
        new StateStudy(
            rows.stream().distinct().sorted().toList(), options.runs(5), options.warmUp());
    return new StudyRun(study, options).run(new ClusterOptions());
  }
}
