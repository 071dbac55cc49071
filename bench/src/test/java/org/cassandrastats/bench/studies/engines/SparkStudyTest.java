/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.engines;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.cassandrastats.bench.ParsedStudy;
import org.cassandrastats.bench.measure.Attempt;
import org.cassandrastats.bench.measure.Cell;
import org.cassandrastats.bench.measure.ExactColumn;
import org.cassandrastats.bench.measure.ExactPart;
import org.cassandrastats.bench.measure.MeasuredRun;
import org.cassandrastats.bench.measure.Results;
import org.cassandrastats.bench.report.Report;
import org.cassandrastats.bench.report.ReportFiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SparkStudyTest {
  private static final String NATIVE = "native";
  private static final String UDAS = "udf-threads-off";
  private static final List<String> LANES = List.of(NATIVE, UDAS);
  private static final SparkStudy STUDY =
      (SparkStudy) ParsedStudy.of("spark --rows 1000 --partitions 10");

  @TempDir private Path directory;

  /** The connector takes 4 s, a copy 1 s after 10 s of copying; QUORUM twice as long as ONE. */
  private static Results results() {
    List<MeasuredRun> runs = new ArrayList<>();
    for (String lane : LANES) {
      for (Cell cell : STUDY.cells(lane)) {
        double seconds =
            switch (cell.get(SparkChoice.WAY)) {
              case REQUEST -> lane.equals(NATIVE) ? 2 : 8;
              case SPLIT -> 1.5;
              case CHUNKS -> 0.01;
              case CONNECTOR -> 4;
              case PARQUET, CACHED -> 1;
            };
        double factor = cell.is(SparkChoice.LEVEL, "QUORUM") ? 2 : 1;
        runs.add(ParsedStudy.run(cell, Attempt.exact(factor * seconds, null)));
      }
    }
    for (Cell cost : SparkReport.costs(NATIVE)) {
      runs.add(ParsedStudy.run(cost, Attempt.exact(10, null)));
    }
    return new Results(runs);
  }

  @Test
  void should_measure_spark_in_one_lane_and_chunks_where_they_are_native() {
    assertThat(STUDY.ways(NATIVE)).containsExactly(SparkAccessPath.values());
    assertThat(STUDY.ways(UDAS)).containsExactly(SparkAccessPath.REQUEST, SparkAccessPath.SPLIT);
  }

  @Test
  void should_ask_at_both_levels_what_reads_cassandra() {
    assertThat(STUDY.cells(NATIVE)).hasSize(2 * 3 * (4 * 2 + 2)).doesNotHaveDuplicates();
    assertThat(SparkReport.cells(NATIVE, List.of(SparkAccessPath.CACHED)))
        .extracting(cell -> cell.get(SparkChoice.LEVEL))
        .containsOnly("-");
  }

  @Test
  void should_show_the_choice_matrix_with_ratios_and_what_copies_cost() {
    Report report = STUDY.report(results(), LANES);

    new ReportFiles(directory, "spark").write(report, Map.of());

    assertThat(directory.resolve("spark.md"))
        .content()
        .contains("| one partition | one request | native | ONE | 2.00 (1.00) |")
        .contains("| one partition | one request for chunks | native | QUORUM | 0.020 (0.005) |")
        .contains("| whole table | Spark over the connector | - | ONE | 4.00 (2.00) |")
        .contains("| whole table | Spark over a cached table | - | - | 1.00 (0.500) |")
        .contains("| whole table | one request | udf-threads-off | ONE | 8.00 (1.00) |")
        .contains("| write Parquet | whole table | 10.0 | 4 |");
    assertThat(report.verdict())
        .contains(
            "`avg` of whole table is fastest by one request for chunks, native, 0.010 s; by Spark"
                + " over Parquet, 1.00 s; by Spark over a cached table, 1.00 s.")
        .contains("10.0 s to write Parquet");
    assertThat(directory.resolve("spark.md"))
        .content()
        .contains("| udf-threads-off | split query | 2.00 |");
    assertThat(directory.resolve("spark/times-partition.svg")).isNotEmptyFile();
    assertThat(directory.resolve("spark/times-table.svg")).isNotEmptyFile();
  }

  @Test
  void should_refuse_wrong_numbers() {
    ExactPart exact = ExactColumn.generate(1000, 7).first(1000);
    double mean = exact.mean().doubleValue();

    assertThat(SparkAggregate.AVG.check(List.of(mean), exact, 1e-12)).isEmpty();
    assertThat(SparkAggregate.AVG.check(List.of(mean * 1.001), exact, 1e-12)).isPresent();
    assertThat(SparkAggregate.MOMENTS.check(List.of(1000.0, mean, exact.deviation()), exact, 1e-12))
        .isEmpty();
    assertThat(
            SparkAggregate.MOMENTS.check(
                List.of(1000.0, mean, exact.deviation() * 1.001), exact, 1e-12))
        .isPresent();
    assertThat(SparkAggregate.MOMENTS.check(List.of(999.0, mean, 1.0), exact, 1e-12)).isPresent();
    assertThat(
            SparkAggregate.QUANTILES.check(
                List.of(exact.sorted(500), exact.sorted(990)), exact, 1e-12))
        .isEmpty();
    assertThat(
            SparkAggregate.QUANTILES.check(
                List.of(exact.sorted(600), exact.sorted(990)), exact, 1e-12))
        .isPresent();
    assertThat(SparkAggregate.QUANTILES.check(List.of(Double.NaN, 1.0), exact, 1e-12)).isPresent();
  }
}
