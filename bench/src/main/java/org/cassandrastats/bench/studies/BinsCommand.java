/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import org.cassandrastats.bench.studies.bins.BinStore;
import org.cassandrastats.cli.connection.ClusterOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command of the study of bins. */
@Command(
    name = "bins",
    header = {"A distribution of 100 bins as list, map, columns or histogram state.", ""},
    sortOptions = false,
    description = {
      "Stores a distribution of 100 bins for each record as lists, as a map, as 100 columns, and as a"
          + " histogram state in a blob and in its custom type. Times inserting, reading by key, and"
          + " incrementing one bin, and takes the bytes on disk.",
      "On throw-away nodes only, in the native lane: it asks the node for bytes on disk.",
    },
    footer = {
      "",
      "Examples:",
      "  cassandra-stats bench bins",
      "  cassandra-stats bench bins --records 100000 --runs 3",
      "  cassandra-stats bench bins --stores list,columns,blob",
    })
public final class BinsCommand implements Callable<Integer> {
  private static final int MOST_RECORDS = 1_000_000;

  @Mixin private StudyOptions options;

  @Option(
      names = "--records",
      paramLabel = "N",
      defaultValue = "20000",
      description = "Records of each table. Default: ${DEFAULT-VALUE}.")
  private int records;

  @Option(
      names = "--stores",
      split = ",",
      paramLabel = "STORE",
      description = "Some of ${COMPLETION-CANDIDATES}. Default: all of them.")
  private List<BinStore> stores = Arrays.asList(BinStore.values());

  /** For picocli. */
  public BinsCommand() {}

  @Override
  public Integer call() {
    options.refuseContainers("it asks the node for bytes on disk");
    options.requireNative();
    options.require("--records", records, 1, MOST_RECORDS);
    BinsStudy study =
        new BinsStudy(
            stores.stream().distinct().sorted().toList(),
            records,
            options.seed(),
            options.runs(5),
            options.warmUp());
    return new StudyRun(study, options).run(new ClusterOptions());
  }
}
