/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.cassandrastats.cli.command.CommandLineRun;
import org.cassandrastats.cli.command.NativeNode;
import org.cassandrastats.cli.command.NativeNodeExtension;
import org.htmlunit.WebClient;
import org.htmlunit.html.DomNode;
import org.htmlunit.html.HtmlPage;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Pages about tables, opened in a browser without a window. */
@ExtendWith(NativeNodeExtension.class)
final class ReportIT {
  private static final Instant MIDNIGHT = Instant.parse("2026-10-01T00:00:00Z");
  private static final int SERIES = 4;
  private static final String MARKUP = "<script>alert(1)</script>it's";

  private static NativeNode node;

  @TempDir private Path directory;

  /** Series 1, 2, 3 and 4 with 100, 200, 300 and 400 rows a minute apart; values are 0 to 9. */
  @BeforeAll
  static void load(NativeNode shared) {
    node = shared;
    node.execute(
        "CREATE TABLE shop.measurement (series int, at timestamp, level int, name text, value double,"
            + " PRIMARY KEY (series, at))");
    List<Object[]> rows = new ArrayList<>();
    for (int series = 1; series <= SERIES; series++) {
      for (int row = 0; row < 100 * series; row++) {
        rows.add(
            new Object[] {
              series,
              MIDNIGHT.plusSeconds(60L * row),
              row % 10,
              row % 2 == 0 ? "<b>even" : null,
              (double) (row - row % 10)
            });
      }
    }
    node.load(
        "INSERT INTO shop.measurement (series, at, level, name, value) VALUES (?, ?, ?, ?, ?)",
        rows);
    node.execute(
        "CREATE TABLE shop.\"Odd\" (\"a <b>\" text, k int, v varint, PRIMARY KEY ((\"a <b>\", k)))");
    node.load(
        "INSERT INTO shop.\"Odd\" (\"a <b>\", k, v) VALUES (?, ?, ?)",
        List.<Object[]>of(new Object[] {MARKUP, 1, BigInteger.valueOf(7)}));
    node.execute("CREATE TABLE shop.tuples (k frozen<tuple<int, text>> PRIMARY KEY, at bigint)");
    for (int row = 0; row < 30; row++) {
      node.execute(
          "INSERT INTO shop.tuples (k, at) VALUES ((%d, 'a'), %d)"
              .formatted(row, MIDNIGHT.toEpochMilli() + row));
    }
    node.execute("CREATE TABLE shop.empty (k int PRIMARY KEY, v double)");
    node.execute(
        "CREATE TABLE shop.far (k int, at timestamp, s text static, v double, PRIMARY KEY (k, at))");
  }

  @Test
  void should_show_partitions_without_rows_and_the_first_and_last_of_all_times()
      throws IOException {
    node.execute("INSERT INTO shop.far (k, s) VALUES (1, 'static')");

    assertThat(rows(open(report("shop.far")), "shop.far"))
        .contains(List.of("Partitions", "1"))
        .noneMatch(row -> row.get(0).startsWith("First") || row.get(0).startsWith("Last"));

    for (long time : new long[] {Long.MIN_VALUE, Long.MAX_VALUE}) {
      node.execute("INSERT INTO shop.far (k, at, v) VALUES (2, %d, 1)".formatted(time));
    }
    assertThat(rows(open(report("shop.far")), "shop.far"))
        .contains(
            // As the driver writes them, which has no sign for years before the first.
            List.of("First at", "292269055-12-02T16:47:04.192Z"),
            List.of("Last at", "292278994-08-17T07:12:55.807Z"));
  }

  @Test
  void should_show_partitions_values_rollups_and_plans_of_a_table() throws IOException {
    CommandLineRun rollup =
        node.run(
            directory,
            "rollup",
            "--from",
            "shop.measurement",
            "--time",
            "at",
            "--bucket",
            "1h",
            "--state",
            "moments(value)",
            "--into",
            "shop.measurement_hourly");
    assertThat(rollup.exitCode()).as("%s", rollup).isZero();

    HtmlPage page = open(report("shop.measurement"));

    assertThat(page.getTitleText()).isEqualTo("shop.measurement");
    assertThat(texts(page, "//h2"))
        .containsExactly(
            "shop.measurement",
            "Partitions, and the largest of them",
            "Values",
            "Rollups and chunks",
            "What questions would take");
    assertThat(rows(page, "shop.measurement"))
        .contains(
            List.of("Rows", "1,000"),
            List.of("Partitions", "4"),
            List.of("First at", "2026-10-01T00:00:00.000Z"),
            List.of("Last at", "2026-10-01T06:39:00.000Z"));
    assertThat(rows(page, "Partitions, and the largest of them"))
        .containsExactly(
            List.of("4", "400", "40.00 %"),
            List.of("3", "300", "30.00 %"),
            List.of("2", "200", "20.00 %"),
            List.of("1", "100", "10.00 %"));
    assertThat(rows(page, "Values"))
        .containsExactly(
            List.of(
                "level", "int", "1,000", "0", "0", "10", "4.5", "2.87372", "0", "0", "4.5", "9",
                "9"),
            List.of("name", "text", "500", "500", "", "1", "", "", "", "", "", "", ""),
            List.of(
                "value", "double", "1,000", "0", "0", "40", "145", "104.095", "0", "0", "130",
                "385", "390"));
    assertThat(rows(page, "Rollups and chunks"))
        .singleElement()
        .satisfies(
            row ->
                assertThat(row)
                    .startsWith(
                        "shop.measurement_hourly",
                        "rollup",
                        "shop.measurement",
                        "1h",
                        "stats.moments(value)"));
    assertThat(rows(page, "What questions would take"))
        .extracting(row -> row.get(0))
        .containsExactly("one partition", "each partition", "all rows");
    assertThat(page.getByXPath("//*[local-name() = 'svg']")).hasSize(5);
    assertThat(texts(page, "//*[local-name() = 'text']"))
        .contains("Most frequent values of name", "<b>even");
    assertThat(texts(page, "//b")).isEmpty();
  }

  @Test
  void should_show_names_and_values_as_texts() throws IOException {
    HtmlPage page = open(report("shop.\"Odd\""));

    assertThat(texts(page, "//script | //b")).isEmpty();
    assertThat(texts(page, "//pre").get(2))
        .contains("\"a <b>\" = '" + MARKUP.replace("'", "''") + "' AND k = 1");
  }

  @Test
  void should_tell_close_values_apart_and_leave_out_a_question_that_it_cannot_write()
      throws IOException {
    HtmlPage page = open(report("shop.tuples"));

    assertThat(rows(page, "Values").get(0))
        .contains("1790812800000", "1790812800029")
        .startsWith("at", "bigint", "30", "0", "0", "30");
    assertThat(rows(page, "What questions would take"))
        .extracting(row -> row.get(0))
        .containsExactly("each partition", "all rows");
  }

  @Test
  void should_say_that_a_table_is_empty() throws IOException {
    HtmlPage page = open(report("shop.empty"));

    assertThat(rows(page, "shop.empty")).containsExactly(List.of("Rows", "none"));
  }

  @Test
  void should_not_read_a_table_that_takes_longer_than_wanted() throws IOException {
    HtmlPage page = open(report("shop.measurement", "--at-most", "0s"));

    assertThat(texts(page, "//h2")).doesNotContain("Values").contains("What questions would take");
    assertThat(rows(page, "shop.measurement"))
        .anySatisfy(
            row ->
                assertThat(row.get(1))
                    .startsWith("a pass over all rows takes about ")
                    .endsWith("longer than --at-most 0 ms"));
  }

  @Test
  void should_name_the_columns_there_are_where_one_is_unknown() {
    CommandLineRun run = node.run(directory, "report", "shop.measurement", "--column", "valeu");

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.error())
        .contains(
            "--column valeu: shop.measurement has no such column outside its key. Expected level, name, value.");
    assertThat(run.out()).isEmpty();
  }

  private CommandLineRun report(String table, String... more) {
    List<String> arguments = new ArrayList<>(List.of(table));
    arguments.addAll(List.of(more));
    CommandLineRun run = node.run(directory, "report", arguments.toArray(String[]::new));
    assertThat(run.exitCode()).as("%s", run).isZero();
    return run;
  }

  /** The page, which loads nothing else. */
  private HtmlPage open(CommandLineRun run) throws IOException {
    Path file = Files.writeString(directory.resolve("page.html"), run.out());
    try (WebClient browser = new WebClient()) {
      HtmlPage page = browser.getPage(file.toUri().toURL());
      assertThat(page.getByXPath("//*[@src or @href]")).isEmpty();
      return page;
    }
  }

  private static List<String> texts(HtmlPage page, String path) {
    return page.<DomNode>getByXPath(path).stream().map(DomNode::getTextContent).toList();
  }

  /** The rows of the table beneath a heading. */
  private static List<List<String>> rows(HtmlPage page, String heading) {
    return page
        .<DomNode>getByXPath("//h2[. = '%s']/following-sibling::div[1]//tr[td]".formatted(heading))
        .stream()
        .map(row -> row.<DomNode>getByXPath("td").stream().map(DomNode::getTextContent).toList())
        .toList();
  }
}
