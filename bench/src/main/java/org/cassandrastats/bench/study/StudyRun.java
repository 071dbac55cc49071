/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.study;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Map;
import org.cassandrastats.bench.report.ReportFiles;
import org.cassandrastats.bench.report.StudyReport;
import org.cassandrastats.bench.run.ExactColumn;
import org.cassandrastats.bench.run.Results;
import org.cassandrastats.bench.run.RunLog;
import org.cassandrastats.bench.target.NodeVariant;
import org.cassandrastats.bench.target.Target;
import org.cassandrastats.bench.target.Targets;
import org.cassandrastats.cli.connection.ClusterOptions;
import org.cassandrastats.cli.console.Console;

/** Carries out a study: checks, nodes, rows, measuring, report. */
final class StudyRun {
  private final StudyDefinition study;
  private final StudyOptions options;
  private final Console console = Console.standard();
  private final Conditions conditions = new Conditions();

  StudyRun(StudyDefinition study, StudyOptions options) {
    this.study = study;
    this.options = options;
  }

  /**
   * Runs the study.
   *
   * @return the exit code: 0, or 1 if any answer was wrong
   */
  int run(ClusterOptions cluster) {
    // Plots are drawn without any display.
    System.setProperty("java.awt.headless", "true");
    RunLog.Mode mode = options.mode();
    Map<String, String> own = study.settings();
    try (Targets targets =
        options.targets(cluster, study.lanes(), study.nodes(), study.replicas(), console)) {
      targets.check(
          targets.lanes().stream().mapToLong(study::storedRows).max().orElseThrow(), console);
      Map<String, String> settings = settings(targets, own);
      RunDirectory directory = RunDirectory.choose(options.output(), study.name(), console);
      Path output = directory.of(settings, mode);
      Path unfinished = RunDirectory.unfinished(output, study.name());
      try (RunLog log = RunLog.open(unfinished, settings, mode)) {
        if (!log.isEmpty()) {
          console.say(
              "Resuming a run that was interrupted after %d runs (%s)."
                  .formatted(log.results().runs().size(), unfinished));
        }
        measure(targets, log);
        Results results = log.results();
        StudyReport report = study.report(results, targets.lanes());
        ReportFiles files = new ReportFiles(output, study.name());
        files.write(report, facts(settings), results);
        log.discard();
        print(report, files.page());
        return results.wrong().isEmpty() ? 0 : 1;
      }
    }
  }

  private void measure(Targets targets, RunLog log) {
    int rows = targets.lanes().stream().mapToInt(study::rows).max().orElseThrow();
    ExactColumn column = ExactColumn.generate(Math.max(1, rows), options.seed());
    for (String lane : targets.lanes()) {
      for (NodeVariant variant : study.variants()) {
        if (study.isComplete(lane, variant, log)) {
          console.say("The lane " + lane + " has been measured.");
          continue;
        }
        try (Target target = targets.open(lane, variant, console)) {
          Workbench bench =
              new Workbench(target, variant, column, log, study.rounds(log, console), console);
          study.load(bench);
          study.measure(bench);
        }
      }
    }
  }

  private Map<String, String> settings(Targets targets, Map<String, String> own) {
    return new Facts()
        .add("Study", study.name())
        .add("Machine", Conditions.machine())
        .add("Nodes", targets.description())
        .add("Lanes", targets.lanes())
        .addAll(own)
        .add("Seed of the values", options.seed())
        .asMap();
  }

  private Map<String, String> facts(Map<String, String> settings) {
    return new Facts()
        .addAll(settings)
        .add("Date", LocalDate.now(ZoneOffset.UTC))
        .add("Command", "`" + options.commandLine() + "`")
        .addAll(conditions.facts())
        .asMap();
  }

  private void print(StudyReport report, Path page) {
    PrintWriter out = options.out();
    out.println(report.title());
    for (StudyReport.Section section : report.sections()) {
      out.println();
      out.println(section.heading());
      out.println(section.table().text());
    }
    report.findings().forEach(finding -> out.println("- " + finding));
    out.println("Report: " + page);
    out.flush();
  }
}
