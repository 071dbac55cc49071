/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.cassandrastats.bench.report.Charts;
import org.cassandrastats.bench.report.Numbers;
import org.cassandrastats.bench.report.Plot;
import org.cassandrastats.bench.report.StudyReport;
import org.cassandrastats.bench.report.Table;
import org.cassandrastats.bench.run.Results;
import org.cassandrastats.bench.run.Spread;
import org.knowm.xchart.CategoryChart;

/** What the study of partitions says. */
final class PartitionsReport {
  private final PartitionsStudy study;
  private final Results results;
  private final List<String> lanes;

  PartitionsReport(PartitionsStudy study, Results results, List<String> lanes) {
    this.study = study;
    this.results = results;
    this.lanes = lanes;
  }

  StudyReport report() {
    return new StudyReport(
        "One partition, many partitions, a whole table",
        "`mean(value)` of the same rows, stored as one partition and as %d partitions. A request to a replica is one whose partition the driver is told (its routing key); else it goes to any node, which asks the replica. One request for each partition: %d at a time, whose means the client joins; times of the server are of single requests only."
            .formatted(study.partitions(), PartitionQueries.AT_A_TIME),
        findings(),
        List.of(new StudyReport.Section("Times", "", List.of(plot()), table())));
  }

  private Spread time(String lane, Layout layout) {
    return results.client(PartitionsStudy.cell(lane, layout));
  }

  private double factor(String lane, Layout layout) {
    return time(lane, layout).median() / time(lane, Layout.ONE_TOKEN_AWARE).median();
  }

  private Table table() {
    List<List<String>> rows = new ArrayList<>();
    for (String lane : lanes) {
      for (Layout layout : Layout.values()) {
        Map<String, String> cell = PartitionsStudy.cell(lane, layout);
        rows.add(
            List.of(
                lane,
                layout.toString(),
                Numbers.count(study.rows(lane)),
                Numbers.rounded(time(lane, layout).median()),
                Numbers.quartiles(time(lane, layout)),
                Numbers.rounded(factor(lane, layout)),
                Numbers.rounded(results.tracedClient(cell)),
                Numbers.rounded(results.server(cell)),
                results.failures(cell)));
      }
    }
    return new Table(
        List.of(
            "lane",
            "rows are",
            "rows#",
            "client s#",
            "quartiles#",
            "times one partition#",
            "traced: client s#",
            "server s#",
            "failed"),
        rows);
  }

  private Plot plot() {
    CategoryChart chart =
        Charts.bars("Time over that of one partition", "rows are", "relative time");
    List<String> names =
        List.of("one: replica", "one: any", "each: replica", "each: any", "IN", "table");
    for (String lane : lanes) {
      List<Double> factors = new ArrayList<>();
      for (Layout layout : Layout.values()) {
        double factor = factor(lane, layout);
        factors.add(Double.isFinite(factor) ? factor : 0);
      }
      chart.addSeries(lane, names, factors).setFillColor(Charts.colour(lane));
    }
    return new Plot("layouts", "relative time of each layout, by lane", chart);
  }

  private List<String> findings() {
    List<String> findings = new ArrayList<>(Sentences.ofAnswers(results));
    for (String lane : lanes) {
      findings.add(
          "%s: against one partition, the whole table takes %s times as long, %d partitions by `IN` %s times, and a request for each of them %s times (to any node: %s times). One partition asked through any node: %s times."
              .formatted(
                  lane,
                  Numbers.rounded(factor(lane, Layout.WHOLE_TABLE)),
                  study.partitions(),
                  Numbers.rounded(factor(lane, Layout.IN)),
                  Numbers.rounded(factor(lane, Layout.EACH_TOKEN_AWARE)),
                  Numbers.rounded(factor(lane, Layout.EACH_ANY_NODE)),
                  Numbers.rounded(factor(lane, Layout.ONE_ANY_NODE))));
    }
    return findings;
  }
}
