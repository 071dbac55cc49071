/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.cassandrastats.bench.report.Charts;
import org.cassandrastats.bench.report.Numbers;
import org.cassandrastats.bench.report.Plot;
import org.cassandrastats.bench.report.StudyReport;
import org.cassandrastats.bench.report.Table;
import org.cassandrastats.bench.run.Attempt;
import org.cassandrastats.bench.run.Results;
import org.cassandrastats.bench.run.Spread;
import org.knowm.xchart.CategoryChart;

/** What the study of split queries says. */
final class SplitReport {
  private final SplitStudy study;
  private final Results results;
  private final List<String> lanes;

  SplitReport(SplitStudy study, Results results, List<String> lanes) {
    this.study = study;
    this.results = results;
    this.lanes = lanes;
  }

  StudyReport report() {
    return new StudyReport(
        "Split queries",
        "Count, mean, a histogram and a t-digest of the same rows, as one partition and as a whole table of %s partitions: by one request, and split into requests of %s s by the client of [`cassandra-stats query`](../query.md). Each row is on one of %d nodes."
            .formatted(
                Numbers.count(study.partitions()),
                Numbers.rounded(study.targetSeconds()),
                study.nodeCount()),
        findings(),
        List.of(
            new StudyReport.Section(
                "Times",
                "Times of requests are medians over the runs; those of all requests of a run are behind \"p99\".",
                List.of(plot()),
                table())));
  }

  private Spread time(String lane, Extent extent, AnswerMethod way) {
    return results.client(SplitStudy.cell(lane, extent, way));
  }

  /** How many times as fast as one request. */
  private double gain(String lane, Extent extent) {
    return time(lane, extent, AnswerMethod.SINGLE).median()
        / time(lane, extent, AnswerMethod.SPLIT).median();
  }

  private double number(Map<String, String> cell, String name) {
    return Spread.of(
            results.timed(cell).stream()
                .map(Attempt::numbers)
                .map(numbers -> numbers.get(name))
                .filter(Objects::nonNull)
                .mapToDouble(Double::doubleValue)
                .toArray())
        .median();
  }

  private Table table() {
    List<List<String>> rows = new ArrayList<>();
    for (String lane : lanes) {
      for (Extent extent : Extent.values()) {
        for (AnswerMethod way : study.ways()) {
          rows.add(line(lane, extent, way));
        }
      }
    }
    return new Table(
        List.of(
            "lane",
            "rows are",
            "way",
            "rows#",
            "seconds#",
            "quartiles#",
            "times as fast#",
            "requests#",
            "median s#",
            "p99 s#",
            "longest s#",
            "repeated#",
            "failed"),
        rows);
  }

  private List<String> line(String lane, Extent extent, AnswerMethod way) {
    Map<String, String> cell = SplitStudy.cell(lane, extent, way);
    Spread time = time(lane, extent, way);
    return List.of(
        lane,
        extent.toString(),
        way.toString(),
        Numbers.count(study.rows(lane)),
        Numbers.rounded(time.median()),
        Numbers.quartiles(time),
        Numbers.rounded(time(lane, extent, AnswerMethod.SINGLE).median() / time.median()),
        Numbers.rounded(number(cell, SplitQueries.REQUESTS)),
        Numbers.rounded(number(cell, SplitQueries.MEDIAN_REQUEST)),
        Numbers.rounded(number(cell, SplitQueries.SLOW_REQUEST)),
        Numbers.rounded(number(cell, SplitQueries.LONGEST_REQUEST)),
        Numbers.rounded(number(cell, SplitQueries.REPEATED)),
        results.failures(cell));
  }

  private Plot plot() {
    CategoryChart chart =
        Charts.bars("Split against one request without a deadline", "rows are", "times as fast");
    List<String> names = List.of(Extent.PARTITION.toString(), Extent.TABLE.toString());
    for (String lane : lanes) {
      List<Double> gains = new ArrayList<>();
      for (Extent extent : Extent.values()) {
        double gain = gain(lane, extent);
        gains.add(Double.isFinite(gain) ? gain : 0);
      }
      chart.addSeries(lane, names, gains).setFillColor(Charts.colour(lane));
    }
    return new Plot("gains", "how many times as fast split queries are, by lane", chart);
  }

  private List<String> findings() {
    List<String> findings = new ArrayList<>(Sentences.ofAnswers(results));
    for (String lane : lanes) {
      for (Extent extent : Extent.values()) {
        findings.add(finding(lane, extent));
      }
    }
    return findings;
  }

  private String finding(String lane, Extent extent) {
    Map<String, String> cell = SplitStudy.cell(lane, extent, AnswerMethod.SPLIT);
    double slow = number(cell, SplitQueries.SLOW_REQUEST);
    String deadlines =
        study.ways().contains(AnswerMethod.SINGLE_IN_TIME)
            ? " With default deadlines one request %s."
                .formatted(
                    time(lane, extent, AnswerMethod.SINGLE_IN_TIME).isKnown()
                        ? "succeeds"
                        : "fails (%s)"
                            .formatted(
                                results.failures(
                                    SplitStudy.cell(lane, extent, AnswerMethod.SINGLE_IN_TIME))))
            : "";
    return "%s, %s, %s rows: split into %s requests %s times as fast as one request without a deadline; 99 of 100 requests within %s s, %s times the target.%s"
        .formatted(
            lane,
            extent,
            Numbers.count(study.rows(lane)),
            Numbers.rounded(number(cell, SplitQueries.REQUESTS)),
            Numbers.rounded(gain(lane, extent)),
            Numbers.rounded(slow),
            Numbers.rounded(slow / study.targetSeconds()),
            deadlines);
  }
}
