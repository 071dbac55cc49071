/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.rows;

import java.util.List;
import java.util.Optional;
import org.cassandrastats.bench.measure.Attempt;
import org.cassandrastats.bench.measure.Cell;
import org.cassandrastats.bench.measure.Dimension;
import org.cassandrastats.bench.measure.MeasuredAggregate;
import org.cassandrastats.bench.measure.Results;
import org.cassandrastats.bench.nodes.Deadlines;
import org.cassandrastats.bench.report.Numbers;

/**
 * An aggregate in a lane: its line, and what became of the queries near the deadline.
 *
 * @param deviation the largest of a median from the line, as a part of the line
 * @param answered the query of the most rows that had its answer
 * @param refused the query of the fewest rows that had none
 */
record RowsLine(
    Results results,
    Cell cell,
    LineFit fit,
    double deviation,
    Optional<Cell> answered,
    Optional<Cell> refused) {
  static final Dimension<MeasuredAggregate> AGGREGATE = new Dimension<>("aggregate");
  static final Dimension<Integer> ROWS = new Dimension<>("rows");

  static final double MICROS = 1e6;
  static final double READ = Deadlines.DEFAULT.read().toSeconds();

  /**
   * What the results say.
   *
   * @param probes queries near the deadline, in the order of their rows
   */
  static RowsLine of(Results results, Cell cell, LineFit fit, double deviation, List<Cell> probes) {
    List<Cell> probed = probes.stream().filter(probe -> !results.timed(probe).isEmpty()).toList();
    return new RowsLine(
        results,
        cell,
        fit,
        deviation,
        probed.stream()
            .filter(probe -> attempt(results, probe).isExact())
            .reduce((first, last) -> last),
        probed.stream().filter(probe -> !attempt(results, probe).isExact()).findFirst());
  }

  private static Attempt attempt(Results results, Cell probe) {
    return results.timed(probe).get(0);
  }

  static double rowsOf(Optional<Cell> probe) {
    return probe.isPresent() ? probe.get().get(ROWS) : Double.NaN;
  }

  Optional<Attempt> refusal() {
    return refused.map(probe -> attempt(results, probe));
  }

  String speed() {
    return Numbers.in(
        "takes %s µs a row (%s rows a second), within %s %% of a line",
        fit.perRow() * MICROS, Numbers.whole(1 / fit.perRow()), 100 * deviation);
  }

  /** Where the deadline ends it. */
  String end() {
    return "exceeds 5 s at about %s rows%s".formatted(Numbers.whole(fit.rows(READ)), observed());
  }

  private String observed() {
    if (refused.isPresent()) {
      Attempt refusal = refusal().orElseThrow();
      return Numbers.in(
          " (with the default deadlines, %s rows ended after %s s in a %s)",
          Numbers.whole(rowsOf(refused)), refusal.seconds(), refusal.error());
    }
    return answered.isEmpty()
        ? ", more than were loaded"
        : " (%s were answered with the default deadlines)"
            .formatted(Numbers.whole(rowsOf(answered)));
  }
}
