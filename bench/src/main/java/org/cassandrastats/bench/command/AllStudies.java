/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.command;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import org.cassandrastats.bench.measure.Results;
import org.cassandrastats.bench.report.ReportFiles;
import org.cassandrastats.cli.command.CassandraStats;
import org.cassandrastats.cli.console.ShellWord;
import org.cassandrastats.cli.console.UserError;
import org.cassandrastats.localcluster.node.ExitGuard;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Every study on throw-away nodes, one after the other, so that all reports are of one machine. */
@Command(
    name = "all",
    header = "Every study on throw-away nodes, one after the other.",
    sortOptions = false,
    description = {
      "Runs all studies that measure nodes into one directory, and says before how long that takes. The"
          + " same command resumes: studies that are complete there are left alone, and one that was"
          + " interrupted goes on where it was, with the same program.",
      "Hours are those of two processors. spark needs a module of its own, and engines packages of"
          + " Python: see --skip.",
    },
    footer = {
      "",
      "Exit codes: 0 done, 1 a study failed or an answer was wrong, 2 wrong arguments.",
      "",
      "Examples:",
      "  cassandra-stats bench all --dry-run",
      "  cassandra-stats bench all --size documented --skip spark --output docs/measurements",
    })
public final class AllStudies implements Callable<Integer> {
  /** Studies, minutes in each size, and their options in each. */
  private static final List<Entry> ENTRIES =
      List.of(
          new Entry(
              "consistency", 3, "--rows 20000 --runs 2", 20, "--rows 1000000 --runs 3 --warm-up 2"),
          new Entry(
              "timeout",
              4,
              "--rows 10000 --runs 1",
              10,
              "--lane native,udf-threads-on --runs 2 --warm-up 1"),
          new Entry(
              "page-size",
              4,
              "--rows 50000 --runs 2",
              33,
              "--rows 10000000 --rows-udf-threads-on 20000 --lane native,udf-threads-on --runs 3"
                  + " --warm-up 2"),
          new Entry(
              "rows",
              4,
              "--max-rows 100000 --runs 2",
              10,
              "--max-rows 10000000 --timed-rows-udf-threads-on 100000 --lane native,udf-threads-on"
                  + " --runs 3 --warm-up 3"),
          new Entry(
              "partitions",
              3,
              "--rows 20000 --runs 2",
              7,
              "--rows 1000000 --rows-udf-threads-on 20000 --lane native,udf-threads-on --runs 5"
                  + " --warm-up 4"),
          new Entry(
              "model",
              3,
              "--rows 20000 --runs 2",
              7,
              "--rows 500000 --rows-udf-threads-on 20000 --lane native,udf-threads-on --runs 5"
                  + " --warm-up 4"),
          new Entry(
              "foreground",
              3,
              "--rows 50000 --seconds 2 --runs 2",
              15,
              "--lane native --seconds 10 --runs 3 --warm-up 1 --read cassandra,direct,cursor"
                  + " --every 2.5"),
          new Entry(
              "engines",
              4,
              "--rows 100000 --partitions 100 --runs 2",
              20,
              "--rows 10000000 --runs 3 --warm-up 1 --heap 4g"),
          new Entry("direct", 4, "--rows 20000 --runs 2", 25, "--runs 9 --heap 4g"),
          new Entry(
              "state",
              2,
              "--rows 10000 --runs 2",
              20,
              "--rows 100000,1000000,3000000 --heap 512m --at-once 4 --runs 3 --warm-up 3"),
          new Entry("query", 3, "--rows 100000 --runs 2", 13, "--rows 2000000"),
          new Entry(
              "plan",
              3,
              "--rows 10000,100000 --runs 1",
              10,
              "--rows 10000,30000,100000,300000,1000000,5000000 --lane native,udf-threads-on"
                  + " --max-rows-udf-threads-on 300000 --runs 3 --warm-up 3"),
          new Entry("chunks", 2, "--rows 100000 --runs 2", 6, "--rows 10000000 --heap 4g"),
          new Entry(
              "recent",
              2,
              "--max-rows 10000 --runs 10",
              8,
              "--max-rows 1000000 --warm-up 2 --heap 3g --sstables BIG,BIG_4KIB,BTI --tables ALL,OWN"),
          new Entry("slices", 1, "--runs 2", 1, "--runs 9"),
          new Entry("buckets", 2, "--rows 100000 --runs 2", 8, ""),
          new Entry(
              "index",
              2,
              "--rows 30000 --runs 2",
              35,
              "--rows 4000000 --columns 20 --partition-rows 1,1000 --kinds 400000 --own-tables --runs 3"
                  + " --warm-up 1 --heap 4g"),
          new Entry("lanes", 15, "--rows 50000 --groups 2000 --runs 2", 14, ""),
          new Entry(
              "layouts",
              5,
              "--records 20000 --runs 2",
              60,
              "--records 4000000 --varied-records 400000 --records-of-other-columns 1000000 --cold"
                  + " --heads --runs 2 --warm-up 1 --heap 4g"),
          new Entry("bins", 2, "--records 1500 --runs 2", 8, "--runs 5 --warm-up 4"),
          new Entry(
              "spark",
              5,
              "--rows 20000 --runs 2",
              67,
              "--rows 10000000 --lane native --pin --runs 2 --warm-up 1 --spark-heap 4g"),
          new Entry(
              "spark-source",
              3,
              "--rows 100000 --partitions 100 --runs 2",
              25,
              "--rows 10000000 --partitions 5000 --pin --runs 3 --warm-up 1 --heap 4g --spark-heap"
                  + " 4g"));

  /** Options that change no result. */
  private static final Pattern NO_RESULT =
      Pattern.compile(" --((output|jmh) .+?(?= --|`$)|restart|resume)");

  private static final double MINUTES_OF_AN_HOUR = 60;

  @Spec private CommandSpec spec;

  @Option(
      names = "--size",
      defaultValue = "small",
      description =
          "${COMPLETION-CANDIDATES}: for a trial, or as the guides quote it. Default: ${DEFAULT-VALUE}.")
  private Size size;

  @Option(
      names = "--skip",
      split = ",",
      paramLabel = "STUDY",
      description = "Studies to leave out.")
  private List<String> skipped = List.of();

  @Option(
      names = "--output",
      paramLabel = "DIR",
      description = "Where reports, results and plots go. Default: target/bench/all-SIZE.")
  private Path output;

  @Option(
      names = "--restart",
      description =
          "Discard what interrupted studies have measured, such as by a program of another version.")
  private boolean restart;

  @Option(names = "--dry-run", description = "Show commands and hours, and run nothing.")
  private boolean dryRun;

  /** How much is measured. */
  private enum Size {
    SMALL,
    DOCUMENTED;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private record Entry(
      String study, int minutesSmall, String small, int minutesDocumented, String documented) {
    int minutes(Size size) {
      return size == Size.SMALL ? minutesSmall : minutesDocumented;
    }

    /** The arguments of the program, but for the directory. */
    String arguments(Size size) {
      return "bench %s %s".formatted(study, size == Size.SMALL ? small : documented).strip();
    }
  }

  /** For picocli. */
  public AllStudies() {}

  /** The studies that it knows. */
  static List<String> studies() {
    return ENTRIES.stream().map(Entry::study).toList();
  }

  @Override
  public Integer call() {
    skipped.stream()
        .filter(name -> !studies().contains(name))
        .forEach(
            name -> {
              throw new ParameterException(
                  spec.commandLine(),
                  "--skip is %s: expected some of %s"
                      .formatted(name, String.join(", ", studies())));
            });
    Path directory = output == null ? Path.of("target", "bench", "all-" + size) : output;
    List<Entry> wanted =
        ENTRIES.stream()
            .filter(entry -> !skipped.contains(entry.study))
            .filter(entry -> !isComplete(entry, directory))
            .toList();
    PrintWriter out = spec.commandLine().getOut();
    wanted.forEach(
        entry ->
            out.printf(
                "%4d min  cassandra-stats %s --output %s%n",
                entry.minutes(size), entry.arguments(size), ShellWord.of(directory.toString())));
    int minutes = wanted.stream().mapToInt(entry -> entry.minutes(size)).sum();
    out.printf(
        "%d of %d studies are to be measured, in about %s.%n",
        wanted.size(),
        ENTRIES.size(),
        minutes < MINUTES_OF_AN_HOUR
            ? minutes + " min"
            : "%.1f hours".formatted(minutes / MINUTES_OF_AN_HOUR));
    out.flush();
    return dryRun ? ExitCode.OK : run(wanted, directory, out);
  }

  private int run(List<Entry> wanted, Path directory, PrintWriter out) {
    List<String> failed = new ArrayList<>();
    for (Entry entry : wanted) {
      if (ExitGuard.isEnding()) {
        return ExitCode.SOFTWARE;
      }
      out.printf("%n%s, after which %d remain%n", entry.study, remaining(wanted, entry));
      out.flush();
      // A command line of its own: this one's options belong to this command.
      int code =
          CassandraStats.commandLine(() -> false)
              .setOut(out)
              .setErr(spec.commandLine().getErr())
              .execute(commandLine(entry, directory));
      if (code != ExitCode.OK) {
        failed.add(entry.study);
      }
    }
    if (!failed.isEmpty()) {
      out.printf("Failed: %s. The same command tries them again.%n", String.join(", ", failed));
      out.flush();
    }
    return failed.isEmpty() ? ExitCode.OK : ExitCode.SOFTWARE;
  }

  private String[] commandLine(Entry entry, Path directory) {
    List<String> all = new ArrayList<>(List.of(entry.arguments(size).split(" ", -1)));
    all.addAll(List.of("--output", directory.toString()));
    if (restart) {
      all.add("--restart");
    }
    return all.toArray(String[]::new);
  }

  private static int remaining(List<Entry> wanted, Entry entry) {
    return wanted.size() - 1 - wanted.indexOf(entry);
  }

  /**
   * Whether the results of that very command are there, whatever its directory is called, and
   * whether or not what JMH says has been added.
   */
  private boolean isComplete(Entry entry, Path directory) {
    ReportFiles files = new ReportFiles(directory, entry.study);
    try {
      return files.isComplete()
          && NO_RESULT
              .matcher(files.conditions().getOrDefault("Command", ""))
              .replaceAll("")
              .equals("`cassandra-stats %s`".formatted(entry.arguments(size)))
          && new Results(files.runs()).wrong().isEmpty();
    } catch (JsonProcessingException unreadable) {
      return false;
    } catch (IOException failed) {
      throw new UserError(
          "The results of %s in %s cannot be read: %s"
              .formatted(entry.study, directory, failed.getMessage()),
          failed);
    }
  }
}
