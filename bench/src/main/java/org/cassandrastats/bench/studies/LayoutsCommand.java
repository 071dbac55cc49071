/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.cassandrastats.bench.studies.layouts.RecordLayout;
import org.cassandrastats.bench.studies.layouts.Records;
import org.cassandrastats.bench.studies.layouts.TableCase;
import org.cassandrastats.bench.studies.layouts.TableCompression;
import org.cassandrastats.cli.connection.ClusterOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command of the study of layouts. */
@Command(
    name = "layouts",
    header = {"Rows, blobs and columnar chunks: bytes on disk, writing, reading.", ""},
    sortOptions = false,
    description = {
      "Stores the same generated records (like the events of GDELT) as a partition each, as rows of"
          + " wide partitions, as a blob each, and as columnar chunks in three encodings; with each"
          + " compression, on SSTables of the formats big and bti, with row cache and without.",
      "Times writing, reading all columns, reading one, counting, averages by group, and average,"
          + " minimum and maximum of 1 %% of the records. What Cassandra cannot compute in a layout,"
          + " the client does with what it has to read for it.",
      "On throw-away nodes only, in the native lane: it asks the node for bytes on disk.",
    },
    footer = {
      "",
      "Examples:",
      "  cassandra-stats bench layouts",
      "  cassandra-stats bench layouts --columns 57 --records 100000 --runs 3",
      "  cassandra-stats bench layouts --layouts wide,chunks-smallest --compressions LZ4,Zstd",
    })
public final class LayoutsCommand implements Callable<Integer> {
  private static final int MOST_RECORDS = 20_000_000;

  @Spec private CommandSpec spec;
  @Mixin private StudyOptions options;

  @Option(
      names = "--records",
      paramLabel = "N",
      defaultValue = "200000",
      description = "Records of each table. Default: ${DEFAULT-VALUE}.")
  private int records;

  @Option(
      names = "--columns",
      paramLabel = "N",
      defaultValue = "20",
      description = "Columns of a record: 20 or 57. Default: ${DEFAULT-VALUE}.")
  private int columns;

  @Option(
      names = "--layouts",
      split = ",",
      paramLabel = "LAYOUT",
      description = "Some of ${COMPLETION-CANDIDATES}. Default: all of them.")
  private List<RecordLayout> layouts = Arrays.asList(RecordLayout.values());

  @Option(
      names = "--compressions",
      split = ",",
      paramLabel = "C",
      description =
          "Some of ${COMPLETION-CANDIDATES}; LZ4, which the others are compared with, is always"
              + " measured. Default: all of them.")
  private List<TableCompression> compressions = Arrays.asList(TableCompression.values());

  @Option(
      names = "--every-combination",
      description =
          "Measure each layout with every combination of compression, format and row cache, not"
              + " only those that differ from the default in one thing: 16 tables of each layout"
              + " instead of 6.")
  private boolean everyCombination;

  /** For picocli. */
  public LayoutsCommand() {}

  @Override
  public Integer call() {
    options.refuseContainers("it asks the node for bytes on disk");
    options.require("--records", records, 1, MOST_RECORDS);
    if (!Records.COLUMN_COUNTS.contains(columns)) {
      throw new ParameterException(
          spec.commandLine(), "--columns is %d: expected 20 or 57".formatted(columns));
    }
    options.requireNative();
    List<RecordLayout> chosen = layouts.stream().distinct().sorted().toList();
    List<TableCompression> all =
        Stream.concat(Stream.of(TableCompression.LZ4), compressions.stream())
            .distinct()
            .sorted()
            .toList();
    LayoutsStudy study =
        new LayoutsStudy(
            everyCombination ? TableCase.product(chosen, all) : TableCase.matrix(chosen, all),
            records,
            columns,
            options.seed(),
            options.runs(5),
            options.warmUp());
    return new StudyRun(study, options).run(new ClusterOptions());
  }
}
