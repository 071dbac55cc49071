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
import org.cassandrastats.bench.target.BenchKeyspace;
import org.knowm.xchart.CategoryChart;

/** What the study of chunks says. */
final class ChunksReport {
  private static final double NANOS = 1e9;

  /** Bars of a logarithmic axis begin somewhere above nothing. */
  private static final double LEAST_SHOWN = 0.1;

  private final ChunksStudy study;
  private final Results results;
  private final List<String> lanes;

  ChunksReport(ChunksStudy study, Results results, List<String> lanes) {
    this.study = study;
    this.results = results;
    this.lanes = lanes;
  }

  StudyReport report() {
    return new StudyReport(
        "The same points as rows and as chunks",
        "Readings like those of a thermometer (each near the last one, two decimals, one a second) in one partition: a row for each, and a chunk for every 8192. The mean of chunks is taken from their headers, `moments_merge(chunk_moments(points))`; the t-digest from their values, `tdigest_merge(chunk_tdigest(points, 100))`. Bytes on disk are those of the table's SSTables with all their parts, compressed by LZ4 as is Cassandra's default, after a major compaction; random doubles (53 random bits each) besides, a tenth as many.",
        findings(),
        List.of(
            new StudyReport.Section("Time of a point", "", List.of(timePlot()), timeTable()),
            new StudyReport.Section("Bytes of a point", "", List.of(diskPlot()), diskTable())));
  }

  private Spread nanos(String lane, ChunkQuestion question) {
    return results.client(ChunksStudy.cell(lane, question)).times(NANOS / study.rows(lane));
  }

  private double gain(String lane, ChunkQuestion question) {
    return nanos(lane, ChunkQuestion.ROWS_AVG).median() / nanos(lane, question).median();
  }

  private double bytes(String lane, String table) {
    return ChunksStudy.bytesOfPoint(results, lane, table);
  }

  private Table timeTable() {
    List<List<String>> rows = new ArrayList<>();
    for (String lane : lanes) {
      for (ChunkQuestion question : ChunkQuestion.values()) {
        Map<String, String> cell = ChunksStudy.cell(lane, question);
        Spread nanos = nanos(lane, question);
        rows.add(
            List.of(
                lane,
                question.toString(),
                Numbers.count(study.rows(lane)),
                Numbers.rounded(nanos.median()),
                Numbers.quartiles(nanos),
                Numbers.rounded(gain(lane, question)),
                Numbers.rounded(results.server(cell)),
                results.failures(cell)));
      }
    }
    return new Table(
        List.of(
            "lane",
            "asked",
            "points#",
            "ns a point#",
            "quartiles#",
            "times as fast as avg of rows#",
            "traced: server s#",
            "failed"),
        rows);
  }

  private Table diskTable() {
    List<List<String>> rows = new ArrayList<>();
    for (String lane : lanes) {
      rows.add(diskRow(lane, "readings", BenchKeyspace.TABLE, ChunkTables.CHUNKS));
      rows.add(diskRow(lane, "random doubles", ChunkTables.RANDOM, ChunkTables.RANDOM_CHUNKS));
    }
    return new Table(
        List.of("lane", "values", "as rows: bytes#", "as chunks: bytes#", "part of the rows'#"),
        rows);
  }

  private List<String> diskRow(String lane, String values, String asRows, String asChunks) {
    return List.of(
        lane,
        values,
        Numbers.rounded(bytes(lane, asRows)),
        Numbers.rounded(bytes(lane, asChunks)),
        Numbers.rounded(bytes(lane, asChunks) / bytes(lane, asRows)));
  }

  private Plot timePlot() {
    CategoryChart chart = Charts.bars("Time of a point", "", "ns");
    chart.getStyler().setYAxisLogarithmic(true);
    chart.getStyler().setYAxisMin(LEAST_SHOWN);
    List<String> names = new ArrayList<>();
    for (ChunkQuestion question : ChunkQuestion.values()) {
      names.add(question.toString());
    }
    for (String lane : lanes) {
      List<Double> values = new ArrayList<>();
      for (ChunkQuestion question : ChunkQuestion.values()) {
        double nanos = nanos(lane, question).median();
        values.add(Double.isFinite(nanos) ? nanos : LEAST_SHOWN);
      }
      chart.addSeries(lane, names, values).setFillColor(Charts.colour(lane));
    }
    return new Plot("time", "nanoseconds of a point, of rows and of chunks", chart);
  }

  private Plot diskPlot() {
    CategoryChart chart = Charts.bars("Bytes of a point on disk", "", "bytes");
    List<String> names = List.of("readings", "random doubles");
    String lane = lanes.get(0);
    chart.addSeries(
        "rows",
        names,
        List.of(shown(bytes(lane, BenchKeyspace.TABLE)), shown(bytes(lane, ChunkTables.RANDOM))));
    chart.addSeries(
        "chunks",
        names,
        List.of(
            shown(bytes(lane, ChunkTables.CHUNKS)), shown(bytes(lane, ChunkTables.RANDOM_CHUNKS))));
    return new Plot("disk", "bytes of a point on disk, as rows and as chunks", chart);
  }

  private static double shown(double value) {
    return Double.isFinite(value) ? value : 0;
  }

  private List<String> findings() {
    List<String> findings = new ArrayList<>(Sentences.ofAnswers(results));
    for (String lane : lanes) {
      findings.add(
          "%s, %s points: against the built-in `avg` over rows in the same rounds, the mean of chunks is %s times as fast and their t-digest %s times; over rows, `mean` takes %s times the time of `avg`, `tdigest` %s times."
              .formatted(
                  lane,
                  Numbers.count(study.rows(lane)),
                  Numbers.rounded(gain(lane, ChunkQuestion.CHUNKS_MOMENTS)),
                  Numbers.rounded(gain(lane, ChunkQuestion.CHUNKS_TDIGEST)),
                  Numbers.rounded(1 / gain(lane, ChunkQuestion.ROWS_MEAN)),
                  Numbers.rounded(1 / gain(lane, ChunkQuestion.ROWS_TDIGEST))));
      findings.add(
          "On disk a reading takes %s bytes as a row and %s in a chunk (%s of the row); a random double %s and %s (%s)."
              .formatted(
                  Numbers.rounded(bytes(lane, BenchKeyspace.TABLE)),
                  Numbers.rounded(bytes(lane, ChunkTables.CHUNKS)),
                  Numbers.rounded(
                      bytes(lane, ChunkTables.CHUNKS) / bytes(lane, BenchKeyspace.TABLE)),
                  Numbers.rounded(bytes(lane, ChunkTables.RANDOM)),
                  Numbers.rounded(bytes(lane, ChunkTables.RANDOM_CHUNKS)),
                  Numbers.rounded(
                      bytes(lane, ChunkTables.RANDOM_CHUNKS) / bytes(lane, ChunkTables.RANDOM))));
    }
    return findings;
  }
}
