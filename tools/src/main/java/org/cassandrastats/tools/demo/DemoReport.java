/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.tools.demo;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.cassandrastats.tools.console.Tables;

/** The demo's table: a line per number, with the times at the first one of each question. */
final class DemoReport {
  private static final List<String> HEADER =
      List.of("CQL", "result#", "exact#", "error#", "allowed#", "ms#", "x avg()#", "runs#", "");

  private final List<List<String>> lines = new ArrayList<>();
  private int numbers;
  private int wrong;

  void add(Question question, Stopwatch.Timing timing) {
    List<Number> results = question.answer().apply(timing.answer());
    for (int i = 0; i < results.size(); i++) {
      Expectation expected = question.expected().get(i);
      Number result = results.get(i);
      boolean met = expected.isMetBy(result);
      numbers++;
      if (!met) {
        wrong++;
      }
      boolean first = i == 0;
      lines.add(
          List.of(
              cql(question, expected, first),
              Expected.shown(result),
              expected.shown(),
              expected.error(result),
              expected.allowed(),
              first ? format("%.1f", timing.seconds() * 1e3) : "",
              first ? format("%.2f", timing.ratio()) : "",
              first ? Integer.toString(timing.runs()) : "",
              met ? "ok" : "WRONG"));
    }
  }

  /** Adds the built-in average, for comparison: nothing is demanded of it. */
  void addBuiltIn(Expected mean, Stopwatch.Timing timing) {
    double result = timing.answer().getDouble(0);
    lines.add(
        List.of(
            "avg(value), built in",
            Expected.shown(result),
            mean.shown(),
            mean.error(result),
            "",
            format("%.1f", timing.seconds() * 1e3),
            format("%.2f", timing.ratio()),
            Integer.toString(timing.runs()),
            ""));
  }

  String table() {
    return Tables.of(HEADER, lines);
  }

  boolean isGood() {
    return wrong == 0;
  }

  String verdict() {
    return wrong == 0
        ? "All %d results are within the error that their documentation allows.".formatted(numbers)
        : "%d of %d results are NOT within the error that their documentation allows."
            .formatted(wrong, numbers);
  }

  private static String cql(Question question, Expectation expected, boolean first) {
    if (expected.label().isEmpty()) {
      return question.selector();
    }
    return first
        ? question.selector() + " " + expected.label()
        : " ".repeat(question.selector().length() + 1) + expected.label();
  }

  private static String format(String pattern, double value) {
    return String.format(Locale.ROOT, pattern, value);
  }
}
