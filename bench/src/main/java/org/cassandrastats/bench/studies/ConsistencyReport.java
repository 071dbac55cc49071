/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.cassandrastats.bench.report.Charts;
import org.cassandrastats.bench.report.Numbers;
import org.cassandrastats.bench.report.Plot;
import org.cassandrastats.bench.report.StudyReport;
import org.cassandrastats.bench.report.Table;
import org.cassandrastats.bench.run.Attempt;
import org.cassandrastats.bench.run.Results;
import org.cassandrastats.bench.run.Spread;
import org.knowm.xchart.CategoryChart;

/** What the study of consistency levels says. */
final class ConsistencyReport {
  private final ConsistencyStudy study;
  private final Results results;
  private final List<String> lanes;

  ConsistencyReport(ConsistencyStudy study, Results results, List<String> lanes) {
    this.study = study;
    this.results = results;
    this.lanes = lanes;
  }

  StudyReport report() {
    return new StudyReport(
        "Aggregation time against consistency level",
        "`mean(value)` of one partition of %s rows. Where one replica has missed writes of level QUORUM (the others took it for dead and kept no hints), that replica coordinates, so that every page finds a difference; \"again\" is the same request a second time. Only levels that must see those writes are asked there. The slowed replica stands still for four fifths of the time."
            .formatted(Numbers.count(study.rows(""))),
        findings(),
        List.of(
            new StudyReport.Section(
                "Times", "", lanes.stream().map(this::plot).toList(), table())));
  }

  private Spread time(String lane, ReplicaCondition condition, ConsistencyLevel level) {
    return results.client(ConsistencyStudy.cell(lane, condition, level));
  }

  private double again(String lane, ReplicaCondition condition, ConsistencyLevel level) {
    return Spread.of(
            results.timed(ConsistencyStudy.cell(lane, condition, level)).stream()
                .filter(Attempt::isExact)
                .mapToDouble(
                    attempt -> attempt.numbers().getOrDefault(ConsistencyQueries.AGAIN, Double.NaN))
                .filter(Double::isFinite)
                .toArray())
        .median();
  }

  /** Against the first level, in sync. */
  private double factor(String lane, ReplicaCondition condition, ConsistencyLevel level) {
    return time(lane, condition, level).median()
        / time(lane, ReplicaCondition.IN_SYNC, study.levels(ReplicaCondition.IN_SYNC).get(0))
            .median();
  }

  private Table table() {
    List<List<String>> rows = new ArrayList<>();
    for (String lane : lanes) {
      for (ReplicaCondition condition : study.conditions()) {
        for (DefaultConsistencyLevel level : study.levels(condition)) {
          rows.add(row(lane, condition, level));
        }
      }
    }
    return new Table(
        List.of(
            "lane",
            "replicas",
            "level",
            "client s#",
            "quartiles#",
            "factor#",
            "again s#",
            "traced: client s#",
            "server s#",
            "failed"),
        rows);
  }

  private List<String> row(String lane, ReplicaCondition condition, DefaultConsistencyLevel level) {
    Map<String, String> cell = ConsistencyStudy.cell(lane, condition, level);
    Spread time = time(lane, condition, level);
    return List.of(
        lane,
        condition.toString(),
        level.name(),
        Numbers.rounded(time.median()),
        Numbers.quartiles(time),
        Numbers.rounded(factor(lane, condition, level)),
        Numbers.rounded(again(lane, condition, level)),
        Numbers.rounded(results.tracedClient(cell)),
        Numbers.rounded(results.server(cell)),
        results.failures(cell));
  }

  private Plot plot(String lane) {
    CategoryChart chart = Charts.bars(lane, "consistency level", "seconds (client)");
    List<DefaultConsistencyLevel> levels = study.levels(ReplicaCondition.IN_SYNC);
    List<String> names = levels.stream().map(Enum::name).toList();
    for (ReplicaCondition condition : study.conditions()) {
      List<Double> values = new ArrayList<>();
      for (DefaultConsistencyLevel level : levels) {
        Spread time = time(lane, condition, level);
        values.add(time.isKnown() ? time.median() : 0);
      }
      chart.addSeries(condition.toString(), names, values);
    }
    return new Plot(
        "levels-" + lane, "seconds by consistency level and state of the replicas", chart);
  }

  private List<String> findings() {
    List<String> findings = new ArrayList<>(Sentences.ofAnswers(results));
    for (String lane : lanes) {
      for (ReplicaCondition condition : study.conditions()) {
        for (DefaultConsistencyLevel level : study.levels(condition)) {
          double again = again(lane, condition, level);
          findings.add(
              "%s, %s, %s: %s times the time of %s in sync%s."
                  .formatted(
                      lane,
                      condition,
                      level.name(),
                      Numbers.rounded(factor(lane, condition, level)),
                      study.levels(ReplicaCondition.IN_SYNC).get(0).name(),
                      Double.isFinite(again)
                          ? "; the same request again takes %s s after %s s"
                              .formatted(
                                  Numbers.rounded(again),
                                  Numbers.rounded(time(lane, condition, level).median()))
                          : ""));
        }
      }
    }
    return findings;
  }
}
