/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
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
import org.knowm.xchart.XYChart;

/** What the study of row counts says. */
final class RowsReport {
  private static final double MICROS = 1e6;
  private static final double READ = Deadlines.DEFAULT.read().toSeconds();
  private static final double NATIVE = Deadlines.DEFAULT.nativeTransport().toSeconds();

  private final RowsStudy study;
  private final Results results;
  private final List<String> lanes;
  private final List<MeasuredAggregate> aggregates;

  RowsReport(
      RowsStudy study, Results results, List<String> lanes, List<MeasuredAggregate> aggregates) {
    this.study = study;
    this.results = results;
    this.lanes = lanes;
    this.aggregates = aggregates;
  }

  StudyReport report() {
    return new StudyReport(
        "Aggregation time against the number of rows",
        "Each query is over the first rows of one partition, with deadlines so late that none is exceeded."
            + " The line is fitted to the median times so that relative deviations are least; it says at how many rows"
            + " a query exceeds `read_request_timeout` (5 s by default) and, were that later,"
            + " `native_transport_timeout` (12 s). Queries near the first of these numbers were"
            + " then asked with Cassandra's default deadlines, as far as so many rows were"
            + " loaded: \"answered\" is the most rows that gave the exact answer, \"refused\" the fewest that did not.",
        findings(),
        List.of(
            new StudyReport.Section(
                "Linearity and deadlines", "", List.of(timePlot(), ratePlot()), fits()),
            new StudyReport.Section("All times", "", List.of(), times())));
  }

  private Spread client(String lane, MeasuredAggregate aggregate, int size) {
    return results.client(RowsStudy.timedCell(lane, aggregate, size));
  }

  private Table times() {
    List<List<String>> rows = new ArrayList<>();
    for (String lane : lanes) {
      for (MeasuredAggregate aggregate : aggregates) {
        study.sizes(lane).forEach(size -> rows.add(times(lane, aggregate, size)));
      }
    }
    return new Table(
        List.of(
            "lane",
            "aggregate",
            "rows#",
            "client s#",
            "quartiles#",
            "µs a row#",
            "rows a second#",
            "traced: client s#",
            "server s#",
            "failed"),
        rows);
  }

  private List<String> times(String lane, MeasuredAggregate aggregate, int size) {
    Map<String, String> cell = RowsStudy.timedCell(lane, aggregate, size);
    Spread client = results.client(cell);
    return List.of(
        lane,
        aggregate.toString(),
        Numbers.count(size),
        Numbers.rounded(client.median()),
        Numbers.quartiles(client),
        Numbers.rounded(client.median() * MICROS / size),
        Numbers.rounded(size / client.median()),
        Numbers.rounded(results.tracedClient(cell)),
        Numbers.rounded(results.server(cell)),
        results.failures(cell));
  }

  private Table fits() {
    List<List<String>> rows = new ArrayList<>();
    for (String lane : lanes) {
      for (MeasuredAggregate aggregate : aggregates) {
        study.fit(results, lane, aggregate).ifPresent(fit -> rows.add(fit(lane, aggregate, fit)));
      }
    }
    return new Table(
        List.of(
            "lane",
            "aggregate",
            "ms + #",
            "µs a row#",
            "largest deviation#",
            "rows at 5 s#",
            "rows at 12 s#",
            "answered#",
            "refused#",
            "after s#",
            "exception"),
        rows);
  }

  private List<String> fit(String lane, MeasuredAggregate aggregate, LineFit fit) {
    Optional<Integer> answered = probed(lane, aggregate, true).reduce((first, last) -> last);
    Optional<Integer> refused = probed(lane, aggregate, false).findFirst();
    Optional<Attempt> refusal = refused.map(size -> probe(lane, aggregate, size));
    return List.of(
        lane,
        aggregate.toString(),
        Numbers.rounded(fit.fixed() * 1e3),
        Numbers.rounded(fit.perRow() * MICROS),
        Numbers.rounded(100 * deviation(lane, aggregate, fit)) + " %",
        rows(fit, READ),
        rows(fit, NATIVE),
        answered.map(Numbers::count).orElse("-"),
        refused.map(Numbers::count).orElse("-"),
        refusal.map(attempt -> Numbers.rounded(attempt.seconds())).orElse("-"),
        refusal.map(Attempt::error).orElse("-"));
  }

  private static String rows(LineFit fit, double seconds) {
    return String.format(Locale.ROOT, "%,.0f", fit.rows(seconds));
  }

  private double deviation(String lane, MeasuredAggregate aggregate, LineFit fit) {
    double[] x =
        study.sizes(lane).stream()
            .filter(size -> client(lane, aggregate, size).isKnown())
            .mapToDouble(Integer::doubleValue)
            .toArray();
    double[] y = new double[x.length];
    for (int i = 0; i < x.length; i++) {
      y[i] = client(lane, aggregate, (int) x[i]).median();
    }
    return fit.largestDeviation(x, y);
  }

  private Stream<Integer> probed(String lane, MeasuredAggregate aggregate, boolean answered) {
    return study.probes(results, lane, aggregate).stream()
        .filter(size -> !results.timed(RowsStudy.probeCell(lane, aggregate, size)).isEmpty())
        .filter(size -> probe(lane, aggregate, size).isExact() == answered);
  }

  private Attempt probe(String lane, MeasuredAggregate aggregate, int size) {
    return results.timed(RowsStudy.probeCell(lane, aggregate, size)).get(0);
  }

  private Plot timePlot() {
    XYChart chart =
        Charts.logarithmic("Time against the number of rows", "rows", "seconds (client)");
    double most = 1;
    double least = Double.MAX_VALUE;
    for (String lane : lanes) {
      most = Math.max(most, study.sizes(lane).get(study.sizes(lane).size() - 1));
      least = Math.min(least, study.sizes(lane).get(0));
    }
    addLines(chart, (time, size) -> time.median());
    Charts.addReference(
        chart, "read_request_timeout", List.of(least, most), List.of(READ, READ), false);
    return new Plot("time", "seconds against rows, by lane and aggregate", chart);
  }

  private Plot ratePlot() {
    XYChart chart = Charts.logarithmic("Rows a second", "rows", "rows a second");
    addLines(chart, (time, size) -> size / time.median());
    return new Plot("rate", "rows a second against rows, by lane and aggregate", chart);
  }

  private interface Value {
    double of(Spread time, int size);
  }

  private void addLines(XYChart chart, Value value) {
    for (String lane : lanes) {
      for (MeasuredAggregate aggregate : aggregates) {
        List<Double> x = new ArrayList<>();
        List<Double> y = new ArrayList<>();
        for (int size : study.sizes(lane)) {
          Spread time = client(lane, aggregate, size);
          if (time.isKnown()) {
            x.add((double) size);
            y.add(value.of(time, size));
          }
        }
        if (!x.isEmpty()) {
          Charts.addLane(
              chart, lane + ", " + aggregate, lane, aggregates.indexOf(aggregate), x, y, List.of());
        }
      }
    }
  }

  private List<String> findings() {
    List<String> findings = new ArrayList<>(Sentences.ofAnswers(results));
    for (String lane : lanes) {
      for (MeasuredAggregate aggregate : aggregates) {
        study
            .fit(results, lane, aggregate)
            .ifPresent(fit -> findings.add(finding(lane, aggregate, fit)));
      }
    }
    return findings;
  }

  private String finding(String lane, MeasuredAggregate aggregate, LineFit fit) {
    return String.format(
        Locale.ROOT,
        "%s: `%s` takes %s µs a row (%,.0f rows a second); no median is farther than %s %% from the line. It exceeds 5 s at about %s rows%s.",
        lane,
        aggregate,
        Numbers.rounded(fit.perRow() * MICROS),
        1 / fit.perRow(),
        Numbers.rounded(100 * deviation(lane, aggregate, fit)),
        rows(fit, READ),
        observed(lane, aggregate));
  }

  private String observed(String lane, MeasuredAggregate aggregate) {
    Optional<Integer> answered = probed(lane, aggregate, true).reduce((first, last) -> last);
    Optional<Integer> refused = probed(lane, aggregate, false).findFirst();
    if (refused.isEmpty()) {
      return answered.isEmpty()
          ? ", which are more than were loaded"
          : "; %s were answered with the default deadlines"
              .formatted(Numbers.count(answered.get()));
    }
    Attempt refusal = probe(lane, aggregate, refused.get());
    return "; with the default deadlines, %s rows ended after %s s in a %s"
        .formatted(
            Numbers.count(refused.get()), Numbers.rounded(refusal.seconds()), refusal.error());
  }
}
