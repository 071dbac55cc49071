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
import org.cassandrastats.bench.measure.MeasuredRun;
import org.cassandrastats.bench.measure.Results;
import org.cassandrastats.bench.nodes.ServerLoad;
import org.cassandrastats.bench.report.Report;
import org.cassandrastats.bench.report.ReportFiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SparkSourceStudyTest {
  private static final String LANE = "native";
  private static final SparkSourceStudy STUDY =
      (SparkSourceStudy) ParsedStudy.of("spark-source --rows 1000 --partitions 10 --pin");

  @TempDir private Path directory;

  @Test
  void should_say_what_left_the_node_and_what_it_cost() {
    List<MeasuredRun> runs = new ArrayList<>();
    for (Cell cell : STUDY.cells(LANE)) {
      SourceAccessPath way = cell.get(SparkSourceReport.WAY);
      boolean states = way.source() == null || way.isPushed();
      for (int run = 0; run < 3; run++) {
        runs.add(
            new MeasuredRun(
                cell.texts(),
                run,
                false,
                Attempt.exact((states ? 1 : 4) + run, null)
                    .with(
                        Map.of(
                            SparkSourceReport.ROWS, states ? 10.0 : 1000.0,
                            SparkSourceReport.ANSWERS, 7.0,
                            SparkSourceReport.MEGABYTES, 0.5,
                            SparkSourceReport.PROCESSOR, states ? 0.25 : 6.0,
                            ServerLoad.PROCESSOR, 2.0))));
      }
    }
    for (Cell cost : SparkSourceReport.costs(LANE)) {
      runs.add(ParsedStudy.run(cost, Attempt.exact(10, null)));
    }
    Report report = STUDY.report(new Results(runs), List.of(LANE));

    new ReportFiles(directory, "spark-source").write(report, Map.of());

    assertThat(report.verdict())
        .contains("of each series takes: query, the Java client 2.00 s and 2.25 processor seconds;")
        .contains("Spark, the connector 5.00 s and 8.00 processor seconds;");
    assertThat(directory.resolve("spark-source.md"))
        .content()
        .contains("| of each series | Spark, this source, pushed | 10 | 7 | 0.500 |")
        .contains("| over all | query, read by cursors | 10 | 7 | 0.500 |")
        .contains("| over all | Spark, the connector | 1,000 | 7 | 0.500 |")
        .contains("| over all | Spark, this source, rows | 5.00 | 4.00 | 6.00 | 1.00 |")
        .contains("| over all | query, the Java client | 2.00 | 0.250 | 2.25 | 0.281 |")
        .contains("Spark and the client have another one");
  }

  @Test
  void should_refuse_wrong_percentiles() {
    ExactColumn column = ExactColumn.of(1, 10, 2, 20, 3, 30);
    SeriesPercentiles exact = new SeriesPercentiles(column, 6, 2);

    assertThat(exact.check(true, List.of(2.0, 30.0, 1.0, 3.0))).isEmpty();
    assertThat(exact.check(false, List.of(30.0))).isEmpty();
    assertThat(exact.check(true, List.of(2.0, 30.0, 2.0, 30.0))).get().asString().contains("twice");
    assertThat(exact.check(true, List.of(2.0, 30.0))).get().asString().contains("2 numbers");
    assertThat(exact.check(true, List.of(2.0, 10.0, 1.0, 3.0)))
        .get()
        .asString()
        .contains("sensor 2 is off");
    assertThat(exact.check(false, List.of(Double.NaN))).isPresent();
  }
}
