/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.layouts;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.cassandrastats.bench.ParsedStudy;
import org.cassandrastats.bench.harness.Study;
import org.cassandrastats.bench.measure.Attempt;
import org.cassandrastats.bench.measure.Cell;
import org.cassandrastats.bench.measure.MeasuredRun;
import org.cassandrastats.bench.measure.Results;
import org.cassandrastats.bench.measure.RunLog;
import org.cassandrastats.bench.nodes.NodeVariant;
import org.cassandrastats.bench.report.Report;
import org.cassandrastats.bench.report.ReportFiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LayoutsStudyTest {
  private static final String LANE = "native";
  private static final List<RecordLayout> LAYOUTS = Arrays.asList(RecordLayout.values());
  private static final List<TableCase.Compression> COMPRESSIONS =
      Arrays.asList(TableCase.Compression.values());
  private static final TableCase.Size SIZE = new TableCase.Size(100_000, 20);
  private static final LayoutCells CELLS = new LayoutCells(LANE, SIZE);
  private static final List<TableCase> CASES = TableCase.matrix(LAYOUTS, COMPRESSIONS, SIZE);
  private static final LayoutsStudy STUDY =
      (LayoutsStudy) ParsedStudy.of("layouts --records 100000 --runs 1");

  @TempDir private Path directory;

  /** Chunks take a second and 20 bytes, all else ten and 200; Deflate half of that. */
  private static List<MeasuredRun> runs() {
    List<MeasuredRun> runs = new ArrayList<>();
    for (TableCase table : CASES) {
      double slowness =
          (table.layout().isColumnar() ? 1 : 10)
              / (table.cache() == TableCase.RowCache.ON ? 1.25 : 1);
      double bytes = 20 * (table.layout().isColumnar() ? 1 : 10);
      if (table.compression() == TableCase.Compression.DEFLATE) {
        bytes /= 2;
      }
      for (Cell cell : CELLS.questions(table, false, false, false)) {
        runs.add(
            ParsedStudy.run(
                cell, Attempt.exact(slowness, null).with(LayoutCells.BYTES, bytes * 100_000)));
      }
      runs.add(
          ParsedStudy.run(
              CELLS.ingest(table), Attempt.exact(2, null).with(LayoutCells.RATE, 8192)));
    }
    return runs;
  }

  @Test
  void should_vary_one_thing_at_a_time_unless_all_combinations_are_wanted() {
    assertThat(STUDY.cases()).isEqualTo(CASES);
    assertThat(CASES).hasSize(6 * (4 + 1 + 1)).doesNotHaveDuplicates();
    assertThat(CASES.stream().map(TableCase::tableName)).doesNotHaveDuplicates();
    assertThat(CASES)
        .contains(
            new TableCase(
                RecordLayout.WIDE,
                TableCase.Compression.ZSTD,
                TableCase.BIG,
                TableCase.RowCache.OFF,
                SIZE))
        .doesNotContain(
            new TableCase(
                RecordLayout.WIDE,
                TableCase.Compression.ZSTD,
                TableCase.BTI,
                TableCase.RowCache.OFF,
                SIZE));
    assertThat(TableCase.product(LAYOUTS, COMPRESSIONS, SIZE)).hasSize(6 * 16).containsAll(CASES);
  }

  @Test
  void should_have_nodes_of_each_format() {
    assertThat(STUDY.variants().stream().map(NodeVariant::yaml))
        .containsExactly(TableCase.yaml("big"), TableCase.yaml("bti"));
    assertThat(STUDY.variants().get(1).yaml()).containsEntry("sstable.selected_format", "bti");
  }

  @Test
  void should_go_on_with_the_nodes_that_are_not_complete() {
    Path file = directory.resolve("layouts.unfinished.jsonl");
    try (RunLog log = RunLog.open(file, STUDY.settings(), RunLog.Mode.CONTINUE)) {
      runs().stream().filter(run -> "big".equals(run.cell().get("sstables"))).forEach(log::add);

      assertThat(STUDY.isComplete(LANE, STUDY.variants().get(0), log)).isTrue();
      assertThat(STUDY.isComplete(LANE, STUDY.variants().get(1), log)).isFalse();
    }
  }

  @Test
  void should_say_what_chunks_gain_beside_earlier_studies() {
    Report report = STUDY.report(new Results(runs()), List.of(LANE));

    assertThat(report.verdict())
        .contains("none gave a wrong number")
        .contains("20.0 bytes on disk in chunks of all encodings and 200 in rows of wide")
        .contains("read one column 10.0");
    String old = report.sections().get(1).table().text();
    assertThat(old)
        .contains("wide partitions: 50 %", "wide partitions: 25 %")
        .contains("38 to 50 %", "29 %")
        .contains("a partition for each record: 223; wide partitions: 143")
        .contains("a partition for each record: 24,770; wide partitions: 8,173");
  }

  @Test
  void should_write_page_and_plots() {
    Report report = STUDY.report(new Results(runs()), List.of(LANE));

    new ReportFiles(directory, "layouts").write(report, Map.of("Machine", "a"));

    assertThat(directory.resolve("layouts/density-one-column.svg")).isNotEmptyFile();
    assertThat(directory.resolve("layouts.md"))
        .content()
        .contains("| wide partitions | Deflate | big | off | 10.0 | 100 | 8,192 |");
  }

  @Test
  void should_report_a_part_of_the_layouts_only() {
    Study study =
        ParsedStudy.of("layouts --records 100000 --layouts chunks-smallest --compressions LZ4");

    Report report = study.report(new Results(runs()), List.of(LANE));

    assertThat(report.verdict()).contains("A record takes 20.0 to 20.0 bytes on disk, by table.");
    assertThat(report.sections().get(0).table().rows()).hasSize(3);
  }
}
