/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.containers;

import java.util.List;
import java.util.Optional;
import org.cassandrastats.bench.harness.StudyFacts;
import org.cassandrastats.bench.measure.Attempt;
import org.cassandrastats.bench.measure.Cell;
import org.cassandrastats.bench.measure.Dimension;
import org.cassandrastats.bench.measure.MeasuredAggregate;
import org.cassandrastats.bench.measure.Results;
import org.cassandrastats.bench.measure.Rounds;
import org.cassandrastats.bench.report.Report;
import org.cassandrastats.live.Lane;

/** What is asked of the nodes of a part, and what the results of all parts say. */
interface Suite {
  /** How exact answers have to be. */
  String EXACT = "to the last bit what the values give when worked out independently";

  /** What is to be known of traced requests. */
  String TRACED =
      " User-defined functions are not traced: a trace has an event for each of their calls, so that the request takes many"
          + " times as long.";

  /** What is timed. */
  Dimension<MeasuredAggregate> AGGREGATE = new Dimension<>("aggregate");

  /** All that is timed. */
  List<MeasuredAggregate> AGGREGATES = List.of(MeasuredAggregate.values());

  /** How many rows it is over. */
  Dimension<Integer> ROWS = new Dimension<>("rows");

  /** How many nodes there are. */
  Dimension<Integer> NODES = new Dimension<>("nodes");

  /** What is asked in the cells of a suite, as long as its nodes are there. */
  interface Questions extends Rounds.Question, AutoCloseable {
    @Override
    default void close() {}
  }

  /** As its files are called. */
  String name();

  /** How much it measures. */
  SuiteSize size();

  /** Rounds before those that count. */
  default int warmUp() {
    return size().warmUp();
  }

  /** Rounds that count. */
  default int runs() {
    return size().runs();
  }

  /** What its results depend on, besides the part and the number of rounds. */
  StudyFacts settings();

  /** What is measured in a part. */
  List<Cell> cells(Part part);

  /** Whether a cell is also asked once with tracing; never if user-defined functions are called. */
  default boolean isTraced(Cell cell) {
    return cell.is(AGGREGATE, MeasuredAggregate.AVG) || cell.lane().equals(Lane.NATIVE.toString());
  }

  /** Loads what is needed besides the partition that is in sync. */
  Questions questions(SuiteBench bench);

  /** What must not have come of a request, if anything. */
  default Optional<String> complaint(Cell cell, Attempt attempt) {
    return attempt.isExact()
        ? Optional.empty()
        : Optional.of("%s: %s %s".formatted(cell, attempt.outcome(), attempt.message()));
  }

  /** What the runs of a cell had to show and did not, if anything. */
  default Optional<String> missing(Cell cell, Results results) {
    return Optional.empty();
  }

  /** What the results of some parts say. */
  default Report report(Results results, List<Part> parts) {
    Report report =
        new Report(results, parts.stream().map(part -> part.lane().toString()).toList());
    describe(report, results, parts, parts.stream().flatMap(part -> cells(part).stream()).toList());
    return report;
  }

  /** Writes a report on the cells of some parts; its verdict is on the last and the first one. */
  void describe(Report report, Results results, List<Part> parts, List<Cell> cells);
}
