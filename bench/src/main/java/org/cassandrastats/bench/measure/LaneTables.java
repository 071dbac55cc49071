/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.measure;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Results as Markdown tables. */
final class LaneTables {
  private static final int NATIVE_LIMIT_DIGITS = 2;

  private LaneTables() {}

  /** All of a lane, for the console. */
  static String ofResult(LaneResult result) {
    String text =
        String.format(
            Locale.ROOT,
            "%s: %,d rows, %,d groups; ratios to avg(value)%n%n",
            result.lane(),
            result.rows(),
            result.groups());
    text += ofTimes(result.withLimits()) + "\n" + ofTimes(result.all()) + "\n";
    text += ofTimes(result.grouped());
    return result.heap().isEmpty() ? text : text + "\n" + ofHeap(result.heap());
  }

  static String ofTimes(List<PairedTimes> times) {
    List<List<String>> rows = new ArrayList<>();
    for (PairedTimes time : times) {
      rows.add(
          List.of(
              "`" + time.name() + "`",
              number(time.medianRatio(), 3),
              number(time.lowerQuartile(), 3) + " to " + number(time.upperQuartile(), 3),
              number(time.medianSeconds(), 3),
              Integer.toString(time.seconds().size())));
    }
    return MarkdownTable.of(
        List.of("query", "median ratio", "quartiles", "median s", "runs"), rows);
  }

  /** The native lane's aggregates with limits, in rows and in groups. */
  static String ofLimits(LaneResult result) {
    List<List<String>> rows = new ArrayList<>();
    for (PairedTimes time : result.withLimits()) {
      double limit =
          time.name().startsWith("those") ? 1.35 : time.name().startsWith("tdigest") ? 1.12 : 1.08;
      rows.add(limitRow(time.name(), time, limit));
    }
    for (PairedTimes time : result.grouped()) {
      rows.add(limitRow(time.name() + " GROUP BY", time, 1.3));
    }
    return MarkdownTable.of(
        List.of("query", "median ratio", "quartiles", "limit", "met", "median s"), rows);
  }

  private static List<String> limitRow(String name, PairedTimes time, double limit) {
    return List.of(
        "`" + name + "`",
        number(time.medianRatio(), 3),
        number(time.lowerQuartile(), 3) + " to " + number(time.upperQuartile(), 3),
        number(limit, NATIVE_LIMIT_DIGITS),
        time.medianRatio() <= limit ? "yes" : "**no**",
        number(time.medianSeconds(), 3));
  }

  /** Medians of all lanes side by side. */
  static String ofLanes(List<LaneResult> results) {
    List<String> headings = new ArrayList<>(List.of("query"));
    results.forEach(result -> headings.add(result.lane()));
    List<List<String>> rows = new ArrayList<>();
    for (PairedTimes first : results.get(0).all()) {
      List<String> row = new ArrayList<>(List.of("`" + first.name() + "`"));
      for (LaneResult result : results) {
        row.add(
            result.all().stream()
                .filter(time -> time.name().equals(first.name()))
                .findFirst()
                .map(
                    time ->
                        number(time.medianRatio(), 2)
                            + " ("
                            + number(time.lowerQuartile(), 2)
                            + " to "
                            + number(time.upperQuartile(), 2)
                            + ")")
                .orElse(""));
      }
      rows.add(row);
    }
    return MarkdownTable.of(headings, rows);
  }

  static String ofHeap(List<HeapUse> uses) {
    List<List<String>> rows = new ArrayList<>();
    for (HeapUse use : uses) {
      rows.add(
          List.of(
              "`" + use.name() + "`",
              String.format(Locale.ROOT, "%,d", use.groups()),
              number(use.idleMegabytes(), 1),
              number(use.medianMegabytes(), 1),
              number(use.largestMegabytes(), 1),
              String.format(Locale.ROOT, "%,.0f", use.allocatedBytesPerGroup()),
              Integer.toString(use.collections()),
              Integer.toString(use.queries())));
    }
    return MarkdownTable.of(
        List.of(
            "query",
            "groups",
            "MB idle",
            "MB during, median",
            "MB during, largest",
            "B allocated a group",
            "collections",
            "queries"),
        rows);
  }

  static String number(double value, int digits) {
    return String.format(Locale.ROOT, "%." + digits + "f", value);
  }
}
