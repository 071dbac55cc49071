/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.measure;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** All runs of a study so far. A report adds what is said of them. */
public class Results {
  private final List<MeasuredRun> runs;
  private final Map<Map<String, String>, List<MeasuredRun>> byCell;

  /** Copies the runs. */
  public Results(List<MeasuredRun> runs) {
    this.runs = List.copyOf(runs);
    this.byCell = runs.stream().collect(Collectors.groupingBy(MeasuredRun::cell));
  }

  /** All of them, in the order in which they were measured. */
  public List<MeasuredRun> runs() {
    return runs;
  }

  /** The cells that have been measured, in the order of their first runs. */
  public List<Cell> cells() {
    return runs.stream().map(MeasuredRun::cell).distinct().map(Cell::of).toList();
  }

  /** The runs of a cell that were not traced. */
  public List<Attempt> timed(Cell cell) {
    return attempts(cell, false);
  }

  private List<Attempt> attempts(Cell cell, boolean traced) {
    return byCell.getOrDefault(cell.texts(), List.of()).stream()
        .filter(run -> run.traced() == traced)
        .map(MeasuredRun::attempt)
        .toList();
  }

  /** The times of a cell at the client, in seconds; none where no run had an answer. */
  public Spread client(Cell cell) {
    return Spread.of(exact(cell, false).mapToDouble(Attempt::seconds).toArray());
  }

  private Stream<Attempt> exact(Cell cell, boolean traced) {
    return attempts(cell, traced).stream().filter(Attempt::isExact);
  }

  /** The median time of a cell at the client, in seconds; NaN where no run had an answer. */
  public double median(Cell cell) {
    return client(cell).median();
  }

  /** The median of a number that was measured besides the time; NaN where no run had it. */
  public double median(Cell cell, String name) {
    return number(cell, name).median();
  }

  /** A number that was measured besides the time, of the exact answers of a cell that have it. */
  public Spread number(Cell cell, String name) {
    return Spread.of(
        exact(cell, false)
            .map(attempt -> attempt.numbers().get(name))
            .filter(Objects::nonNull)
            .mapToDouble(Double::doubleValue)
            .toArray());
  }

  /** How many times as long as another cell one takes; NaN where one has no answer. */
  public double factor(Cell cell, Cell base) {
    return median(cell) / median(base);
  }

  /**
   * How many times as long the later half of the runs took as the earlier half, in the median of
   * the cells: below 1 where they still got faster. NaN where no cell ran twice.
   */
  public double laterOverEarlier() {
    return Spread.of(cells().stream().mapToDouble(this::laterOverEarlier).toArray()).median();
  }

  private double laterOverEarlier(Cell cell) {
    double[] seconds = exact(cell, false).mapToDouble(Attempt::seconds).toArray();
    int half = seconds.length / 2;
    return Spread.of(Arrays.copyOfRange(seconds, seconds.length - half, seconds.length)).median()
        / Spread.of(Arrays.copyOf(seconds, half)).median();
  }

  /** The client's time of the traced run of a cell. */
  public OptionalDouble tracedClient(Cell cell) {
    return exact(cell, true).mapToDouble(Attempt::seconds).findFirst();
  }

  /** The coordinator's time of the traced run of a cell. */
  public OptionalDouble server(Cell cell) {
    return attempts(cell, true).stream()
        .filter(attempt -> attempt.serverSeconds() != null)
        .mapToDouble(Attempt::serverSeconds)
        .findFirst();
  }

  /** What went wrong in a cell: "ReadTimeoutException x5"; empty if nothing did. */
  public String failures(Cell cell) {
    return byCell.getOrDefault(cell.texts(), List.of()).stream()
        .filter(run -> !run.attempt().isExact())
        .collect(Collectors.groupingBy(Results::kind, TreeMap::new, Collectors.counting()))
        .entrySet()
        .stream()
        .map(entry -> entry.getKey() + " x" + entry.getValue())
        .collect(Collectors.joining(", "));
  }

  /** What went wrong in some cells, each thing once. */
  public String failures(List<Cell> cells) {
    return cells.stream()
        .map(this::failures)
        .filter(failures -> !failures.isEmpty())
        .distinct()
        .collect(Collectors.joining(", "));
  }

  private static String kind(MeasuredRun run) {
    return run.attempt().outcome() == Attempt.Outcome.WRONG ? "WRONG" : run.attempt().error();
  }

  /** The runs whose answer was wrong. */
  public List<MeasuredRun> wrong() {
    return runs.stream().filter(run -> run.attempt().outcome() == Attempt.Outcome.WRONG).toList();
  }

  /** How many runs had the exact answer. */
  public long exact() {
    return runs.stream().filter(run -> run.attempt().isExact()).count();
  }

  /** How many runs had an exception instead of an answer. */
  public long failed() {
    return runs.size() - exact() - wrong().size();
  }
}
