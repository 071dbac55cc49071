/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.cassandrastats.bench.run.Cell;
import org.cassandrastats.bench.run.Grid;
import org.cassandrastats.bench.run.MeasuredRun;
import org.cassandrastats.bench.run.Results;
import org.cassandrastats.bench.target.ServerLoad;
import org.knowm.xchart.internal.chartpart.Chart;

/** The results of some lanes, and what a study says of them. */
public final class Report extends Results {
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

  /**
   * A plot.
   *
   * @param name of its files, without the ending
   * @param caption what it shows, for those who cannot see it
   */
  public record Plot(String name, String caption, Chart<?, ?> chart) {}

  private static final double WARM = 0.9;

  private final List<String> lanes;
  private final List<String> findings = new ArrayList<>();
  private final List<Section> sections = new ArrayList<>();
  private String title;
  private String introduction;

  /** Of which nothing is said yet. */
  public Report(Results results, List<String> lanes) {
    super(results.runs());
    this.lanes = List.copyOf(lanes);
  }

  /** The lanes that were measured. */
  public List<String> lanes() {
    return lanes;
  }

  /** The cells of all lanes, one lane after the other. */
  public List<Cell> cells(Function<String, List<Cell>> ofLane) {
    return Grid.each(lanes, ofLane);
  }

  /** Something of each lane. */
  public <T> List<T> each(Function<String, T> ofLane) {
    return lanes.stream().map(ofLane).toList();
  }

  /** Begins: the title of the page, and what was measured, and how. */
  public void of(String heading, String text, Object... values) {
    title = heading;
    introduction = Numbers.in(text, values);
  }

  /** Says whether the answers of queries of aggregates were the exact ones. */
  public void answers() {
    answers(this);
  }

  /** Says that of some of the results. */
  public void answers(Results some) {
    answers(
        some,
        "requests",
        "means to 1e-14, or 1e-12 with the built-in `avg`; count, minimum and maximum exactly;"
            + " quantiles to a rank of 0.02");
  }

  /**
   * Says whether the answers were the exact ones.
   *
   * @param what was counted
   * @param allowed how exact they have to be
   */
  public void answers(String what, String allowed) {
    answers(this, what, allowed);
  }

  private void answers(Results all, String what, String allowed) {
    Results some = new Results(all.runs().stream().filter(run -> !run.attempt().isNote()).toList());
    List<MeasuredRun> wrong = some.wrong();
    if (!wrong.isEmpty()) {
      finding(
          "**%d answers were WRONG**; the first: %s: %s",
          wrong.size(), wrong.get(0).cell(), wrong.get(0).attempt().message());
    }
    finding(
        "Of %,d %s, %,d gave the exact answer (%s), %,d failed with an exception, %s gave a wrong number.",
        some.runs().size(),
        what,
        some.exact(),
        allowed,
        some.failed(),
        wrong.isEmpty() ? "none" : Numbers.count(wrong.size()));
    double ratio = some.laterOverEarlier();
    if (!Double.isNaN(ratio)) {
      finding(
          "%sThe later half of the runs took %s times as long as the earlier half, in the median of the queries.",
          ratio < WARM ? "**Not warm yet.** " : "", ratio);
    }
  }

  /** Adds a sentence with numbers, as {@link Numbers#in} writes them. */
  public void finding(String sentence, Object... values) {
    findings.add(Numbers.in(sentence, values));
  }

  /**
   * Adds a part: plots, and below them a table, which is added when its cells are known.
   *
   * @param text what is to be known to read the table
   */
  public ReportColumns section(String heading, String text, List<Plot> plots) {
    return new ReportColumns(this, table -> section(heading, text, plots, table));
  }

  /** Adds a part with a single plot. */
  public ReportColumns section(String heading, String text, Plot plot) {
    return section(heading, text, List.of(plot));
  }

  /** Adds a part without plots. */
  public ReportColumns section(String heading, String text) {
    return section(heading, text, List.of());
  }

  /** Adds a part with a table that is there already. */
  public void section(String heading, String text, List<Plot> plots, Table table) {
    sections.add(new Section(heading, text, plots, table));
  }

  /** Adds what the nodes say of the runs, if they do. */
  public Report complete() {
    List<Cell> watched =
        cells().stream().filter(cell -> number(cell, ServerLoad.READS).isKnown()).toList();
    if (!watched.isEmpty()) {
      server(watched);
    }
    return this;
  }

  /** The title of the page. */
  public String title() {
    return title;
  }

  /** What was measured, and how. */
  String introduction() {
    return introduction;
  }

  /** A few sentences with numbers. */
  public List<String> findings() {
    return List.copyOf(findings);
  }

  /** Tables and plots. */
  public List<Section> sections() {
    return List.copyOf(sections);
  }

  /** What the nodes say of the runs beside the times of the client. */
  private void server(List<Cell> watched) {
    ReportColumns table =
        section(
            "What the nodes say",
            "By the metrics of all nodes, medians of the runs that were not traced: pages that replicas have read, the mean time of a page at a replica and at its coordinator, time spent on collecting garbage, and seconds of a processor. Other load on the nodes counts, too.");
    watched.stream()
        .flatMap(cell -> cell.texts().keySet().stream())
        .distinct()
        .forEach(name -> table.text(name, cell -> cell.texts().getOrDefault(name, "")));
    table
        .median("pages", ServerLoad.READS)
        .median("replica ms a page", ServerLoad.READ)
        .median("coordinator ms a page", ServerLoad.REQUEST)
        .median("collecting garbage ms", ServerLoad.COLLECTING)
        .median("processor s", ServerLoad.PROCESSOR)
        .of(watched);
  }
}
