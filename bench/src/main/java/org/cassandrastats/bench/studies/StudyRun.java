/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.Map;
import org.cassandrastats.bench.report.Machine;
import org.cassandrastats.bench.report.ReportFiles;
import org.cassandrastats.bench.report.StudyReport;
import org.cassandrastats.bench.run.ExactColumn;
import org.cassandrastats.bench.run.Results;
import org.cassandrastats.bench.run.RunLog;
import org.cassandrastats.bench.target.NodeVariant;
import org.cassandrastats.bench.target.Targets;
import org.cassandrastats.cli.connection.ClusterOptions;
import org.cassandrastats.cli.console.Console;

/** Carries out a study: checks, nodes, rows, measuring, report. */
final class StudyRun {
  private final Study study;
  private final StudyOptions options;
  private final Console console = Console.standard();

  StudyRun(Study study, StudyOptions options) {
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
    try (Targets targets =
        options.targets(cluster, study.lanes(), study.nodes(), study.replicas(), console)) {
      int rows = targets.lanes().stream().mapToInt(study::rows).max().orElseThrow();
      targets.check(
          targets.lanes().stream().mapToLong(study::storedRows).max().orElseThrow(), console);
      Map<String, String> settings = settings(targets);
      Path unfinished = options.output().resolve(study.name() + ".unfinished.jsonl");
      try (RunLog log = RunLog.open(unfinished, settings, mode)) {
        if (!log.isEmpty()) {
          console.say(
              "Going on with a study that was interrupted after %d runs (%s)."
                  .formatted(log.results().runs().size(), unfinished));
        }
        measure(targets, rows, log);
        Results results = log.results();
        StudyReport report = study.report(results, targets.lanes());
        ReportFiles files = new ReportFiles(options.output(), study.name());
        files.write(report, facts(settings), results);
        log.discard();
        print(report, files.page());
        return results.wrong().isEmpty() ? 0 : 1;
      }
    }
  }

  private void measure(Targets targets, int rows, RunLog log) {
    ExactColumn column = ExactColumn.generate(Math.max(1, rows), options.seed());
    for (String lane : targets.lanes()) {
      for (NodeVariant variant : study.variants()) {
        if (study.isComplete(lane, variant, log)) {
          console.say("The lane " + lane + " has been measured.");
          continue;
        }
        try (var target = targets.open(lane, variant, console)) {
          study.load(target, column, console);
          study.measure(target, variant, column, log, console);
        }
      }
    }
  }

  private Map<String, String> settings(Targets targets) {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("Study", study.name());
    settings.put("Machine", Machine.describe());
    settings.put("Nodes", targets.description());
    settings.put("Lanes", String.join(", ", targets.lanes()));
    settings.putAll(study.settings());
    settings.put("Seed of the values", Long.toString(options.seed()));
    return settings;
  }

  private Map<String, String> facts(Map<String, String> settings) {
    Map<String, String> facts = new LinkedHashMap<>(settings);
    facts.put("Date", LocalDate.now(ZoneOffset.UTC).toString());
    facts.put("Command", "`" + options.commandLine() + "`");
    return facts;
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
