/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.cassandrastats.bench.report.Charts;
import org.cassandrastats.bench.report.Numbers;
import org.cassandrastats.bench.report.Plot;
import org.cassandrastats.bench.report.StudyReport;
import org.cassandrastats.bench.report.Table;
import org.cassandrastats.bench.run.Attempt;
import org.cassandrastats.bench.run.MeasuredAggregate;
import org.cassandrastats.bench.run.Results;
import org.cassandrastats.bench.run.Spread;
import org.cassandrastats.bench.target.Deadlines;
import org.cassandrastats.cli.plan.QueryStrategy;
import org.knowm.xchart.XYChart;

/** What the study of predictions says. */
final class PlanStudyReport {
  private final Results results;
  private final List<String> lanes;
  private final List<PlanCase> cases = new ArrayList<>();

  PlanStudyReport(PlanStudy study, Results results, List<String> lanes) {
    this.results = results;
    this.lanes = lanes;
    for (String lane : lanes) {
      for (MeasuredAggregate aggregate : study.aggregates()) {
        study.sizes(lane).forEach(size -> cases.add(new PlanCase(results, lane, aggregate, size)));
      }
    }
  }

  StudyReport report() {
    return new StudyReport(
        "Plans: predicted and measured",
        "Each partition was planned by `cassandra-stats plan`, which does not know its size, and then asked as it is and split with the settings of the plan. Medians of the runs. The plans were made for the default deadlines (%d s for a partition); those of throw-away nodes are an hour, so that what would have missed them is measured, too."
            .formatted(Deadlines.DEFAULT.effective().toSeconds()),
        findings(),
        List.of(
            new StudyReport.Section("Rows", "", List.of(), rows()),
            new StudyReport.Section(
                "Times",
                "Predicted: the likely time, and in brackets the limits that the plan gives. Ratio: measured / predicted.",
                List.of(plot()),
                times())));
  }

  private Table rows() {
    List<List<String>> rows = new ArrayList<>();
    for (PlanCase one : cases) {
      rows.add(
          List.of(
              one.lane(),
              one.aggregate().toString(),
              Numbers.count(one.rows()),
              bracketed(one, PlannedQuery.ROWS, 0),
              Numbers.rounded(one.plan(PlannedQuery.ROWS) / one.rows()),
              Numbers.rounded(one.measured(PlanStep.PLAN).median()),
              one.way(),
              results.failures(
                  PlanStudy.cell(one.lane(), one.aggregate(), one.rows(), PlanStep.PLAN))));
    }
    return new Table(
        List.of(
            "lane",
            "aggregate",
            "rows#",
            "predicted rows#",
            "predicted / rows#",
            "plan takes s#",
            "recommended",
            "failed"),
        rows);
  }

  private Table times() {
    List<List<String>> rows = new ArrayList<>();
    for (PlanCase one : cases) {
      for (PlanStep step : List.of(PlanStep.ONE_QUERY, PlanStep.SPLIT)) {
        Spread measured = one.measured(step);
        rows.add(
            List.of(
                one.lane(),
                one.aggregate().toString(),
                Numbers.count(one.rows()),
                step.toString(),
                bracketed(one, one.prediction(step), 2),
                Numbers.rounded(measured.median()),
                Numbers.quartiles(measured),
                Numbers.rounded(one.ratio(step)),
                results.failures(PlanStudy.cell(one.lane(), one.aggregate(), one.rows(), step))));
      }
    }
    return new Table(
        List.of(
            "lane",
            "aggregate",
            "rows#",
            "way",
            "predicted s#",
            "client s#",
            "quartiles#",
            "ratio#",
            "failed"),
        rows);
  }

  private static String bracketed(PlanCase one, String name, int decimals) {
    double likely = one.plan(name);
    double low = one.plan(name + PlannedQuery.LOW);
    double high = one.plan(name + PlannedQuery.HIGH);
    if (Double.isNaN(likely)) {
      return Numbers.rounded(likely);
    }
    String form = "%,." + decimals + "f";
    String text = String.format(Locale.ROOT, form, likely);
    return low == high
        ? text
        : text + " (" + String.format(Locale.ROOT, form + " to " + form, low, high) + ")";
  }

  private Plot plot() {
    XYChart chart =
        Charts.logarithmic("Predicted against measured", "measured, seconds", "predicted, seconds");
    List<Double> all = new ArrayList<>();
    for (String lane : lanes) {
      for (PlanStep step : List.of(PlanStep.ONE_QUERY, PlanStep.SPLIT)) {
        List<PlanCase> known =
            cases.stream()
                .filter(one -> one.lane().equals(lane) && Double.isFinite(one.ratio(step)))
                .filter(one -> one.plan(one.prediction(step)) > 0)
                .sorted(Comparator.comparingDouble(one -> one.measured(step).median()))
                .toList();
        if (!known.isEmpty()) {
          List<Double> x = known.stream().map(one -> one.measured(step).median()).toList();
          List<Double> y = known.stream().map(one -> one.plan(one.prediction(step))).toList();
          all.addAll(x);
          Charts.addLane(
              chart, lane + ", " + step, lane, step == PlanStep.SPLIT ? 1 : 0, x, y, List.of());
        }
      }
    }
    if (!all.isEmpty()) {
      List<Double> ends =
          List.of(
              all.stream().min(Double::compare).orElseThrow(),
              all.stream().max(Double::compare).orElseThrow());
      Charts.addReference(chart, "as predicted", ends, ends, false);
    }
    return new Plot("predictions", "predicted seconds against measured ones", chart);
  }

  private List<String> findings() {
    List<String> findings = new ArrayList<>(Sentences.ofAnswers(answers()));
    for (String lane : lanes) {
      List<PlanCase> ofLane = cases.stream().filter(one -> one.lane().equals(lane)).toList();
      findings.add(
          "%s: rows were predicted to %s times the real number (%s); one query took %s times the predicted time (%s), a split one %s times (%s)."
              .formatted(
                  lane,
                  median(
                      ofLane.stream()
                          .mapToDouble(one -> one.plan(PlannedQuery.ROWS) / one.rows())
                          .toArray()),
                  limits(
                      ofLane.stream()
                          .mapToDouble(one -> one.plan(PlannedQuery.ROWS) / one.rows())
                          .toArray()),
                  median(ratios(ofLane, PlanStep.ONE_QUERY)),
                  limits(ratios(ofLane, PlanStep.ONE_QUERY)),
                  median(ratios(ofLane, PlanStep.SPLIT)),
                  limits(ratios(ofLane, PlanStep.SPLIT))));
      findings.add(recommendations(lane, ofLane));
    }
    return findings;
  }

  /** The queries only: a plan has no exact answer. */
  private Results answers() {
    return new Results(
        results.runs().stream()
            .filter(run -> !run.cell().get("step").equals(PlanStep.PLAN.toString()))
            .toList());
  }

  private static double[] ratios(List<PlanCase> some, PlanStep step) {
    return some.stream().mapToDouble(one -> one.ratio(step)).filter(Double::isFinite).toArray();
  }

  private static String median(double[] values) {
    return Numbers.rounded(Spread.of(values).median());
  }

  private static String limits(double[] values) {
    return values.length == 0
        ? "-"
        : Numbers.rounded(Arrays.stream(values).min().orElseThrow())
            + " to "
            + Numbers.rounded(Arrays.stream(values).max().orElseThrow());
  }

  private static String recommendations(String lane, List<PlanCase> some) {
    double deadline = Deadlines.DEFAULT.effective().toSeconds();
    List<PlanCase> one =
        some.stream()
            .filter(found -> found.way().equals(QueryStrategy.ONE_QUERY.toString()))
            .toList();
    long met =
        one.stream()
            .filter(found -> found.measured(PlanStep.ONE_QUERY).median() < deadline)
            .count();
    long needed =
        some.stream()
            .filter(found -> !found.way().equals(QueryStrategy.ONE_QUERY.toString()))
            .filter(found -> found.measured(PlanStep.ONE_QUERY).median() >= deadline)
            .count();
    return "%s: %d of %d partitions were recommended to be asked by one query, and %d of these took less than the default deadline of %.0f s; of the %d others, %d took longer as one query."
        .formatted(lane, one.size(), some.size(), met, deadline, some.size() - one.size(), needed);
  }

  /** What the runs of a partition and an aggregate say. */
  private record PlanCase(Results results, String lane, MeasuredAggregate aggregate, int rows) {
    Spread measured(PlanStep step) {
      return results.client(PlanStudy.cell(lane, aggregate, rows, step));
    }

    /** The median of a number of the plans; NaN where none has it. */
    double plan(String number) {
      return Spread.of(
              results.timed(PlanStudy.cell(lane, aggregate, rows, PlanStep.PLAN)).stream()
                  .map(Attempt::numbers)
                  .filter(numbers -> numbers.containsKey(number))
                  .mapToDouble(numbers -> numbers.get(number))
                  .toArray())
          .median();
    }

    String prediction(PlanStep step) {
      return step == PlanStep.SPLIT ? PlannedQuery.SPLIT : PlannedQuery.ONE_QUERY;
    }

    double ratio(PlanStep step) {
      return measured(step).median() / plan(prediction(step));
    }

    /** What most of the plans recommend. */
    String way() {
      return QueryStrategy.ofNumber(Math.rint(plan(PlannedQuery.WAY)))
          .map(QueryStrategy::toString)
          .orElse("-");
    }
  }
}
