/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.cassandrastats.bench.ParsedStudy;
import org.cassandrastats.bench.measure.Attempt;
import org.cassandrastats.bench.measure.MeasuredRun;
import org.cassandrastats.bench.measure.Results;
import org.cassandrastats.bench.report.Report;
import org.cassandrastats.bench.report.ReportFiles;
import org.cassandrastats.cli.chart.Chart;
import org.cassandrastats.cli.command.CommandLineRun;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CompareStudyTest {
  private static final String EXAMPLES = "../examples/compare/";
  private static final String LINE =
      "compare --candidate %slist.cql --candidate %scolumns.cql --data %shistograms.csv"
          .replace("%s", EXAMPLES);

  @TempDir private Path directory;

  private static MeasuredRun run(String candidate, String statement, double rate, double found) {
    return ParsedStudy.run(
        CandidateCell.of("native", candidate, statement),
        Attempt.exact(1, null)
            .with(PreparedTask.RATE, rate)
            .with(PreparedTask.REQUESTS, 100)
            .with(PreparedTask.MEDIAN, 1000 / rate)
            .with(PreparedTask.P99, 5000 / rate)
            .with(PreparedTask.FOUND, found)
            .with(PreparedTask.FOUND_FIRST, found));
  }

  private static List<MeasuredRun> runs() {
    List<MeasuredRun> runs = new ArrayList<>();
    for (String candidate : List.of("columns", "list")) {
      double rate = candidate.equals("list") ? 100 : 400;
      runs.add(run(candidate, "update bin", rate, 0));
      runs.add(run(candidate, "insert", rate / 2, 0));
      runs.add(run(candidate, "read bin", rate, rate));
      runs.add(run(candidate, "read histogram", rate, 100));
      runs.add(
          ParsedStudy.run(
              CandidateCell.of("native", candidate, CandidateCell.STORED),
              Attempt.exact(0, null)
                  .with("rows", 200)
                  .with(CandidateCell.BYTES, candidate.equals("list") ? 8000 : 4000)));
    }
    return runs;
  }

  @Test
  void should_say_how_candidates_do_beside_the_first() {
    Report report = ParsedStudy.of(LINE).report(new Results(runs()), List.of("native"));
    new ReportFiles(directory, "compare").write(report, Map.of());

    assertThat(report.verdict())
        .isEqualTo(
            "Beside list, columns takes these times as long: 0.250 for insert, 0.250 for read bin,"
                + " 0.250 for read histogram, 0.250 for update bin."
                + " A row of the data takes on disk, in bytes: 40.0 in list, 20.0 in columns. Rows"
                + " found by a read: read histogram 1.00. Reads of one name found **different"
                + " numbers of rows**: read bin 1.00 in list, 4.00 in columns.");
    assertThat(directory.resolve("compare.md"))
        .content()
        .containsPattern("\\| insert \\| list \\| 50 \\| 50 to 50 \\| 1.00 \\| 20.0 \\|")
        .containsPattern(
            "\\| update bin \\| columns \\| 400 \\| 400 to 400 \\| 0.250 \\| 2.50 \\|");
    assertThat(directory.resolve("compare/p99.svg")).isNotEmptyFile();
  }

  @Test
  void should_tell_what_may_be_chance_from_what_differs() {
    List<MeasuredRun> runs = new ArrayList<>(runs());
    runs.add(run("list", "insert", 300, 0));
    runs.add(run("columns", "insert", 100, 0));
    Report report = ParsedStudy.of(LINE).report(new Results(runs), List.of("native"));

    assertThat(report.verdict())
        .startsWith(
            "Beside list, columns takes these times as long: 0.250 for read bin, 0.250 for read"
                + " histogram, 0.250 for update bin. Spreads of list and columns overlap, which shows"
                + " no difference: 1.17 for insert. ");
  }

  @Test
  void should_write_one_page_that_needs_nothing_else() {
    Report report = ParsedStudy.of(LINE).report(new Results(runs()), List.of("native"));
    List<Candidate> candidates =
        List.of(
            CandidateFile.read(Path.of(EXAMPLES, "list.cql"), 1),
            CandidateFile.read(Path.of(EXAMPLES, "columns.cql"), 2));
    List<ServerCounters.Look> looks = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      long count = i * 10L;
      Map<Candidate, ServerCounters.Done> done =
          Map.of(
              candidates.get(0), new ServerCounters.Done(count, 500 * count),
              candidates.get(1), new ServerCounters.Done(2 * count, 500 * count));
      looks.add(
          new ServerCounters.Look(
              500L * i, done, done, new ServerCounters.Nodes(i, i * 250_000_000L, 100)));
    }
    List<Chart> charts = CounterCharts.of(looks, candidates);

    new ComparePage(
            report,
            candidates,
            charts,
            List.of(new CandidateRun.Phase("insert", Instant.EPOCH, Instant.ofEpochSecond(90))))
        .write(directory.resolve("compare.html"));

    assertThat(charts).hasSize(7);
    Chart.Lines writes = (Chart.Lines) charts.get(0);
    assertThat(writes.lines()).extracting(Chart.Line::name).containsExactly("list", "columns");
    assertThat(writes.lines().get(1).points())
        .hasSizeBetween(200, 300)
        .allMatch(point -> Math.abs(point.value() - 40) < 1e-9);
    assertThat(((Chart.Lines) charts.get(1)).lines().get(1).points())
        .allMatch(point -> Math.abs(point.value() - 0.25) < 1e-9);
    assertThat(((Chart.Lines) charts.get(5)).lines().get(0).points())
        .allMatch(point -> Math.abs(point.value() - 0.5) < 1e-9);
    assertThat(directory.resolve("compare.html"))
        .content()
        .contains("<svg", "Writes a second", "<td>insert</td><td>00:00:00</td><td>00:01:30</td>")
        .contains("SET bins[3] = :b3", "<td>update bin</td>")
        .doesNotContain("<script", "href=", "src=");
  }

  @Test
  void should_show_what_it_would_carry_out_and_run_nothing() {
    List<String> line = new ArrayList<>(List.of("bench"));
    line.addAll(List.of(LINE.split(" ")));
    line.addAll(List.of("--dry-run", "--runs", "3", "--output", directory.toString()));

    CommandLineRun run = CommandLineRun.of(line.toArray(String[]::new));

    assertThat(run.exitCode()).as("%s", run).isZero();
    assertThat(run.out())
        .contains("columns, in a keyspace cassandra_stats_bench_2 of its own")
        .contains("  once: CREATE TABLE histograms (id int PRIMARY KEY, bins list<int>)")
        .contains("  insert, 200 times: INSERT INTO histograms")
        .contains("  read bin, 3 x 1,000 times: SELECT b3 FROM histograms WHERE id = :id")
        .contains("200 rows of " + EXAMPLES + "histograms.csv: id, b0,", "Nothing was run.");
    assertThat(directory).isEmptyDirectory();
  }
}
