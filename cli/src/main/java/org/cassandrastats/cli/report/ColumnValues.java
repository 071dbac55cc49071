/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.report;

import com.datastax.oss.driver.api.core.metadata.schema.ColumnMetadata;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.cassandrastats.cli.chart.Chart;
import org.cassandrastats.cli.chart.HtmlPage.Section;
import org.cassandrastats.client.api.StatsRow;
import org.cassandrastats.client.api.StatsSummary;

/**
 * What the columns of a table hold: the answer to {@link ReportedTable#values()}.
 *
 * @param rows of the table
 * @param first time of its rows; null where there is none
 * @param last time of its rows; null where there is none
 */
record ColumnValues(long rows, Object first, Object last, Section section) {
  private static final List<String> HEADER =
      List.of(
          "column",
          "type",
          "values",
          "null",
          "not finite",
          "distinct, about",
          "mean",
          "stddev",
          "min",
          "p1",
          "median",
          "p99",
          "max");
  private static final int TEXTS = 2;
  private static final int LONGEST_LABEL = 30;

  /** Reads the one row of the answer. */
  static ColumnValues of(ReportedTable table, StatsRow answer) {
    Iterator<Object> values = answer.values().iterator();
    long rows = ((Number) values.next()).longValue();
    boolean hasTime = table.time().isPresent();
    Object first = hasTime ? values.next() : null;
    Object last = hasTime ? values.next() : null;
    List<List<String>> shown = new ArrayList<>();
    List<Chart> charts = new ArrayList<>();
    for (ColumnMetadata column : table.columns()) {
      String name = column.getName().asInternal();
      long known = ((Number) values.next()).longValue();
      List<String> texts = new ArrayList<>();
      texts.add(name);
      texts.add(column.getType().asCql(false, true));
      texts.add(Numbers.count(known));
      texts.add(Numbers.count(rows - known));
      String distinct = table.isDistinct(column) ? count(values.next()) : "";
      if (table.isText(column)) {
        List<Chart.Bar> frequent = ofTexts((List<?>) values.next(), (List<?>) values.next());
        if (!frequent.isEmpty()) {
          charts.add(new Chart.Bars("Most frequent values of " + name, frequent));
        }
      }
      if (!table.isNumber(column)) {
        texts.addAll(List.of("", distinct));
      } else {
        StatsSummary summary = (StatsSummary) values.next();
        texts.add(summary == null ? "" : count(summary.skipped()));
        texts.add(distinct);
        List<?> quantiles = (List<?>) values.next();
        texts.addAll(statistics(summary, quantiles));
        List<?> counts = (List<?>) values.next();
        if (counts != null && summary != null && summary.min() < summary.max()) {
          charts.add(
              new Chart.Bars(
                  "Values of " + name,
                  table.isWhole(column) && summary.max() - summary.min() < ReportedTable.BINS
                      ? ofEachNumber(summary, counts)
                      : ofBins(summary, counts)));
        }
      }
      while (texts.size() < HEADER.size()) {
        texts.add("");
      }
      shown.add(texts);
    }
    return new ColumnValues(
        rows,
        first,
        last,
        new Section(
            "Values",
            table.values(),
            charts,
            HEADER,
            IntStream.range(0, HEADER.size()).mapToObj(column -> column >= TEXTS).toList(),
            shown));
  }

  /** A bar for each text; none where each came once, or there is none. */
  private static List<Chart.Bar> ofTexts(List<?> texts, List<?> counts) {
    if (texts == null || counts == null || counts.isEmpty() || counts.get(0).equals(1L)) {
      return List.of();
    }
    return IntStream.range(0, texts.size())
        .mapToObj(
            text ->
                new Chart.Bar(
                    shortened((String) texts.get(text)), ((Number) counts.get(text)).doubleValue()))
        .toList();
  }

  private static String shortened(String text) {
    return text.codePointCount(0, text.length()) <= LONGEST_LABEL
        ? text
        : text.substring(0, text.offsetByCodePoints(0, LONGEST_LABEL - 1)) + "…";
  }

  /** A bar for each bin: from the least value to the greatest, equally wide. */
  private static List<Chart.Bar> ofBins(StatsSummary summary, List<?> counts) {
    return IntStream.range(0, ReportedTable.BINS)
        .mapToObj(
            bin ->
                new Chart.Bar(
                    edge(summary, bin) + " to " + edge(summary, bin + 1),
                    ((Number) counts.get(bin)).doubleValue()))
        .toList();
  }

  private static String edge(StatsSummary summary, int edge) {
    double part = (double) edge / ReportedTable.BINS;
    return Numbers.text(summary.min() * (1 - part) + summary.max() * part, range(summary));
  }

  private static double range(StatsSummary summary) {
    return summary.max() - summary.min();
  }

  /** A bar for each whole number: bins are so narrow that each holds one at most. */
  private static List<Chart.Bar> ofEachNumber(StatsSummary summary, List<?> counts) {
    double range = range(summary);
    return IntStream.rangeClosed(0, (int) range)
        .mapToObj(
            above -> {
              // A bin holds its upper edge, and the first one its lower edge too.
              int bin = Math.max(0, (int) Math.ceil(above * ReportedTable.BINS / range) - 1);
              return new Chart.Bar(
                  Numbers.text(summary.min() + above, 1), ((Number) counts.get(bin)).doubleValue());
            })
        .toList();
  }

  private static String count(Object value) {
    return value == null ? "" : Numbers.count(((Number) value).longValue());
  }

  private static List<String> statistics(StatsSummary summary, List<?> quantiles) {
    if (summary == null || quantiles == null || summary.min() == null) {
      return List.of();
    }
    double range = range(summary);
    return Stream.of(
            summary.mean(),
            summary.stddev(),
            summary.min(),
            (Double) quantiles.get(0),
            (Double) quantiles.get(1),
            (Double) quantiles.get(2),
            summary.max())
        .map(value -> Numbers.text(value, range))
        .toList();
  }
}
