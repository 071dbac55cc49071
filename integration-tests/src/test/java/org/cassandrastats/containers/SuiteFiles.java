/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.containers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.cassandrastats.bench.harness.Conditions;
import org.cassandrastats.bench.harness.StudyFacts;
import org.cassandrastats.bench.measure.MeasuredRun;
import org.cassandrastats.bench.measure.Results;
import org.cassandrastats.bench.measure.RunLog;
import org.cassandrastats.bench.report.ReportFiles;

/**
 * The files of a suite: the runs of each part, which later test classes and executions of the same
 * build add theirs to, and the report on all of them.
 */
final class SuiteFiles {
  private static final Path RUNS = Path.of("target", "suites", "runs").toAbsolutePath();

  private final Suite suite;
  private final Map<String, String> settings;

  /**
   * Files of a suite.
   *
   * @param nodes what they run in: runs of one image are not mixed with those of another
   */
  SuiteFiles(Suite suite, String nodes) {
    this.suite = suite;
    this.settings =
        new StudyFacts()
            .add("Suite", suite.name())
            .add("Machine", Conditions.machine())
            .addAll(Conditions.program())
            .add("Nodes", nodes)
            .addAll(suite.size().facts().asMap())
            .addAll(suite.settings().asMap())
            .add(
                "Runs",
                "%d, after %d to warm up, in rounds".formatted(suite.runs(), suite.warmUp()))
            .asMap();
  }

  /**
   * The runs of a part: those that are there if the documented size was interrupted.
   *
   * @param kept those that are not asked again
   */
  RunLog open(Part part, Predicate<MeasuredRun> kept) {
    RunLog.Mode mode = suite.size().documented() ? RunLog.Mode.CONTINUE : RunLog.Mode.RESTART;
    return RunLog.open(log(part), settings, mode, kept);
  }

  /** The runs of a part that are there. */
  List<MeasuredRun> runs(Part part) {
    return suite.size().documented() ? RunLog.runs(log(part), settings) : List.of();
  }

  /** Whether a part is complete, so that the report is on it, too. */
  boolean hasConditions(Part part) {
    return Files.exists(conditions(part));
  }

  /** Until it is complete again. */
  void forgetConditions(Part part) {
    try {
      Files.deleteIfExists(conditions(part));
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  /** Keeps what a complete part was measured under. */
  void conditions(Part part, String conditions) {
    try {
      Files.writeString(conditions(part), conditions);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  /**
   * Writes the report on all parts that are there. Classes that run at a time take turns.
   *
   * @return its page
   */
  Path write() {
    synchronized (SuiteFiles.class) {
      List<Part> parts = new ArrayList<>();
      List<MeasuredRun> all = new ArrayList<>();
      StudyFacts facts = new StudyFacts().addAll(settings);
      FileTime measured = FileTime.fromMillis(0);
      for (Part part : Part.all()) {
        List<MeasuredRun> runs = RunLog.runs(log(part), settings);
        if (!runs.isEmpty() && hasConditions(part)) {
          parts.add(part);
          all.addAll(runs);
          facts.add(part.toString(), read(conditions(part)));
          measured = Collections.max(List.of(measured, modified(conditions(part))));
        }
      }
      ReportFiles files = of(SuiteSize.output(), suite);
      facts
          .add("Date", LocalDate.ofInstant(measured.toInstant(), ZoneOffset.UTC))
          .add("Command", "`%s`".formatted(suite.size().command()));
      Results results = new Results(all);
      files.write(suite.report(results, parts), facts.asMap());
      return files.page();
    }
  }

  /** The files of a report in a directory. */
  static ReportFiles of(Path directory, Suite suite) {
    return new ReportFiles(directory, suite.name(), "the suites of integration-tests");
  }

  private Path log(Part part) {
    return file(part, ".jsonl");
  }

  private Path conditions(Part part) {
    return file(part, ".txt");
  }

  /** Of these settings: those of others stay as they are. */
  private Path file(Part part, String ending) {
    return RUNS.resolve(
        "%s-%s-%08x%s".formatted(suite.name(), part.file(), settings.hashCode(), ending));
  }

  private static FileTime modified(Path file) {
    try {
      return Files.getLastModifiedTime(file);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }
}
