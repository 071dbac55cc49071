/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.compare;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.cassandrastats.bench.measure.Cell;
import org.cassandrastats.bench.report.Numbers;
import org.cassandrastats.bench.report.Report;
import org.cassandrastats.bench.report.Table;
import org.cassandrastats.cli.chart.Chart;
import org.cassandrastats.cli.chart.HtmlPage;
import org.cassandrastats.cli.console.UserError;

/**
 * One page with all of a comparison: times, what the nodes counted meanwhile, and the models.
 *
 * @param counters pictures of what the nodes counted
 */
record ComparePage(
    Report report,
    List<Candidate> candidates,
    List<Chart> counters,
    List<CandidateRun.Phase> phases) {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("HH:mm:ss").withZone(ZoneOffset.UTC);

  /** Writes it. */
  void write(Path file) {
    try {
      Files.writeString(file, HtmlPage.of(sections()));
    } catch (IOException failed) {
      throw new UserError(
          "The page %s cannot be written: %s".formatted(file, failed.getMessage()), failed);
    }
  }

  private List<HtmlPage.Section> sections() {
    List<HtmlPage.Section> sections = new ArrayList<>();
    List<Chart> times =
        List.of(
            bars("Time over that of " + candidates.get(0).label(), cell -> numbers().factor(cell)),
            bars("Median, ms", cell -> report.median(cell, PreparedTask.MEDIAN)),
            bars("99th percentile, ms", cell -> report.median(cell, PreparedTask.P99)));
    Report.Section first = report.sections().get(0);
    sections.add(section(report.title(), report.verdict().replace("*", ""), times, first.table()));
    Report.Section bytes = report.sections().get(1);
    sections.add(section(bytes.heading(), bytes.text(), List.of(), bytes.table()));
    if (!counters.isEmpty()) {
      sections.add(
          section(
              "What the nodes counted meanwhile",
              "Twice a second; times are UTC. What each candidate reads and writes is in turns, and these are all replicas of a table together.",
              counters,
              phaseTable()));
    }
    for (Candidate candidate : candidates) {
      sections.add(
          section(candidate.label(), candidate.text(), List.of(), new Table(List.of(), List.of())));
    }
    return sections;
  }

  private CompareReport numbers() {
    return new CompareReport(report, candidates.stream().map(Candidate::label).toList());
  }

  private Chart bars(String title, ToDoubleFunction<Cell> value) {
    List<Chart.Bar> bars = new ArrayList<>();
    for (String statement : numbers().statements()) {
      for (Candidate candidate : candidates) {
        Cell cell = CandidateCell.of(report.lanes().get(0), candidate.label(), statement);
        if (report.cells().contains(cell)) {
          bars.add(new Chart.Bar(statement + ", " + candidate.label(), value.applyAsDouble(cell)));
        }
      }
    }
    return new Chart.Bars(title, bars);
  }

  private Table phaseTable() {
    return new Table(
        List.of("what", "from", "to", "seconds#"),
        phases.stream()
            .map(
                phase ->
                    List.of(
                        phase.name(),
                        TIME.format(phase.from()),
                        TIME.format(phase.to()),
                        Numbers.rounded(
                            Duration.between(phase.from(), phase.to()).toMillis() / 1e3)))
            .toList());
  }

  private static HtmlPage.Section section(
      String name, String text, List<Chart> charts, Table table) {
    return new HtmlPage.Section(
        name,
        text,
        charts,
        table.header().stream().map(title -> title.replaceFirst("#$", "")).toList(),
        table.header().stream().map(title -> title.endsWith("#")).toList(),
        table.rows());
  }
}
