/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import org.cassandrastats.bench.report.Charts;
import org.cassandrastats.bench.report.Numbers;
import org.cassandrastats.bench.report.Plot;
import org.cassandrastats.bench.report.StudyReport;
import org.cassandrastats.bench.report.Table;
import org.cassandrastats.bench.run.MeasuredAggregate;
import org.cassandrastats.bench.run.Results;
import org.cassandrastats.bench.run.Spread;
import org.knowm.xchart.XYChart;

/** What the study of page sizes says. */
final class PageSizeReport {
  private static final double MICROS = 1e6;
  private static final int OF_DRIVERS = 5000;

  private final PageSizeStudy study;
  private final Results results;
  private final List<String> lanes;
  private final List<Integer> pageSizes;
  private final List<MeasuredAggregate> aggregates;
  private final int base;

  PageSizeReport(
      PageSizeStudy study,
      Results results,
      List<String> lanes,
      List<Integer> pageSizes,
      List<MeasuredAggregate> aggregates) {
    this.study = study;
    this.results = results;
    this.lanes = lanes;
    this.pageSizes = pageSizes;
    this.aggregates = aggregates;
    this.base = pageSizes.get(pageSizes.size() - 1);
  }

  StudyReport report() {
    return new StudyReport(
        "Aggregation time against page size",
        "An aggregate over one partition reads it page by page inside the coordinator: the page size of"
            + " the request says how many rows at a time, although only one row comes back."
            + " Times of the client are those that the driver waited, median and quartiles of the"
            + " runs; those of the server are of one more run, by the coordinator's own"
            + " trace, beside the client's time of that same run: tracing writes several rows for"
            + " each page, so that small pages look slower in it. Factors are the time over the time with the"
            + " largest page, "
            + Numbers.count(base)
            + ", of the same lane and aggregate. Those of 2016 are of 10 million doubles in one"
            + " partition of Cassandra 3.1.",
        findings(),
        List.of(
            new StudyReport.Section(
                "Relative to the largest page",
                "Lower is better; 1 is the time with the largest page.",
                List.of(relativePlot(), perRowPlot()),
                factors()),
            new StudyReport.Section("All times", "", List.of(), times())));
  }

  private Spread client(String lane, MeasuredAggregate aggregate, int size) {
    return results.client(study.cell(lane, aggregate, size));
  }

  private OptionalDouble factor(String lane, MeasuredAggregate aggregate, int size) {
    Spread time = client(lane, aggregate, size);
    Spread baseTime = client(lane, aggregate, base);
    return time.isKnown() && baseTime.isKnown()
        ? OptionalDouble.of(time.median() / baseTime.median())
        : OptionalDouble.empty();
  }

  private double perRow(String lane, MeasuredAggregate aggregate, int size) {
    return client(lane, aggregate, size).median() * MICROS / study.rows(lane);
  }

  private Table factors() {
    List<String> header = new ArrayList<>(List.of("page size#"));
    for (String lane : lanes) {
      aggregates.forEach(aggregate -> header.add(lane + " " + aggregate + "#"));
    }
    header.add("2016#");
    List<List<String>> rows = new ArrayList<>();
    for (int size : pageSizes) {
      List<String> row = new ArrayList<>(List.of(Numbers.count(size)));
      for (String lane : lanes) {
        for (MeasuredAggregate aggregate : aggregates) {
          row.add(Numbers.rounded(factor(lane, aggregate, size)));
        }
      }
      row.add(Numbers.rounded(PageSizes2016.factor(size, base)));
      rows.add(row);
    }
    return new Table(header, rows);
  }

  private Table times() {
    List<List<String>> rows = new ArrayList<>();
    for (String lane : lanes) {
      for (MeasuredAggregate aggregate : aggregates) {
        pageSizes.forEach(size -> rows.add(times(lane, aggregate, size)));
      }
    }
    return new Table(
        List.of(
            "lane",
            "aggregate",
            "rows#",
            "page size#",
            "client s#",
            "quartiles#",
            "µs a row#",
            "traced: client s#",
            "server s#",
            "failed"),
        rows);
  }

  private List<String> times(String lane, MeasuredAggregate aggregate, int size) {
    Map<String, String> cell = study.cell(lane, aggregate, size);
    Spread client = results.client(cell);
    return List.of(
        lane,
        aggregate.toString(),
        Numbers.count(study.rows(lane)),
        Numbers.count(size),
        Numbers.rounded(client.median()),
        Numbers.quartiles(client),
        Numbers.rounded(perRow(lane, aggregate, size)),
        Numbers.rounded(results.tracedClient(cell)),
        Numbers.rounded(results.server(cell)),
        results.failures(cell));
  }

  private Plot relativePlot() {
    XYChart chart =
        Charts.logarithmic(
            "Time over the time with pages of " + Numbers.count(base) + " rows",
            "page size (rows)",
            "relative time");
    List<Double> x = new ArrayList<>();
    List<Double> y = new ArrayList<>();
    for (int size : pageSizes) {
      PageSizes2016.factor(size, base)
          .ifPresent(
              factor -> {
                x.add((double) size);
                y.add(factor);
              });
    }
    if (!x.isEmpty()) {
      Charts.addReference(chart, "2016, Cassandra 3.1", x, y, true);
    }
    addLines(
        chart, (lane, aggregate, size) -> factor(lane, aggregate, size).orElse(Double.NaN), false);
    return new Plot(
        "relative-time", "relative time against page size, by lane and aggregate", chart);
  }

  private Plot perRowPlot() {
    XYChart chart = Charts.logarithmic("Time of a row", "page size (rows)", "µs a row");
    addLines(chart, this::perRow, true);
    return new Plot("time-per-row", "microseconds a row against page size", chart);
  }

  private interface Value {
    double of(String lane, MeasuredAggregate aggregate, int size);
  }

  private void addLines(XYChart chart, Value value, boolean withErrors) {
    for (String lane : lanes) {
      for (MeasuredAggregate aggregate : aggregates) {
        List<Double> x = new ArrayList<>();
        List<Double> y = new ArrayList<>();
        List<Double> errors = new ArrayList<>();
        for (int size : pageSizes) {
          double number = value.of(lane, aggregate, size);
          if (Double.isFinite(number)) {
            Spread time = client(lane, aggregate, size);
            x.add((double) size);
            y.add(number);
            errors.add(number * (time.third() - time.first()) / (2 * time.median()));
          }
        }
        if (!x.isEmpty()) {
          Charts.addLane(
              chart,
              lane + ", " + aggregate,
              lane,
              aggregates.indexOf(aggregate),
              x,
              y,
              withErrors ? errors : List.of());
        }
      }
    }
  }

  private List<String> findings() {
    List<String> findings = new ArrayList<>(Sentences.ofAnswers(results));
    int smallest = pageSizes.get(0);
    MeasuredAggregate shown =
        aggregates.contains(MeasuredAggregate.MEAN) ? MeasuredAggregate.MEAN : aggregates.get(0);
    for (String lane : lanes) {
      OptionalDouble factor = factor(lane, shown, smallest);
      if (factor.isPresent()) {
        findings.add(
            String.format(
                Locale.ROOT,
                "%s: `%s` takes %s µs a row with pages of %,d rows, and %s times that with pages of %,d%s. A page costs about %s µs by itself.",
                lane,
                shown,
                Numbers.rounded(perRow(lane, shown, base)),
                base,
                Numbers.rounded(factor),
                smallest,
                in2016(smallest),
                Numbers.rounded(perPage(lane, shown, smallest))));
      }
    }
    if (drivers().isPresent()) {
      findings.add(ofDrivers(drivers().getAsDouble()));
    }
    return findings;
  }

  private String in2016(int size) {
    OptionalDouble factor = PageSizes2016.factor(size, base);
    return factor.isPresent() ? " (2016: " + Numbers.rounded(factor) + " times)" : "";
  }

  /** Microseconds that each further page adds. */
  private double perPage(String lane, MeasuredAggregate aggregate, int size) {
    double count = study.rows(lane);
    double morePages = Math.ceil(count / size) - Math.ceil(count / base);
    double more = client(lane, aggregate, size).median() - client(lane, aggregate, base).median();
    return more * MICROS / morePages;
  }

  /** The largest factor of the page size that drivers ask for. */
  private OptionalDouble drivers() {
    return lanes.stream()
        .flatMap(lane -> aggregates.stream().map(aggregate -> factor(lane, aggregate, OF_DRIVERS)))
        .filter(OptionalDouble::isPresent)
        .mapToDouble(OptionalDouble::getAsDouble)
        .max();
  }

  private static String ofDrivers(double factor) {
    return "Drivers ask for pages of 5,000 rows unless told otherwise: that takes at most %s times the time of the largest page."
        .formatted(Numbers.rounded(factor));
  }
}
