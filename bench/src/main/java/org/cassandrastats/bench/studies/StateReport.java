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
import org.cassandrastats.bench.run.Attempt;
import org.cassandrastats.bench.run.Results;
import org.cassandrastats.bench.run.Spread;
import org.knowm.xchart.CategoryChart;

/** What the study of states says. */
final class StateReport {
  private final StateStudy study;
  private final Results results;
  private final List<String> lanes;

  StateReport(StateStudy study, Results results, List<String> lanes) {
    this.study = study;
    this.results = results;
    this.lanes = lanes;
  }

  StudyReport report() {
    return new StudyReport(
        "Bounded state against a list of all values",
        "Before each query the node collects all garbage. While it runs, the heap is looked at every"
            + " 10 ms, and another user reads single rows, one after the other. Heap: the most"
            + " that was in use at any look, garbage included, above what was before."
            + " \"No aggregation\" is that user alone for a second. Medians of the runs.",
        findings(),
        List.of(
            new StudyReport.Section(
                "Heap, garbage and other queries",
                "",
                lanes.stream().map(this::plot).toList(),
                table())));
  }

  private double number(String lane, StateKind kind, int rows, String name) {
    return Spread.of(
            results.timed(StateStudy.cell(lane, kind, rows)).stream()
                .filter(Attempt::isExact)
                .mapToDouble(attempt -> attempt.numbers().getOrDefault(name, Double.NaN))
                .toArray())
        .median();
  }

  private Table table() {
    List<List<String>> rows = new ArrayList<>();
    for (String lane : lanes) {
      for (int count : study.rowCounts()) {
        for (StateKind kind : StateKind.values()) {
          rows.add(row(lane, kind, count));
        }
      }
    }
    return new Table(
        List.of(
            "lane",
            "rows#",
            "state",
            "client s#",
            "traced: server s#",
            "heap MiB#",
            "collecting garbage ms#",
            "other queries: median ms#",
            "99 %#",
            "longest#",
            "failed"),
        rows);
  }

  private List<String> row(String lane, StateKind kind, int count) {
    Map<String, String> cell = StateStudy.cell(lane, kind, count);
    return List.of(
        lane,
        Numbers.count(count),
        kind.toString(),
        Numbers.rounded(results.client(cell).median()),
        Numbers.rounded(results.server(cell)),
        Numbers.rounded(number(lane, kind, count, StateQueries.HEAP)),
        Numbers.rounded(number(lane, kind, count, StateQueries.COLLECTING)),
        Numbers.rounded(number(lane, kind, count, StateQueries.OTHER_MEDIAN)),
        Numbers.rounded(number(lane, kind, count, StateQueries.OTHER_NEARLY_ALL)),
        Numbers.rounded(number(lane, kind, count, StateQueries.OTHER_LONGEST)),
        results.failures(cell));
  }

  private Plot plot(String lane) {
    CategoryChart chart = Charts.bars(lane, "rows", "heap (MiB)");
    List<String> names = study.rowCounts().stream().map(Numbers::count).toList();
    for (StateKind kind : StateKind.values()) {
      if (kind != StateKind.NOTHING) {
        List<Double> values = new ArrayList<>();
        for (int count : study.rowCounts()) {
          double heap = number(lane, kind, count, StateQueries.HEAP);
          values.add(Double.isFinite(heap) ? Math.max(0, heap) : 0);
        }
        chart.addSeries(kind.toString(), names, values);
      }
    }
    return new Plot("heap-" + lane, "heap in use by rows and state, " + lane, chart);
  }

  private List<String> findings() {
    List<String> findings = new ArrayList<>(Sentences.ofAnswers(results));
    int most = study.rows("");
    for (String lane : lanes) {
      findings.add(
          "%s, %s rows: the list takes %s MiB of heap and %s ms of collecting garbage, `tdigest` %s MiB and %s ms; 99 %% of the other queries took up to %s ms beside the list, %s ms beside `tdigest` and %s ms alone."
              .formatted(
                  lane,
                  Numbers.count(most),
                  Numbers.rounded(number(lane, StateKind.LIST, most, StateQueries.HEAP)),
                  Numbers.rounded(number(lane, StateKind.LIST, most, StateQueries.COLLECTING)),
                  Numbers.rounded(number(lane, StateKind.TDIGEST, most, StateQueries.HEAP)),
                  Numbers.rounded(number(lane, StateKind.TDIGEST, most, StateQueries.COLLECTING)),
                  Numbers.rounded(
                      number(lane, StateKind.LIST, most, StateQueries.OTHER_NEARLY_ALL)),
                  Numbers.rounded(
                      number(lane, StateKind.TDIGEST, most, StateQueries.OTHER_NEARLY_ALL)),
                  Numbers.rounded(
                      number(lane, StateKind.NOTHING, most, StateQueries.OTHER_NEARLY_ALL))));
    }
    return findings;
  }
}
