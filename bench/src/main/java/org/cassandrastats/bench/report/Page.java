/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The Markdown page of a study. */
final class Page {
  private final String study;
  private final StudyReport report;
  private final Map<String, String> facts;

  Page(String study, StudyReport report, Map<String, String> facts) {
    this.study = study;
    this.report = report;
    this.facts = facts;
  }

  String markdown() {
    List<String> parts = new ArrayList<>();
    parts.add("# " + report.title());
    parts.add(
        "This page is written by `cassandra-stats bench %s`; do not edit it. Every run is in [%s/](%s)."
            .formatted(study, study, study));
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

  private void add(StudyReport.Section section, List<String> parts) {
    parts.add("## " + section.heading());
    if (!section.text().isEmpty()) {
      parts.add(section.text());
    }
    for (Plot plot : section.plots()) {
      parts.add("![%s](%s/%s.svg)".formatted(plot.caption(), study, plot.name()));
    }
    parts.add(section.table().markdown().stripTrailing());
  }
}
