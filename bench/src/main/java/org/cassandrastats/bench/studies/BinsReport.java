/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.cassandrastats.bench.report.Charts;
import org.cassandrastats.bench.report.Numbers;
import org.cassandrastats.bench.report.Plot;
import org.cassandrastats.bench.report.StudyReport;
import org.cassandrastats.bench.report.Table;
import org.cassandrastats.bench.run.Attempt;
import org.cassandrastats.bench.run.Results;
import org.cassandrastats.bench.run.Spread;
import org.cassandrastats.bench.studies.bins.BinStore;
import org.knowm.xchart.CategoryChart;

/** What the study of bins says. */
final class BinsReport {
  private static final double MICROS = 1e6;
  private static final List<String> OPERATIONS =
      List.of(BinsStudy.INSERT, BinsStudy.READ, BinsStudy.UPDATE);

  /** Seconds of a list over those of 100 columns, on Cassandra 2.1. */
  private static final Map<String, Double> OLD_FACTORS =
      Map.of(BinsStudy.READ, 47.9 / 41.8, BinsStudy.UPDATE, 4.1 / 3.0);

  private final BinsStudy study;
  private final Results results;
  private final String lane;

  BinsReport(BinsStudy study, Results results, String lane) {
    this.study = study;
    this.results = results;
    this.lane = lane;
  }

  StudyReport report() {
    return new StudyReport(
        "A distribution of 100 bins",
        "%s records, a partition each, with the counts of 100 bins, none of them left out. Requests are prepared and by key, 16 at a time; the client encodes what it writes, and decodes and compares all that it reads. An update increments one bin: the client reads the bin (of lists and states, which cannot be asked for a part, all of it) and writes it (of frozen lists and states all of it). In between, somebody else's increment would be lost; a lightweight transaction would cost the same for each. Bytes are those of all files of a table (JMX: LiveDiskSpaceUsed) after a flush and a major compaction, with LZ4, before the updates. Times are medians and quartiles of the runs; of inserts, of parts of %s records."
            .formatted(Numbers.count(study.records()), Numbers.count(BinsStudy.PART)),
        findings(),
        List.of(
            new StudyReport.Section(
                "Times and bytes of a record",
                "Lower is better.",
                List.of(timesPlot(), bytesPlot()),
                table()),
            new StudyReport.Section(
                "Beside the figures of an earlier study",
                "Time of a `list<int>` over that of 100 columns. The earlier study: 47.9 s to 41.8 s for reading, 4.1 s to 3.0 s for updating.",
                List.of(),
                besideOld())));
  }

  private Spread micros(BinStore store, String operation) {
    Map<String, String> cell = BinsStudy.cell(lane, store, operation);
    return operation.equals(BinsStudy.INSERT)
        ? numbers(cell, BinsStudy.SECONDS_PER_RECORD).times(MICROS)
        : results.client(cell).times(MICROS / study.records());
  }

  private double bytes(BinStore store) {
    return numbers(BinsStudy.cell(lane, store, BinsStudy.READ), BinsStudy.BYTES).median()
        / study.records();
  }

  private Spread numbers(Map<String, String> cell, String name) {
    return Spread.of(
        results.timed(cell).stream()
            .filter(Attempt::isExact)
            .mapToDouble(attempt -> attempt.numbers().getOrDefault(name, Double.NaN))
            .toArray());
  }

  private Table table() {
    List<String> header = new ArrayList<>(List.of("stored as", "bytes a record#"));
    for (String operation : OPERATIONS) {
      header.addAll(List.of(operation + " µs a record#", "quartiles#"));
    }
    header.add("failed");
    List<List<String>> rows = new ArrayList<>();
    for (BinStore store : study.stores()) {
      List<String> row = new ArrayList<>(List.of(store.label(), Numbers.rounded(bytes(store))));
      for (String operation : OPERATIONS) {
        Spread micros = micros(store, operation);
        row.addAll(List.of(Numbers.rounded(micros.median()), Numbers.quartiles(micros)));
      }
      row.add(
          String.join(
              ", ",
              OPERATIONS.stream()
                  .map(operation -> results.failures(BinsStudy.cell(lane, store, operation)))
                  .filter(failures -> !failures.isEmpty())
                  .toList()));
      rows.add(row);
    }
    return new Table(header, rows);
  }

  private double factor(String operation) {
    return study.stores().containsAll(List.of(BinStore.LIST, BinStore.COLUMNS))
        ? micros(BinStore.LIST, operation).median() / micros(BinStore.COLUMNS, operation).median()
        : Double.NaN;
  }

  private Table besideOld() {
    return new Table(
        List.of("operation", "earlier study#", "here#"),
        OPERATIONS.stream()
            .map(
                operation ->
                    List.of(
                        operation,
                        Numbers.rounded(OLD_FACTORS.getOrDefault(operation, Double.NaN)),
                        Numbers.rounded(factor(operation))))
            .toList());
  }

  private Plot timesPlot() {
    CategoryChart chart = Charts.bars("Time of a record", "stored as", "µs");
    chart.getStyler().setXAxisLabelRotation(30);
    for (String operation : OPERATIONS) {
      chart.addSeries(operation, names(), values(store -> micros(store, operation).median()));
    }
    return new Plot("times", "microseconds of a record to insert, read and update", chart);
  }

  private Plot bytesPlot() {
    CategoryChart chart = Charts.bars("Bytes of a record", "stored as", "bytes on disk");
    chart.getStyler().setXAxisLabelRotation(30).setLegendVisible(false);
    chart.addSeries("bytes", names(), values(this::bytes)).setFillColor(Charts.colour(lane));
    return new Plot("bytes", "bytes on disk of a record", chart);
  }

  private List<String> names() {
    return study.stores().stream().map(BinStore::label).toList();
  }

  private interface Value {
    double of(BinStore store);
  }

  private List<Double> values(Value value) {
    List<Double> values = new ArrayList<>();
    for (BinStore store : study.stores()) {
      double number = value.of(store);
      values.add(Double.isFinite(number) ? number : 0);
    }
    return values;
  }

  private List<String> findings() {
    List<String> findings =
        new ArrayList<>(
            Sentences.ofAnswers(
                results,
                "requests",
                "every count of every record; after an update, of 200 records"));
    if (study.stores().containsAll(List.of(BinStore.LIST, BinStore.COLUMNS))) {
      findings.add(
          "Against 100 columns, a `list<int>` takes %s times as long to read (earlier study: %s) and %s times as long to update (%s)."
              .formatted(
                  Numbers.rounded(factor(BinsStudy.READ)),
                  Numbers.rounded(OLD_FACTORS.get(BinsStudy.READ)),
                  Numbers.rounded(factor(BinsStudy.UPDATE)),
                  Numbers.rounded(OLD_FACTORS.get(BinsStudy.UPDATE))));
    }
    for (String operation : OPERATIONS) {
      findings.add("Fastest to %s: %s.".formatted(operation, fastest(operation)));
    }
    return findings;
  }

  private String fastest(String operation) {
    Stream<BinStore> known =
        study.stores().stream().filter(store -> micros(store, operation).isKnown());
    return known
        .min((a, b) -> Double.compare(micros(a, operation).median(), micros(b, operation).median()))
        .map(
            store ->
                "%s, %s µs a record"
                    .formatted(store.label(), Numbers.rounded(micros(store, operation).median())))
        .orElse("-");
  }
}
