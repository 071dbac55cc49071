/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.cassandrastats.bench.report.Charts;
import org.cassandrastats.bench.report.Numbers;
import org.cassandrastats.bench.report.Plot;
import org.cassandrastats.bench.report.StudyReport;
import org.cassandrastats.bench.report.Table;
import org.cassandrastats.bench.run.Attempt;
import org.cassandrastats.bench.run.Results;
import org.cassandrastats.bench.run.Spread;
import org.knowm.xchart.XYChart;

/** What the study of concurrent users says. */
final class ModelReport {
  private final ModelStudy study;
  private final Results results;
  private final List<String> lanes;

  ModelReport(ModelStudy study, Results results, List<String> lanes) {
    this.study = study;
    this.results = results;
    this.lanes = lanes;
  }

  StudyReport report() {
    return new StudyReport(
        "Concurrent users: predicted and measured",
        "All users ask for `%s` over the same partition at the same time, each once. Predicted: rows / scan speed of one user alone, and with more users than cores (%d) times users / cores. Measured: the median user's time, over the runs."
            .formatted(study.aggregate(), study.cores()),
        findings(),
        List.of(new StudyReport.Section("Waiting times", "", List.of(plot()), table())));
  }

  private double alone(String lane) {
    return measured(lane, 1).median();
  }

  private Spread measured(String lane, int users) {
    return results.client(ModelStudy.cell(lane, users));
  }

  private double predicted(String lane, int users) {
    return study.predicted(alone(lane), users);
  }

  private double rowsPerSecond(String lane, int users) {
    double[] seconds =
        results.timed(ModelStudy.cell(lane, users)).stream()
            .filter(Attempt::isExact)
            .mapToDouble(attempt -> attempt.numbers().get(ModelStudy.ALL))
            .toArray();
    return (double) study.rows(lane) * users / Spread.of(seconds).median();
  }

  private Table table() {
    List<List<String>> rows = new ArrayList<>();
    for (String lane : lanes) {
      for (int users : study.users()) {
        Map<String, String> cell = ModelStudy.cell(lane, users);
        Spread measured = measured(lane, users);
        rows.add(
            List.of(
                lane,
                Integer.toString(users),
                Numbers.rounded(predicted(lane, users)),
                Numbers.rounded(measured.median()),
                Numbers.quartiles(measured),
                Numbers.rounded(measured.median() / predicted(lane, users)),
                String.format(Locale.ROOT, "%,.0f", rowsPerSecond(lane, users)),
                Numbers.rounded(results.tracedClient(cell)),
                Numbers.rounded(results.server(cell)),
                results.failures(cell)));
      }
    }
    return new Table(
        List.of(
            "lane",
            "users#",
            "predicted s#",
            "client s#",
            "quartiles#",
            "measured / predicted#",
            "rows a second, all users#",
            "traced: client s#",
            "server s#",
            "failed"),
        rows);
  }

  private Plot plot() {
    XYChart chart = Charts.linear("Waiting time of a user", "users", "seconds (client)");
    for (String lane : lanes) {
      List<Double> x = new ArrayList<>();
      List<Double> predicted = new ArrayList<>();
      List<Double> measured = new ArrayList<>();
      for (int users : study.users()) {
        if (measured(lane, users).isKnown() && measured(lane, 1).isKnown()) {
          x.add((double) users);
          predicted.add(predicted(lane, users));
          measured.add(measured(lane, users).median());
        }
      }
      if (!x.isEmpty()) {
        Charts.addLane(chart, lane + ", measured", lane, 0, x, measured, List.of());
        Charts.addLane(chart, lane + ", predicted", lane, 2, x, predicted, List.of());
      }
    }
    return new Plot("waiting", "seconds against users, measured and predicted", chart);
  }

  private List<String> findings() {
    List<String> findings = new ArrayList<>(Sentences.ofAnswers(results));
    int most = study.users().get(study.users().size() - 1);
    for (String lane : lanes) {
      findings.add(
          String.format(
              Locale.ROOT,
              "%s: one user reads %,.0f rows a second; with %d users each waits %s s, predicted %s s (measured / predicted: %s), and all together read %,.0f rows a second.",
              lane,
              study.rows(lane) / alone(lane),
              most,
              Numbers.rounded(measured(lane, most).median()),
              Numbers.rounded(predicted(lane, most)),
              Numbers.rounded(measured(lane, most).median() / predicted(lane, most)),
              rowsPerSecond(lane, most)));
    }
    return findings;
  }
}
