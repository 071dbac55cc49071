/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.rows;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.cassandrastats.bench.ParsedStudy;
import org.cassandrastats.bench.measure.Attempt;
import org.cassandrastats.bench.measure.Cell;
import org.cassandrastats.bench.measure.MeasuredRun;
import org.cassandrastats.bench.measure.Results;
import org.cassandrastats.bench.report.Report;
import org.cassandrastats.bench.report.ReportFiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PageSizeStudyTest {
  private static final PageSizeStudy STUDY =
      (PageSizeStudy)
          ParsedStudy.of("page-size --page-sizes 80000,5000,100,100 --aggregates mean,avg");

  @TempDir private Path directory;

  /** One second, and 100 microseconds for each page. */
  private static Results results() {
    List<MeasuredRun> runs = new ArrayList<>();
    for (Cell cell : STUDY.cells("native")) {
      double seconds = 1 + 1e-4 * Math.ceil(1_000_000.0 / cell.get(PageSizeStudy.PAGE_SIZE));
      runs.add(ParsedStudy.run(cell, Attempt.exact(seconds, null)));
      runs.add(new MeasuredRun(cell.texts(), 0, true, Attempt.exact(seconds + 0.5, seconds + 0.4)));
    }
    return new Results(runs);
  }

  @Test
  void should_say_what_a_page_costs_beside_2016() {
    assertThat(STUDY.report(results(), List.of("native")).verdict())
        .contains("Of 12 requests, 12 gave the exact answer", "none gave a wrong number")
        .contains(
            "`mean` takes this long: 2.00 times as long with pages of 100 rows as with 80,000, the fastest")
        .contains("(2016: 3.78 times)")
        .containsPattern("about 100(.0)? µs a page")
        .contains("pages of 5,000 rows unless told otherwise: that takes at most 1.02 times");
  }

  @Test
  void should_not_measure_pages_by_the_largest_where_those_are_read_more_slowly() {
    List<MeasuredRun> runs = new ArrayList<>();
    for (MeasuredRun run : results().runs()) {
      boolean largest = run.cell().get("page_size").equals("80000");
      runs.add(
          largest && !run.traced()
              ? new MeasuredRun(run.cell(), 0, false, Attempt.exact(5, null))
              : run);
    }

    assertThat(STUDY.report(new Results(runs), List.of("native")).verdict())
        .contains("as with 5,000, the fastest")
        .doesNotContain("2016")
        .containsPattern("about 100(.0)? µs a page");
  }

  @Test
  void should_say_that_an_answer_was_wrong() {
    List<MeasuredRun> runs = new ArrayList<>(results().runs());
    runs.set(0, new MeasuredRun(runs.get(0).cell(), 0, false, Attempt.wrong(1, "the mean is 3")));

    assertThat(STUDY.report(new Results(runs), List.of("native")).verdict())
        .contains("1 gave a wrong number", "**WRONG**", "the mean is 3");
  }

  @Test
  void should_write_page_results_and_plots() throws Exception {
    Report report = STUDY.report(results(), List.of("native"));

    new ReportFiles(directory, "page-size").write(report, Map.of("Machine", "a|b"));

    assertThat(directory.resolve("page-size.md"))
        .content()
        .contains("# Aggregation time against page size")
        .contains(
            "![relative time against page size, by lane and aggregate, 1 node, RF 1, LOCAL_ONE](page-size/one-node.svg)")
        .contains(
            "| native | 1 node, RF 1, LOCAL_ONE | mean | 80,000 | 2.00 | 100.0 |",
            "| native | 1 node, RF 1, LOCAL_ONE | mean | 1,000,000 | 100 | 2.00 |")
        .contains("| 2.00 | 2.00 | 3.78 | 2.50 | 2.40 |", "| 1.02 | 1.02 | - |")
        .contains("| Machine | a\\|b |");
    Path results = directory.resolve("page-size");
    assertThat(results.resolve("one-node.svg"))
        .content()
        .startsWith("<svg")
        .contains(">2016, Cassandra 3.1</text>");
    ReportFiles files = new ReportFiles(directory, "page-size");
    assertThat(files.runs()).isEqualTo(results().runs());
    assertThat(files.conditions()).isEqualTo(Map.of("Machine", "a|b"));
  }
}
