/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.report;

import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.commons.csv.CSVFormat;
import org.cassandrastats.bench.run.Attempt;
import org.cassandrastats.bench.run.Cell;
import org.cassandrastats.bench.run.MeasuredRun;
import org.cassandrastats.bench.run.Results;
import org.cassandrastats.bench.run.Spread;
import org.cassandrastats.cli.console.UserError;
import org.knowm.xchart.ChartEncoder;

/**
 * Writes what a study leaves: a page, and beside it a directory with every run as JSON and CSV and
 * the plots as SVG.
 *
 * @param output the directory of the page
 * @param study its name
 * @param author what writes the page
 */
public record ReportFiles(Path output, String study, String author) {
  /**
   * Files of a study.
   *
   * @param output the directory of the page
   */
  public ReportFiles(Path output, String study) {
    this(output, study, "`cassandra-stats bench " + study + "`");
  }

  /** Where the page goes. */
  public Path page() {
    return output.resolve(study + ".md");
  }

  private Path directory() {
    return output.resolve(study);
  }

  /** Writes everything, in the place of what an earlier study has written. */
  public void write(Report report, Map<String, String> facts) {
    try {
      Files.createDirectories(directory());
      csv(report);
      for (Report.Section section : report.sections()) {
        for (Report.Plot plot : section.plots()) {
          Files.write(
              directory().resolve(plot.name() + ".svg"),
              ChartEncoder.getBytes(plot.chart(), "svg"));
        }
      }
      Files.writeString(page(), new Page(study, author, report, facts).markdown());
      // Last, and at once: results that are there are those of a report that is there.
      json(facts, report);
    } catch (IOException failed) {
      throw new UserError(
          "The report cannot be written to %s: %s. The runs are kept: the same command tries again."
              .formatted(directory(), failed.getMessage()),
          failed);
    }
  }

  private void json(Map<String, String> facts, Results results) throws IOException {
    List<Map<String, Object>> cells = new ArrayList<>();
    for (Cell cell : results.cells()) {
      Map<String, Object> summary = new LinkedHashMap<>();
      summary.put("cell", cell.texts());
      Spread spread = results.client(cell);
      if (spread.isKnown()) {
        summary.put("clientSeconds", spread);
      }
      results.server(cell).ifPresent(seconds -> summary.put("tracedServerSeconds", seconds));
      results.tracedClient(cell).ifPresent(seconds -> summary.put("tracedClientSeconds", seconds));
      if (!results.failures(cell).isEmpty()) {
        summary.put("failures", results.failures(cell));
      }
      cells.add(summary);
    }
    Map<String, Object> root = new LinkedHashMap<>();
    root.put("study", study);
    root.put("facts", facts);
    root.put("cells", cells);
    root.put("runs", results.runs());
    // A line for each run: there may be some ten thousand.
    DefaultPrettyPrinter lines =
        new DefaultPrettyPrinter()
            .withObjectIndenter(DefaultPrettyPrinter.FixedSpaceIndenter.instance)
            .withArrayIndenter(new DefaultIndenter("", "\n"));
    Path place = directory().resolve("results.json");
    Path fresh = directory().resolve("results.json.new");
    new ObjectMapper().writer(lines).writeValue(fresh.toFile(), root);
    Files.move(fresh, place, StandardCopyOption.REPLACE_EXISTING);
  }

  private void csv(Results results) throws IOException {
    Set<String> parameters = new LinkedHashSet<>();
    Set<String> numbers = new LinkedHashSet<>();
    for (MeasuredRun run : results.runs()) {
      parameters.addAll(run.cell().keySet());
      numbers.addAll(run.attempt().numbers().keySet());
    }
    List<String> header = new ArrayList<>(parameters);
    header.addAll(
        List.of("run", "traced", "seconds", "server_seconds", "outcome", "error", "message"));
    header.addAll(numbers);
    List<String> lines = new ArrayList<>(List.of(CSVFormat.DEFAULT.format(header.toArray())));
    for (MeasuredRun run : results.runs()) {
      lines.add(CSVFormat.DEFAULT.format(record(run, parameters, numbers).toArray()));
    }
    Files.write(directory().resolve("runs.csv"), lines);
  }

  private static List<Object> record(MeasuredRun run, Set<String> parameters, Set<String> numbers) {
    Attempt attempt = run.attempt();
    List<Object> values = new ArrayList<>();
    parameters.forEach(name -> values.add(run.cell().get(name)));
    values.add(run.run());
    values.add(run.traced());
    values.add(attempt.seconds());
    values.add(attempt.serverSeconds());
    values.add(attempt.outcome().name().toLowerCase(Locale.ROOT));
    values.add(attempt.error());
    values.add(attempt.message());
    numbers.forEach(name -> values.add(attempt.numbers().get(name)));
    return values;
  }

  /** The Markdown page of a study. */
  private record Page(String study, String author, Report report, Map<String, String> facts) {
    String markdown() {
      List<String> parts = new ArrayList<>();
      parts.add("# " + report.title());
      parts.add(
          "This page is written by %s; do not edit it. Every run is in [%s/](%s)."
              .formatted(author, study, study));
      parts.add(report.introduction());
      parts.add("## Findings");
      parts.add(
          String.join("\n", report.findings().stream().map(finding -> "- " + finding).toList()));
      report.sections().forEach(section -> add(section, parts));
      parts.add("## Conditions");
      parts.add(
          new Table(
                  List.of("what", "value"),
                  facts.entrySet().stream()
                      .map(fact -> List.of(fact.getKey(), fact.getValue()))
                      .toList())
              .markdown()
              .stripTrailing());
      return String.join("\n\n", parts) + "\n";
    }

    private void add(Report.Section section, List<String> parts) {
      parts.add("## " + section.heading());
      if (!section.text().isEmpty()) {
        parts.add(section.text());
      }
      for (Report.Plot plot : section.plots()) {
        parts.add("![%s](%s/%s.svg)".formatted(plot.caption(), study, plot.name()));
      }
      parts.add(section.table().markdown().stripTrailing());
    }
  }
}
