/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.cassandrastats.bench.report.Charts;
import org.cassandrastats.bench.report.Numbers;
import org.cassandrastats.bench.report.Plot;
import org.cassandrastats.bench.report.StudyReport;
import org.cassandrastats.bench.report.Table;
import org.cassandrastats.bench.run.Results;
import org.cassandrastats.bench.run.Spread;
import org.knowm.xchart.XYChart;

/** What the study of indexes says. */
final class IndexReport {
  private static final List<IndexWay> FASTER =
      List.of(IndexWay.SECONDARY, IndexWay.SAI, IndexWay.PARTITION_KEY);

  private final IndexStudy study;
  private final Results results;
  private final List<String> lanes;

  IndexReport(IndexStudy study, Results results, List<String> lanes) {
    this.study = study;
    this.results = results;
    this.lanes = lanes;
  }

  StudyReport report() {
    List<Plot> plots = new ArrayList<>();
    for (String lane : lanes) {
      for (IndexAnswer answer : IndexAnswer.values()) {
        plots.add(plot(lane, answer));
      }
    }
    return new StudyReport(
        "Partition key, indexes and full scan",
        "%s records, of which 9 %%, 1 %% and 0.1 %% are looked for by the value of one column: their ids and values (rows), and their count and built-in `avg` (average). The same records are in four tables: one without an index, which is read wholly (`ALLOW FILTERING`), one with a secondary index (`legacy_local_table`), one with a storage-attached index (`sai`), each with %s records in a partition and these kinds of records spread at random; and one that is partitioned by the column."
            .formatted(Numbers.count(study.rows("")), Numbers.count(study.groupSize())),
        findings(),
        List.of(
            new StudyReport.Section(
                "Times",
                "Times are those of the client until it has the whole answer, in pages of %s rows. Gain: time of the full scan over the time. The old gains are of 4.04 million records (GDELT) in Cassandra 2.0."
                    .formatted(Numbers.count(IndexQueries.PAGE_SIZE)),
                plots,
                table())));
  }

  private Spread time(String lane, IndexQuestion question) {
    return results.client(question.cell(lane));
  }

  /** How many times as fast as a full scan. */
  private double gain(String lane, IndexQuestion question) {
    return time(lane, question.scanned()).median() / time(lane, question).median();
  }

  private static String old(IndexWay way, IndexShare share) {
    return Index2013.gain(way, share)
        .map(
            gain ->
                gain.least() == gain.most()
                    ? Numbers.rounded(gain.most())
                    : Numbers.rounded(gain.least()) + " to " + Numbers.rounded(gain.most()))
        .orElse("-");
  }

  private Table table() {
    List<List<String>> rows = new ArrayList<>();
    for (String lane : lanes) {
      IndexQuestion.all().forEach(question -> rows.add(line(lane, question)));
    }
    return new Table(
        List.of(
            "lane",
            "answer",
            "share#",
            "records found#",
            "found by",
            "client s#",
            "quartiles#",
            "gain#",
            "2.0: gain#",
            "failed"),
        rows);
  }

  private List<String> line(String lane, IndexQuestion question) {
    Map<String, String> cell = question.cell(lane);
    Spread time = time(lane, question);
    return List.of(
        lane,
        question.answer().toString(),
        question.share().toString(),
        Numbers.count(question.share().count(study.rows(lane))),
        question.way().label(),
        Numbers.rounded(time.median()),
        Numbers.quartiles(time),
        Numbers.rounded(gain(lane, question)),
        old(question.way(), question.share()),
        results.failures(cell));
  }

  private Plot plot(String lane, IndexAnswer answer) {
    XYChart chart =
        Charts.logarithmic(
            "Gain over a full scan: " + answer, "records looked for (%)", "times as fast");
    addOld(chart, "2.0: secondary index, least", IndexWay.SECONDARY, Index2013.Gain::least);
    addOld(chart, "2.0: secondary index, most", IndexWay.SECONDARY, Index2013.Gain::most);
    addOld(chart, "2.0: partition key", IndexWay.PARTITION_KEY, Index2013.Gain::most);
    for (IndexWay way : FASTER) {
      List<Double> x = new ArrayList<>();
      List<Double> y = new ArrayList<>();
      for (IndexShare share : IndexShare.values()) {
        double gain = gain(lane, new IndexQuestion(answer, share, way));
        if (Double.isFinite(gain)) {
          x.add(share.percent());
          y.add(gain);
        }
      }
      if (!x.isEmpty()) {
        int style = FASTER.indexOf(way);
        Charts.addLine(chart, way.label(), Charts.colour(style), style, x, y, List.of());
      }
    }
    return new Plot(
        "gains-%s-%s".formatted(answer, lane),
        "how many times as fast as a full scan, by the share that is looked for: %s, %s"
            .formatted(answer, lane),
        chart);
  }

  private static void addOld(
      XYChart chart, String name, IndexWay way, ToDoubleFunction<Index2013.Gain> end) {
    List<Double> x = new ArrayList<>();
    List<Double> y = new ArrayList<>();
    for (IndexShare share : IndexShare.values()) {
      Index2013.gain(way, share)
          .ifPresent(
              gain -> {
                x.add(share.percent());
                y.add(end.applyAsDouble(gain));
              });
    }
    Charts.addReference(chart, name, x, y, x.size() == 1);
  }

  private List<String> findings() {
    List<String> findings =
        new ArrayList<>(
            Sentences.ofAnswers(
                results, "answers", "rows bit for bit, counts exactly, averages to 1e-12"));
    for (String lane : lanes) {
      for (IndexAnswer answer : IndexAnswer.values()) {
        FASTER.forEach(way -> findings.add(finding(lane, answer, way)));
      }
    }
    return findings;
  }

  private String finding(String lane, IndexAnswer answer, IndexWay way) {
    return "%s, %s, by %s: %s."
        .formatted(
            lane,
            answer,
            way.label(),
            Arrays.stream(IndexShare.values())
                .map(
                    share ->
                        "%s times as fast as a full scan at %s%s"
                            .formatted(
                                Numbers.rounded(gain(lane, new IndexQuestion(answer, share, way))),
                                share,
                                Index2013.gain(way, share).isPresent()
                                    ? " (2.0: " + old(way, share) + ")"
                                    : ""))
                .collect(Collectors.joining(", ")));
  }
}
