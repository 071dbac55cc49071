/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.pack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.servererrors.FunctionFailureException;
import java.nio.ByteBuffer;
import java.util.List;
import org.cassandrastats.live.CommandResult;
import org.cassandrastats.live.Cqlsh;
import org.cassandrastats.live.InstalledPack;
import org.cassandrastats.live.LiveNodeExtension;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Histograms as somebody at cqlsh or with a driver meets them. */
@ExtendWith(LiveNodeExtension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HistogramIT {
  private static final int WIDTH = 52;

  private static final List<String> CHART =
      List.of(
          "count=7 min=-4.0 max=10.0",
          "[-inf,  0.0) 1 ███████████",
          "[ 0.0,  2.5) 3 █████████████████████████████████",
          "[ 2.5,  5.0) 0",
          "[ 5.0,  7.5) 1 ███████████",
          "[ 7.5, 10.0) 1 ███████████",
          "[10.0,  inf) 1 ███████████");

  private final InstalledPack pack;

  HistogramIT(InstalledPack pack) {
    this.pack = pack;
  }

  @BeforeAll
  void fill() {
    pack.db().run("CREATE TABLE %s.rows (p int, at int, value double, PRIMARY KEY (p, at))");
    double[] values = {0, 1, 2, 7, 9, 10, -4, Double.NaN, Double.POSITIVE_INFINITY};
    for (int at = 0; at < values.length; at++) {
      pack.db().rows("INSERT INTO %s.rows (p, at, value) VALUES (1, ?, ?)", at, values[at]);
    }
    pack.db().run("INSERT INTO %s.rows (p, at) VALUES (1, 100)");
  }

  private CommandResult cqlsh(String statements) {
    CommandResult result = Cqlsh.of(pack.db().node().node()).statements(pack.db().in(statements));
    assertThat(result.exitCode()).as("%s", result).isZero();
    return result;
  }

  private static String chartQuery() {
    return "SELECT stats.histogram_text(stats.histogram(value, 0, 10, 4), "
        + WIDTH
        + ") AS chart FROM %s.rows WHERE p = 1";
  }

  /** cqlsh writes a newline as \n: a terminal as wide as the chart breaks the line there. */
  @ParameterizedTest
  @ValueSource(strings = {"", "EXPAND ON; "})
  void should_line_up_in_cqlsh_on_a_terminal_of_its_width(String before) {
    String output = cqlsh(before + chartQuery()).output();
    String row = output.lines().filter(line -> line.contains("count=7")).findFirst().orElseThrow();
    String chart = row.substring(row.indexOf("count=7") - 1);

    for (int line = 0; line < CHART.size(); line++) {
      String shown = chart.substring(WIDTH * line, Math.min(chart.length(), WIDTH * (line + 1)));
      assertThat(shown.replace("\\n", "").replace("(-inf", "[-inf").strip())
          .as(output)
          .isEqualTo(CHART.get(line));
      assertThat(shown.endsWith("\\n")).as(output).isEqualTo(line < CHART.size() - 1);
    }
  }

  @Test
  void should_be_a_text_of_several_lines_for_a_driver() {
    String chart = (String) pack.db().value(chartQuery());

    assertThat(chart.lines().map(line -> line.replace("(-inf", "[-inf").strip()))
        .containsExactlyElementsOf(CHART);
    assertThat(chart.lines().limit(1).toList().get(0)).hasSize(WIDTH - 3);
    assertThat(chart.lines().skip(1).limit(5))
        .allSatisfy(line -> assertThat(line).hasSize(WIDTH - 2));
  }

  @Test
  void should_be_one_line_in_cqlsh_without_a_width() {
    assertThat(
            cqlsh(
                    "SELECT stats.histogram_text(stats.histogram(value, 0, 10, 4)) AS text,"
                        + " stats.histogram_sparkline(stats.histogram(value, 0, 10, 4)) AS shape"
                        + " FROM %s.rows WHERE p = 1")
                .output())
        .contains(
            " histogram count=7 min=-4.0 max=10.0 bins=4 lo=0.0 hi=10.0 underflow=1 overflow=1"
                + " █▁▄▄ |  █▁▄▄");
  }

  /** Both ways to give the same edges, with literals and with bind markers. */
  @Test
  void should_take_literals_and_markers() {
    List<Long> counts = List.of(3L, 0L, 1L, 1L);
    String from = " FROM %s.rows WHERE p = 1";

    for (String call :
        List.of(
            "stats.histogram(value, 0, 10, 4)",
            "stats.histogram(value, 0.0, 10.0, 4)",
            "stats.histogram(value, [0, 2.5, 5, 7.5, 10])")) {
      assertThat(pack.db().value("SELECT stats.histogram_counts(" + call + ")" + from))
          .as(call)
          .isEqualTo(counts);
    }
    assertThat(
            pack.db()
                .value(
                    "SELECT stats.histogram_counts(stats.histogram(value, ?, ?, ?))" + from,
                    0.0,
                    10.0,
                    4))
        .isEqualTo(counts);
    assertThat(
            pack.db()
                .value(
                    "SELECT stats.histogram_counts(stats.histogram(value, ?))" + from,
                    List.of(0.0, 2.5, 5.0, 7.5, 10.0)))
        .isEqualTo(counts);
  }

  @Test
  void should_answer_null_without_rows() {
    for (String accessor : List.of("count", "counts", "edges", "min", "text", "sparkline")) {
      assertThat(
              pack.db()
                  .row(
                      "SELECT stats.histogram_"
                          + accessor
                          + "(stats.histogram(value, 0, 10, 4)) FROM %s.rows WHERE p = 2")
                  .isNull(0))
          .as(accessor)
          .isTrue();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "histogram(value, 0, 10, 0) | expected 1 to 4096 bins, found 0",
        "histogram(value, 0, 10, 4097) | expected 1 to 4096 bins, found 4097",
        "histogram(value, 10, 0, 4) | expected finite lo < hi, found lo = 10.0 and hi = 0.0",
        "histogram(value, NaN, 10, 4) | expected finite lo < hi, found lo = NaN",
        "histogram(value, [1]) | expected 2 to 4097 edges, found 1",
        "histogram(value, [1, 3, 2]) | strictly increasing edges, found 2.0 behind 3.0",
        "histogram(value, 0, 10, at + 1) | must be the same for every row",
        "histogram_text(stats.histogram(value, 0, 10, 4), 9) | width from 10 to 1000",
        "histogram_quantile(stats.histogram(value, 0, 10, 4), 1.5) | quantile from 0 to 1, found 1.5",
        "histogram_union(stats.histogram(value, 0, 10, 4), stats.histogram(value, 0, 10, 5))"
            + " | expected a state of 4 bins, found one of 5",
        "histogram_union(stats.histogram(value, 0, 10, 4), stats.histogram(value, 1, 10, 4))"
            + " | expected a state with lo = 0.0, found 1.0"
      })
  void should_say_what_was_expected(String call, String message) {
    assertThatThrownBy(() -> pack.db().rows("SELECT stats." + call + " FROM %s.rows WHERE p = 1"))
        .isInstanceOf(FunctionFailureException.class)
        .hasMessageContaining("histogram: ")
        .hasMessageContaining(message);
  }

  @Test
  void should_merge_the_states_of_a_rollup_table_into_the_bytes_of_the_undivided_rows() {
    pack.db().run("CREATE TABLE %s.rollup (part int PRIMARY KEY, state blob)");
    for (int part = 0; part < 3; part++) {
      ByteBuffer state =
          (ByteBuffer)
              pack.db()
                  .value(
                      "SELECT stats.histogram(value, 0, 10, 4) FROM %s.rows"
                          + " WHERE p = 1 AND at >= ? AND at < ?",
                      3 * part, 3 * part + 3);
      pack.db().rows("INSERT INTO %s.rollup (part, state) VALUES (?, ?)", part, state);
    }
    assertThat(pack.db().value("SELECT stats.histogram_merge(state) FROM %s.rollup"))
        .isEqualTo(
            pack.db().value("SELECT stats.histogram(value, 0, 10, 4) FROM %s.rows WHERE p = 1"));
  }
}
