/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.cassandrastats.bench.report.Charts;
import org.cassandrastats.bench.report.Numbers;
import org.cassandrastats.bench.report.Plot;
import org.cassandrastats.bench.report.StudyReport;
import org.cassandrastats.bench.report.Table;
import org.cassandrastats.bench.run.Results;
import org.cassandrastats.bench.run.Spread;
import org.knowm.xchart.CategoryChart;

/** The choice matrix: what an aggregate takes in each of the ways. */
final class SparkReport {
  private static final List<SparkAggregate> AGGREGATES = List.of(SparkAggregate.values());

  /** Bars of a logarithmic axis begin somewhere above nothing, in seconds. */
  private static final double LEAST_SHOWN = 1e-3;

  private final SparkStudy study;
  private final Results results;
  private final List<String> lanes;

  SparkReport(SparkStudy study, Results results, List<String> lanes) {
    this.study = study;
    this.results = results;
    this.lanes = lanes;
  }

  StudyReport report() {
    SparkFindings findings = new SparkFindings(study, results, lanes);
    return new StudyReport(
        "Aggregates in Cassandra or in Spark",
        "The same rows as one partition and as a whole table of %s partitions, on three nodes with three replicas: `avg` (the built-in ones), `moments` (count, mean, standard deviation) and `quantiles` (median and 99th percentile: a t-digest; in Spark `percentile_approx` with an accuracy of 10000). By one request, by a [split query](../query.md), of [chunks](../chunk-format.md) of the same points, and by Spark SQL in local mode: over spark-cassandra-connector, over a copy in Parquet and over a cached table. Nodes, client and Spark share a machine."
            .formatted(Numbers.count(study.partitions())),
        findings.sentences(),
        List.of(
            new StudyReport.Section(
                "Choice matrix",
                "Median seconds of the client, of Spark for a query when it runs and its sources are open; in brackets the time over that of the built-in `avg` by one request for the same rows of the same lane, at the same level (ONE for copies).",
                Arrays.stream(Extent.values()).map(this::plot).toList(),
                matrix()),
            new StudyReport.Section("Times", "", List.of(), times()),
            new StudyReport.Section(
                "Before Spark can be asked",
                "Measured once. Repaid: the number of queries for moments after which a copy has taken less time, its making included, than the connector at ONE.",
                List.of(),
                costs())));
  }

  private Spread time(String lane, SparkCase asked) {
    return results.client(asked.cell(lane));
  }

  private double ratio(String lane, SparkCase asked) {
    return time(lane, asked).median() / time(lane, asked.baseline()).median();
  }

  private Table matrix() {
    List<List<String>> lines = new ArrayList<>();
    for (Extent extent : Extent.values()) {
      for (String lane : lanes) {
        for (SparkCase.Choice choice : SparkCase.choices(study.ways(lane))) {
          List<String> line =
              new ArrayList<>(
                  List.of(
                      extent.toString(),
                      choice.way().toString(),
                      choice.way().isSpark() ? "-" : lane,
                      choice.levelText()));
          AGGREGATES.forEach(
              aggregate -> line.add(entry(lane, SparkCase.of(choice, extent, aggregate))));
          lines.add(line);
        }
      }
    }
    List<String> header = new ArrayList<>(List.of("rows", "way", "lane", "level"));
    AGGREGATES.forEach(aggregate -> header.add(aggregate + "#"));
    return new Table(header, lines);
  }

  private String entry(String lane, SparkCase asked) {
    return "%s (%s)"
        .formatted(
            Numbers.rounded(time(lane, asked).median()), Numbers.rounded(ratio(lane, asked)));
  }

  private Table times() {
    List<List<String>> lines = new ArrayList<>();
    for (String lane : lanes) {
      for (SparkCase asked : SparkCase.all(study.ways(lane))) {
        Spread time = time(lane, asked);
        lines.add(
            List.of(
                lane,
                asked.extent().toString(),
                asked.aggregate().toString(),
                asked.way().toString(),
                asked.choice().levelText(),
                Numbers.rounded(time.median()),
                Numbers.quartiles(time),
                Numbers.rounded(study.rows(lane) / time.median()),
                Numbers.rounded(ratio(lane, asked)),
                results.failures(asked.cell(lane))));
      }
    }
    return new Table(
        List.of(
            "lane",
            "rows",
            "aggregate",
            "way",
            "level",
            "seconds#",
            "quartiles#",
            "rows a second#",
            "over avg#",
            "failed"),
        lines);
  }

  private Table costs() {
    SparkFindings findings = new SparkFindings(study, results, lanes);
    return new Table(
        List.of("what", "rows", "seconds#", "repaid after queries#"),
        SparkCost.all().stream()
            .map(
                cost ->
                    List.of(
                        cost.what(),
                        cost.extent() == null ? "-" : cost.extent().toString(),
                        Numbers.rounded(findings.cost(cost)),
                        cost.way() == null ? "-" : findings.repaid(cost)))
            .toList());
  }

  private Plot plot(Extent extent) {
    CategoryChart chart = Charts.bars("%s, level ONE or a copy".formatted(extent), "", "seconds");
    chart.getStyler().setYAxisLogarithmic(true);
    chart.getStyler().setYAxisMin(LEAST_SHOWN);
    List<String> names = AGGREGATES.stream().map(SparkAggregate::toString).toList();
    int colour = 0;
    for (String lane : lanes) {
      for (SparkCase.Choice choice : SparkFindings.atOne(study.ways(lane))) {
        List<Double> seconds = new ArrayList<>();
        for (SparkAggregate aggregate : AGGREGATES) {
          double median = time(lane, SparkCase.of(choice, extent, aggregate)).median();
          seconds.add(Double.isFinite(median) ? Math.max(median, LEAST_SHOWN) : LEAST_SHOWN);
        }
        chart
            .addSeries(SparkFindings.name(lane, choice), names, seconds)
            .setFillColor(Charts.colour(colour));
        colour++;
      }
    }
    return new Plot(
        "times-" + (extent == Extent.PARTITION ? "partition" : "table"),
        "seconds by aggregate and way, " + extent,
        chart);
  }
}
