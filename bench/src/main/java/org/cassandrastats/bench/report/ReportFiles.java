/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.report;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.cassandrastats.bench.measure.MeasuredRun;
import org.cassandrastats.bench.measure.RunsFile;
import org.cassandrastats.cli.console.UserError;

/**
 * What a study leaves: a page, and beside it a directory with its conditions, every run and the
 * plots. The page can be written anew from the conditions and the runs.
 *
 * @param output the directory of the page
 * @param study its name
 * @param author what writes the page
 */
public record ReportFiles(Path output, String study, String author) {
  /** Written last: where it is, the rest is complete. */
  private static final String CONDITIONS = "conditions.json";

  private static final String RUNS = "runs.csv.gz";

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

  private Path file(String name) {
    return output.resolve(study).resolve(name);
  }

  /** Whether everything is there. */
  public boolean isComplete() {
    return Files.exists(file(CONDITIONS));
  }

  /** The conditions of a study that is complete. */
  public Map<String, String> conditions() throws IOException {
    return new ObjectMapper()
        .readValue(
            file(CONDITIONS).toFile(), new TypeReference<LinkedHashMap<String, String>>() {});
  }

  /** The runs of a study that is complete. */
  public List<MeasuredRun> runs() throws IOException {
    return RunsFile.read(file(RUNS));
  }

  /** The texts of a report by their paths in the output: its page and its plots. */
  public Map<String, String> render(Report report, Map<String, String> conditions) {
    Map<String, String> texts = new LinkedHashMap<>();
    texts.put(study + ".md", markdown(report, conditions));
    report
        .plots()
        .forEach(plot -> texts.put("%s/%s.svg".formatted(study, plot.name()), plot.svg()));
    return texts;
  }

  /** Writes everything, in the place of what an earlier study has written. */
  public void write(Report report, Map<String, String> conditions) {
    try {
      Files.createDirectories(file(""));
      try (DirectoryStream<Path> plots = Files.newDirectoryStream(file(""), "*.svg")) {
        for (Path plot : plots) {
          Files.delete(plot);
        }
      }
      RunsFile.write(file(RUNS), report.runs());
      for (Map.Entry<String, String> text : render(report, conditions).entrySet()) {
        Files.writeString(output.resolve(text.getKey()), text.getValue());
      }
      Path fresh = file(CONDITIONS + ".new");
      new ObjectMapper()
          .enable(SerializationFeature.INDENT_OUTPUT)
          .writeValue(fresh.toFile(), conditions);
      Files.move(fresh, file(CONDITIONS), StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException failed) {
      throw new UserError(
          "The report cannot be written to %s: %s. The runs are kept: the same command tries again."
              .formatted(file(""), failed.getMessage()),
          failed);
    }
  }

  private String markdown(Report report, Map<String, String> conditions) {
    List<String> parts = new ArrayList<>();
    parts.add("# " + report.title());
    parts.add(report.verdict());
    report.plot().ifPresent(plot -> parts.add(image(plot)));
    for (Report.Section section : report.sections()) {
      parts.add("## " + section.heading());
      parts.add(section.text());
      section.plots().forEach(plot -> parts.add(image(plot)));
      parts.add(section.table().markdown());
    }
    parts.add("## How it was measured");
    parts.add(report.introduction());
    parts.add(
        "A spread is that of the quartiles, of two runs that of both. Every run, with what the nodes counted, is in [%s](%s/%s). This page is written by %s; do not edit it."
            .formatted(RUNS, study, RUNS, author));
    parts.add(
        new Table(
                List.of("condition", "value"),
                conditions.entrySet().stream()
                    .map(each -> List.of(each.getKey(), each.getValue()))
                    .toList())
            .markdown());
    parts.removeIf(String::isEmpty);
    return String.join("\n\n", parts.stream().map(String::strip).toList()) + "\n";
  }

  private String image(Report.Plot plot) {
    return "![%s](%s/%s.svg)".formatted(plot.caption(), study, plot.name());
  }
}
