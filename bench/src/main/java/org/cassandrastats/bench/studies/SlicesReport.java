/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.cassandrastats.bench.report.Charts;
import org.cassandrastats.bench.report.Numbers;
import org.cassandrastats.bench.report.Plot;
import org.cassandrastats.bench.report.StudyReport;
import org.cassandrastats.bench.report.Table;
import org.cassandrastats.bench.run.Results;
import org.cassandrastats.bench.run.Spread;
import org.knowm.xchart.XYChart;

/** What the study of slices says. */
final class SlicesReport {
  private static final List<SliceAnswer> ANSWERS = List.of(SliceAnswer.values());
  private static final List<SliceWay> WAYS = List.of(SliceWay.values());

  private final SlicesStudy study;
  private final Results results;
  private final List<String> lanes;

  SlicesReport(SlicesStudy study, Results results, List<String> lanes) {
    this.study = study;
    this.results = results;
    this.lanes = lanes;
  }

  StudyReport report() {
    return new StudyReport(
        "A partition read in slices",
        "One partition of %s rows, asked for whole by one request and in slices of equal numbers of rows by a request for each: one after the other, or all at the same time. Rows: the client fetches all of them, in pages of %s. `count` and the built-in `avg`: the client joins the averages of the slices by their counts. `moments`: it merges their states."
            .formatted(Numbers.count(study.rows("")), Numbers.count(study.pageSize())),
        findings(),
        List.of(
            new StudyReport.Section(
                "Times",
                "Times are those of the client until it has the joined answer. Gain: time of the"
                    + " whole partition by one request over the time of its slices.",
                lanes.stream().map(this::plot).toList(),
                table())));
  }

  private Spread time(String lane, Slicing slicing) {
    return results.client(slicing.cell(lane));
  }

  /** How many times as fast as one request for the whole partition. */
  private double gain(String lane, Slicing slicing) {
    return time(lane, Slicing.whole(slicing.answer())).median() / time(lane, slicing).median();
  }

  private Table table() {
    List<List<String>> rows = new ArrayList<>();
    for (String lane : lanes) {
      study.slicings().forEach(slicing -> rows.add(line(lane, slicing)));
    }
    return new Table(
        List.of(
            "lane",
            "answer",
            "slices#",
            "order",
            "client s#",
            "quartiles#",
            "rows a second#",
            "gain#",
            "failed"),
        rows);
  }

  private List<String> line(String lane, Slicing slicing) {
    Map<String, String> cell = slicing.cell(lane);
    Spread time = time(lane, slicing);
    return List.of(
        lane,
        slicing.answer().toString(),
        Integer.toString(slicing.slices()),
        cell.get("order"),
        Numbers.rounded(time.median()),
        Numbers.quartiles(time),
        Numbers.rounded(study.rows(lane) / time.median()),
        Numbers.rounded(gain(lane, slicing)),
        results.failures(cell));
  }

  private Plot plot(String lane) {
    XYChart chart =
        Charts.logarithmic(
            "%s rows of a partition".formatted(Numbers.count(study.rows(lane))),
            "slices",
            "client (s)");
    for (SliceAnswer answer : ANSWERS) {
      for (SliceWay way : WAYS) {
        List<Double> x = new ArrayList<>();
        List<Double> y = new ArrayList<>();
        List<Double> errors = new ArrayList<>();
        for (int count : study.counts()) {
          Spread time =
              time(lane, count == 1 ? Slicing.whole(answer) : new Slicing(answer, way, count));
          if (time.isKnown()) {
            x.add((double) count);
            y.add(time.median());
            errors.add((time.third() - time.first()) / 2);
          }
        }
        if (!x.isEmpty()) {
          Charts.addLine(
              chart,
              answer + ", " + way,
              Charts.colour(ANSWERS.indexOf(answer)),
              WAYS.indexOf(way),
              x,
              y,
              errors);
        }
      }
    }
    return new Plot(
        "times-" + lane, "time against the number of slices, by answer and order, " + lane, chart);
  }

  private List<String> findings() {
    List<String> findings =
        new ArrayList<>(
            Sentences.ofAnswers(
                results,
                "joined answers",
                "rows bit for bit; counts, minimum and maximum exactly; means to 1e-12"));
    for (String lane : lanes) {
      for (SliceAnswer answer : ANSWERS) {
        best(lane, answer).ifPresent(best -> findings.add(finding(lane, answer, best)));
      }
    }
    return findings;
  }

  /** The fastest number of slices that are read in parallel. */
  private Optional<Slicing> best(String lane, SliceAnswer answer) {
    return study.slicings().stream()
        .filter(slicing -> slicing.answer() == answer && slicing.way() == SliceWay.PARALLEL)
        .filter(slicing -> time(lane, slicing).isKnown())
        .min(Comparator.comparingDouble(slicing -> time(lane, slicing).median()));
  }

  private String finding(String lane, SliceAnswer answer, Slicing best) {
    int most = study.counts().get(study.counts().size() - 1);
    return "%s, %s: the whole partition by one request takes %s s. In parallel, %d slices are the fastest: %s s, a gain of %s; %d slices in sequence gain %s."
        .formatted(
            lane,
            answer,
            Numbers.rounded(time(lane, Slicing.whole(answer)).median()),
            best.slices(),
            Numbers.rounded(time(lane, best).median()),
            Numbers.rounded(gain(lane, best)),
            most,
            Numbers.rounded(gain(lane, new Slicing(answer, SliceWay.SEQUENCE, most))));
  }
}
