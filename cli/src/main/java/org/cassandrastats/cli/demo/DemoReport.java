/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.demo;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.cassandrastats.cli.console.Tables;

/**
 * The demo's table, a line per question, and whether all answers are right.
 *
 * @param mean of all values
 * @param lanes the first one over all values, whose results are shown
 * @param differences between the answers of the lanes, a line each
 */
record DemoReport(Expectation mean, List<DemoLaneRun> lanes, List<String> differences) {
  private static final int WIDEST_AGGREGATE = 32;
  private static final int WIDEST_RESULT = 22;
  private static final int WIDEST_NUMBER = 9;

  /** A result of more numbers is left to the picture. */
  private static final int MOST_SHOWN = 7;

  String table() {
    List<String> header = new ArrayList<>(List.of("aggregate", "result", "error#", "allowed#"));
    header.add(main().lane().label() + "\nms#");
    lanes.forEach(lane -> header.add(lane.lane().label() + "\nx avg()#"));
    List<Integer> widest = new ArrayList<>(List.of(WIDEST_AGGREGATE, WIDEST_RESULT));
    header.stream().skip(2).forEach(column -> widest.add(WIDEST_NUMBER));

    List<List<String>> lines = new ArrayList<>();
    lines.add(builtIn());
    for (int i = 0; i < main().questions().size(); i++) {
      lines.add(line(i));
    }
    return Tables.light(header, widest, lines);
  }

  /** What the columns mean. */
  String legend() {
    return """
        error, allowed: as a part of the exact value; of t-digests, how far the rank is off, as a part
          of all values.
        ms: median time, where runs are short without the first. x avg(): the same as a multiple of the
          built-in avg(value) over the same rows as Cassandra reads them (at ALL, where the jar does
          not), runs alternating; the line of avg(value) shows the noise.
          %s."""
        .formatted(
            lanes.stream()
                .map(lane -> lane.lane().label() + ": " + lane.extent())
                .collect(Collectors.joining("; ")));
  }

  boolean isGood() {
    return wrong().isEmpty();
  }

  /** What is wrong, in lines; else that all is well. */
  String verdict() {
    if (!isGood()) {
      return String.join(System.lineSeparator(), wrong());
    }
    String all =
        "All %d results are within the error that their documentation allows"
            .formatted(lanes.stream().mapToInt(DemoLaneRun::size).sum());
    return lanes.size() == 1
        ? all + "."
        : String.format(
            Locale.ROOT,
            "%s,%nand both lanes give the same bytes over %,d rows.",
            all,
            lanes.get(lanes.size() - 1).series().size());
  }

  private List<String> wrong() {
    List<String> lines = new ArrayList<>(differences);
    lanes.forEach(lane -> lines.addAll(lane.wrong()));
    return lines;
  }

  private DemoLaneRun main() {
    return lanes.get(0);
  }

  /** The built-in average, for comparison: nothing is demanded of it. */
  private List<String> builtIn() {
    double result = main().builtIn().answer().getDouble(0);
    List<String> cells =
        new ArrayList<>(
            List.of(
                DemoLaneRun.Stopwatch.BUILT_IN + ", built in",
                Digits.six(result),
                Digits.part(mean.error(result)),
                "",
                milliseconds(main().builtIn())));
    lanes.forEach(lane -> cells.add(ratio(lane.builtIn())));
    return cells;
  }

  private List<String> line(int index) {
    DemoLaneRun.DemoQuestion question = main().questions().get(index);
    List<Number> results = main().results(index);
    List<? extends Expectation> expected = question.expected();
    boolean met =
        IntStream.range(0, expected.size()).allMatch(i -> expected.get(i).isMetBy(results.get(i)));
    double error =
        IntStream.range(0, expected.size())
            .mapToDouble(i -> expected.get(i).error(results.get(i)))
            .max()
            .orElseThrow();
    double allowed = expected.stream().mapToDouble(Expectation::allowed).max().orElseThrow();
    List<String> cells =
        new ArrayList<>(
            List.of(
                folded(question.selector()),
                shown(expected, results),
                met ? Digits.part(error) : "WRONG",
                Digits.part(allowed),
                milliseconds(main().timings().get(index))));
    lanes.forEach(lane -> cells.add(ratio(lane.timings().get(index))));
    return cells;
  }

  /** In lines where it does not fit into one, the arguments of the outer function below it. */
  static String folded(String selector) {
    return selector.length() <= WIDEST_AGGREGATE
        ? selector
        : selector.replaceFirst("\\(", "(\n ").replace("), ", "),\n ");
  }

  private static String shown(List<? extends Expectation> expected, List<Number> results) {
    return results.size() > MOST_SHOWN
        ? results.size() + " counts, drawn below"
        : IntStream.range(0, results.size())
            .mapToObj(i -> name(expected.get(i)) + Digits.six(results.get(i)))
            .collect(Collectors.joining(", "));
  }

  /** The elements of a list need none. */
  private static String name(Expectation expected) {
    String label = expected.label();
    return label.isEmpty() || label.startsWith("[") ? "" : label + " ";
  }

  private static String milliseconds(DemoLaneRun.Stopwatch.Timing timing) {
    return String.format(Locale.ROOT, "%.1f", timing.seconds() * 1e3);
  }

  private static String ratio(DemoLaneRun.Stopwatch.Timing timing) {
    return String.format(Locale.ROOT, "%.2f", timing.ratio());
  }
}
