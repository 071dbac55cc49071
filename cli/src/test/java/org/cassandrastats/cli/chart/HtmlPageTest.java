/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.chart;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import java.util.List;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.cassandrastats.cli.chart.Chart.Bar;
import org.cassandrastats.cli.chart.Chart.Bars;
import org.cassandrastats.cli.chart.Chart.Line;
import org.cassandrastats.cli.chart.Chart.Lines;
import org.cassandrastats.cli.chart.Chart.Point;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

final class HtmlPageTest {
  @Test
  void should_show_pictures_and_all_numbers_without_anything_beside_it() throws Exception {
    List<Line> lines =
        IntStream.range(0, 9)
            .mapToObj(
                number ->
                    new Line(
                        "<" + number + ">",
                        List.of(
                            new Point(0, number),
                            new Point(3_600_000, Double.NaN),
                            new Point(7_200_000, -number))))
            .toList();
    String page =
        page(
            "SELECT \"a\" FROM t WHERE x < 1 & y",
            List.of(
                new Lines("mean", lines),
                new Bars("count", List.of(new Bar("a&b", 3), new Bar("c", -1)))),
            List.of("s", "mean"),
            List.of(false, true),
            List.of(List.of("<script>alert(1)</script>", "1.5")));

    Document parsed = parse(page);
    assertThat(parsed.getElementsByTagName("svg").getLength()).isEqualTo(2);
    assertThat(parsed.getElementsByTagName("script").getLength()).isZero();
    assertThat(parsed.getElementsByTagName("td").getLength()).isEqualTo(2);
    assertThat(parsed.getElementsByTagName("pre").item(0).getTextContent())
        .isEqualTo("SELECT \"a\" FROM t WHERE x < 1 & y");
    assertThat(page)
        .contains("mean: the first 8 of 9 groups", "&lt;7&gt;", "a&amp;b")
        .doesNotContain("NaN", "http-equiv", "src=", "href=");
  }

  @Test
  void should_draw_negative_values_to_the_left_of_zero() {
    String page =
        page(
            "SELECT",
            List.of(new Bars("v", List.of(new Bar("a", -10), new Bar("b", 30)))),
            List.of(),
            List.of(),
            List.of());

    // From 39 to 904: a quarter of it is below zero.
    assertThat(page).contains("M39,93H255.3M255.3,115H904");
  }

  @Test
  void should_draw_odd_values() throws Exception {
    double[] odd = {
      Double.NaN, Double.POSITIVE_INFINITY, Double.MAX_VALUE, -Double.MAX_VALUE, 1e-320, 0
    };
    for (double one : odd) {
      for (double other : odd) {
        List<Chart> charts =
            List.of(
                new Lines(
                    "v", List.of(new Line("", List.of(new Point(0, one), new Point(0, other))))),
                new Bars("v", List.of(new Bar("a", one), new Bar("b", other))));
        String page = page("SELECT", charts, List.of(), List.of(), List.of());

        assertThat(parse(page).getElementsByTagName("svg").getLength()).isEqualTo(2);
        assertThat(page).doesNotContain("NaN");
      }
    }
  }

  private static String page(
      String statement,
      List<Chart> charts,
      List<String> columns,
      List<Boolean> numeric,
      List<List<String>> rows) {
    return HtmlPage.of(
        List.of(new HtmlPage.Section("", statement, charts, columns, numeric, rows)));
  }

  /** The page without its two tags that XML would want closed. */
  private static Document parse(String page) throws Exception {
    String xml = page.replaceAll("<!DOCTYPE html>|<meta [^>]*>", "");
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader(xml)));
  }
}
