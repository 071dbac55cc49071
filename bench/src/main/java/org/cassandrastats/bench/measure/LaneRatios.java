/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.measure;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.cassandrastats.cli.console.Console;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Times all aggregates in every lane, each beside the built-in average, and writes the page. */
@Command(
    name = "lane-ratios",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Times the aggregates of the pack beside the built-in avg() in each lane: native functions of"
          + " the server jar, and user-defined functions with and without threads.",
      "",
      "Each lane has a throw-away node of its own, as an operator would run it: a node with both"
          + " would compile the calls of one lane for those of the other as well. The rows are"
          + " flushed and compacted first. A query's time is divided by the mean of those of avg() just"
          + " before and after it, so a load from elsewhere meets both.",
      "",
      "For user-defined functions there are a third of the runs, and three tenths of the rows and"
          + " groups; with UDF threads on three hundredths, as each row is handed to another thread."
    })
public final class LaneRatios implements Callable<Integer> {
  private static final int MINIMUM_RUNS = 2;

  @Option(
      names = "--lane",
      split = ",",
      defaultValue = "native,udf-threads-off,udf-threads-on",
      description = "Lanes to measure (default: ${DEFAULT-VALUE}).")
  private List<String> lanes;

  @Option(
      names = "--rows",
      defaultValue = "1000000",
      description = "Rows of the large partition (default: ${DEFAULT-VALUE}).")
  private int rows;

  @Option(
      names = "--only",
      split = ",",
      paramLabel = "FUNCTION",
      description =
          "Measure only these of the aggregates with limits, for the console (default: all of"
              + " them).")
  private List<String> only = List.of();

  @Option(
      names = "--groups",
      defaultValue = "100000",
      description = "Groups of ten rows (default: ${DEFAULT-VALUE}).")
  private int groups;

  @Option(
      names = "--runs",
      defaultValue = "11",
      description = "Runs of the aggregates with limits (default: ${DEFAULT-VALUE}).")
  private int runs;

  @Option(
      names = "--runs-of-groups",
      defaultValue = "7",
      description = "Runs over groups (default: ${DEFAULT-VALUE}).")
  private int runsOfGroups;

  @Option(
      names = "--runs-of-all",
      defaultValue = "3",
      description = "Runs of all aggregates (default: ${DEFAULT-VALUE}).")
  private int runsOfAll;

  @Option(
      names = "--warm-up",
      defaultValue = "2",
      description = "Runs before those, for the JIT compiler (default: ${DEFAULT-VALUE}).")
  private int warmUp;

  @Option(
      names = "--heap-seconds",
      defaultValue = "2",
      description =
          "How long the heap is looked at for each query over groups, in the native lane; 0 for"
              + " not at all (default: ${DEFAULT-VALUE}).")
  private int heapSeconds;

  @Option(
      names = "--recording",
      paramLabel = "FILE",
      description = "Also record the node of the last lane with JDK Flight Recorder.")
  private Path recording;

  @Option(
      names = "--output",
      paramLabel = "DIRECTORY",
      description =
          "Also write lanes.md here, and results as JSON and CSV and plots into lanes/. Lanes that"
              + " are not measured now, and results of JMH in lanes/jmh.csv, are taken from there.")
  private Path output;

  @Option(
      names = "--page-only",
      description = "Measure nothing: write the page from the results in the output directory.")
  private boolean pageOnly;

  private LaneRatios() {}

  /** Takes the options that --help lists. */
  public static void main(String[] arguments) {
    System.exit(new CommandLine(new LaneRatios()).execute(arguments));
  }

  @Override
  public Integer call() throws IOException {
    Console console = Console.standard();
    if (!only.isEmpty() && output != null) {
      throw new CommandLine.ParameterException(
          new CommandLine(this),
          "--only is for the console: a page needs all. Leave out --output.");
    }
    LaneFiles files = output == null ? null : new LaneFiles(output);
    for (String name : pageOnly ? List.<String>of() : lanes) {
      MeasuredLane lane = MeasuredLane.named(name);
      LaneResult result = new LaneMeasurement(lane, sizes(lane), console).run(recording);
      System.out.println(LaneTables.ofResult(result));
      if (files != null) {
        files.write(result);
      }
    }
    if (files != null) {
      files.writePage();
    }
    return 0;
  }

  private LaneSizes sizes(MeasuredLane lane) {
    return switch (lane) {
      case NATIVE -> sizes(1, 1, Duration.ofSeconds(heapSeconds));
      case UDF_THREADS_OFF -> sizes(0.3, 3, Duration.ZERO);
      case UDF_THREADS_ON -> sizes(0.03, 3, Duration.ZERO);
    };
  }

  private LaneSizes sizes(double part, int fewer, Duration heap) {
    return new LaneSizes(
        (int) (rows * part),
        (int) (groups * part),
        warmUp,
        fewer(runs, fewer),
        only.isEmpty() ? fewer(runsOfGroups, fewer) : 0,
        only.isEmpty() ? fewer(runsOfAll, fewer) : 0,
        only.isEmpty() ? heap : Duration.ZERO,
        only);
  }

  private static int fewer(int number, int divisor) {
    return Math.max(Math.min(number, MINIMUM_RUNS), number / divisor);
  }
}
