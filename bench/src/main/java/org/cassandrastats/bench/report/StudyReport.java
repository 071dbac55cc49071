/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.report;

import java.util.List;

/**
 * What a study has found.
 *
 * @param title of the page
 * @param introduction what was measured, and how
 * @param findings a few sentences with numbers
 * @param sections tables and plots
 */
public record StudyReport(
    String title, String introduction, List<String> findings, List<Section> sections) {
  /** Copies the lists. */
  public StudyReport {
    findings = List.copyOf(findings);
    sections = List.copyOf(sections);
  }

  /**
   * A part of a report.
   *
   * @param text what is to be known to read the table
   * @param plots shown before the table
   */
  public record Section(String heading, String text, List<Plot> plots, Table table) {
    /** Copies the list. */
    public Section {
      plots = List.copyOf(plots);
    }
  }
}
