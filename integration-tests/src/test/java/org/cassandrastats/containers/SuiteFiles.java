/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.containers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.cassandrastats.bench.report.ReportFiles;
import org.cassandrastats.bench.run.MeasuredRun;
import org.cassandrastats.bench.run.Results;
import org.cassandrastats.bench.run.RunLog;
import org.cassandrastats.bench.study.Conditions;
import org.cassandrastats.bench.study.StudyFacts;

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
            .add("Nodes", nodes)
            .addAll(suite.size().facts().asMap())
            .addAll(suite.settings().asMap())
            .add(
                "Runs",
                "%d, after %d to warm up, in rounds".formatted(suite.runs(), suite.warmUp()))
            .asMap();
  }

  /** The runs of a part: those that are there if the documented size was interrupted. */
  RunLog open(Part part) {
    if (suite.size().documented() && RunLog.isOf(runs(part), settings)) {
      return RunLog.open(runs(part), settings, RunLog.Mode.CONTINUE);
    }
    try {
      Files.deleteIfExists(conditions(part));
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
    return RunLog.open(runs(part), settings, RunLog.Mode.RESTART);
  }

  /** Keeps what a part was measured under. */
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
      for (Part part : Part.all()) {
        List<MeasuredRun> runs = RunLog.runs(runs(part), settings);
        if (!runs.isEmpty() && Files.exists(conditions(part))) {
          parts.add(part);
          all.addAll(runs);
          facts.add(part.toString(), read(conditions(part)));
        }
      }
      ReportFiles files =
          new ReportFiles(
              SuiteSize.output(),
              suite.name(),
              "the suites of integration-tests",
              suite.size().documented());
      facts
          .add("Date", LocalDate.now(ZoneOffset.UTC))
          .add(
              "Command",
              suite.size().documented() ? "`./mvnw verify -Psuites`" : "`./mvnw verify`");
      Results results = new Results(all);
      files.write(suite.report(results, parts), facts.asMap());
      return files.page();
    }
  }

  private Path runs(Part part) {
    return RUNS.resolve(suite.name() + "-" + part.file() + ".jsonl");
  }

  private Path conditions(Part part) {
    return RUNS.resolve(suite.name() + "-" + part.file() + ".txt");
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }
}
