/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.cassandrastats.bench.measure.Cell;
import org.cassandrastats.bench.measure.Grid;
import org.cassandrastats.bench.measure.MeasuredRun;
import org.cassandrastats.bench.measure.Results;

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
   * @param name of its file, without the ending
   * @param caption what it shows, for those who cannot see it
   */
  public record Plot(String name, String caption, String svg) {}

  private static final double WARM = 0.9;

  private final List<String> lanes;
  private final List<String> verdict = new ArrayList<>();
  private final List<Section> sections = new ArrayList<>();
  private String title;
  private String introduction;
  private Plot plot;
  private String answers = "";

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

  /** Those of them that were run: earlier results know fewer. */
  public List<Cell> measured(Function<String, List<Cell>> ofLane) {
    return cells(ofLane).stream().filter(cell -> !timed(cell).isEmpty()).toList();
  }

  /** Something of each lane. */
  public <T> List<T> each(Function<String, T> ofLane) {
    return lanes.stream().map(ofLane).toList();
  }

  /** Something that is said of each lane, in a sentence. */
  public String said(Function<String, String> ofLane) {
    String said = said("", ofLane);
    return lanes.size() == 1
        ? said.substring(0, 1).toUpperCase(Locale.ROOT) + said.substring(1)
        : said;
  }

  /** The same behind what it is about. */
  public String said(String lead, Function<String, String> ofLane) {
    return lanes.stream()
        .map(lane -> (lanes.size() == 1 ? "" : lane + ": ") + ofLane.apply(lane))
        .collect(Collectors.joining("; ", lead, "."));
  }

  /** Begins: the title of the page, and what was measured, and how. */
  public void of(String heading, String text, Object... values) {
    title = heading;
    introduction = Numbers.in(text, values);
  }

  /**
   * Says what came out. A third sentence follows by itself: how exact the answers were, and whether
   * the nodes were still getting faster.
   *
   * @param shown the plot that shows it; null if what it would show was not measured
   */
  public void verdict(Plot shown, String first, String second) {
    plot = shown;
    verdict.addAll(List.of(first, second));
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
    double ratio = some.laterOverEarlier();
    answers =
        Numbers.in(
            "Of %,d %s, %,d gave the exact answer, %,d failed with an exception, %s gave a wrong number%s.",
            some.runs().size(),
            what,
            some.exact(),
            some.failed(),
            wrong.isEmpty() ? "none" : Numbers.count(wrong.size()),
            ratio < WARM ? "; the runs were **not warm yet**" : "");
    if (!wrong.isEmpty()) {
      answers +=
          " **WRONG**; the first: %s: %s"
              .formatted(wrong.get(0).cell(), wrong.get(0).attempt().message());
    }
    introduction +=
        Numbers.in(
            "\n\nExact is: %s. The later half of the runs took %s times as long as the earlier half, in the median of the queries.",
            allowed, ratio);
  }

  /** Says instead that the answers were not compared, and why. */
  public void answersAre(String sentence, Object... values) {
    answers = Numbers.in(sentence, values);
  }

  /**
   * Adds a part: plots, and below them a table, which is added when its cells are known.
   *
   * @param text what is to be known to read the table
   */
  public ReportColumns section(String heading, String text, List<Plot> plots) {
    return new ReportColumns(this, table -> section(heading, text, plots, table));
  }

  /** Adds a part without plots. */
  public ReportColumns section(String heading, String text) {
    return section(heading, text, List.of());
  }

  /** Adds a part with a table that is there already. */
  public void section(String heading, String text, List<Plot> plots, Table table) {
    sections.add(new Section(heading, text, plots, table));
  }

  /** The title of the page. */
  public String title() {
    return title;
  }

  /** What was measured, and how. */
  String introduction() {
    return introduction;
  }

  /** What came out, in three sentences. */
  public String verdict() {
    if (verdict.isEmpty() || answers.isEmpty()) {
      throw new IllegalStateException("The report \"%s\" has no verdict".formatted(title));
    }
    return "%s %s".formatted(String.join(" ", verdict), answers);
  }

  /** The plot that shows it, if there is one. */
  Optional<Plot> plot() {
    return Optional.ofNullable(plot);
  }

  /** All plots. */
  List<Plot> plots() {
    return Stream.concat(
            plot().stream(), sections.stream().flatMap(section -> section.plots().stream()))
        .toList();
  }

  /** Tables, and more plots. */
  public List<Section> sections() {
    return List.copyOf(sections);
  }
}
