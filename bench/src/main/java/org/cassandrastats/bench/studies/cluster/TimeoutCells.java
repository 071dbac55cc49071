/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.cluster;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.cassandrastats.bench.harness.NodeCounts;
import org.cassandrastats.bench.harness.RowCounts;
import org.cassandrastats.bench.harness.TimeSettings;
import org.cassandrastats.bench.measure.Cell;
import org.cassandrastats.bench.measure.Dimension;
import org.cassandrastats.bench.measure.Grid;
import org.cassandrastats.bench.measure.MeasuredAggregate;
import org.cassandrastats.bench.measure.QueryRunner;

/**
 * What the study of timeouts measures: a matrix of timeouts and deadlines, and cases whose limits
 * follow from how long a request takes.
 *
 * @param rows of the matrix
 * @param timeouts of the client; none where there is no matrix
 * @param deadlines of the nodes; none where they cannot be set
 * @param nodes of the cases; none where there are no cases
 * @param aggregates of the cases
 * @param rowsOfCases in each lane
 * @param tried the cases
 */
record TimeoutCells(
    List<Integer> rows,
    List<Duration> timeouts,
    List<TimeSettings.Pair> deadlines,
    List<Integer> nodes,
    List<MeasuredAggregate> aggregates,
    RowCounts rowsOfCases,
    List<TimeoutCase> tried) {
  static final Dimension<Integer> ROWS = new Dimension<>("rows");
  static final Dimension<String> CLIENT_TIMEOUT = new Dimension<>("client_timeout");
  static final Dimension<String> DEADLINES = new Dimension<>("deadlines");
  static final Dimension<TimeoutCase> WHO_GIVES_UP = new Dimension<>("who_gives_up");
  static final Dimension<MeasuredAggregate> AGGREGATE = new Dimension<>("aggregate");

  boolean hasMatrix() {
    return !timeouts.isEmpty();
  }

  /** The columns of the matrix. */
  List<String> deadlineNames() {
    return deadlines.isEmpty()
        ? List.of("its own")
        : deadlines.stream().map(TimeSettings.Pair::toString).toList();
  }

  List<Cell> matrix(String lane) {
    return Grid.of(lane)
        .by(ROWS, rows)
        .by(CLIENT_TIMEOUT, timeouts.stream().map(TimeSettings::text).toList())
        .by(DEADLINES, deadlineNames())
        .cells();
  }

  List<Cell> ofMostRows(String lane) {
    return matrix(lane).stream().filter(cell -> cell.is(ROWS, Collections.max(rows))).toList();
  }

  /** When the client or the node has to give up, in seconds; NaN if that is not known. */
  double firstLimit(Cell cell) {
    return deadlines.isEmpty()
        ? Double.NaN
        : Math.min(
            QueryRunner.seconds(TimeSettings.parse(cell.get(CLIENT_TIMEOUT))),
            QueryRunner.seconds(deadlines(cell).deadlines().effective()));
  }

  static TimeSettings.Pair deadlines(Cell cell) {
    return TimeSettings.Pair.parse(cell.get(DEADLINES));
  }

  List<Cell> cases(String lane) {
    return Grid.of(lane)
        .by(NodeCounts.NODES, nodes)
        .by(WHO_GIVES_UP, tried)
        .by(AGGREGATE, cell -> cell.get(WHO_GIVES_UP).aggregates(aggregates))
        .by(ROWS, List.of(rowsOfCases.of(lane)))
        .cells();
  }

  static boolean isCase(Cell cell) {
    return cell.get(WHO_GIVES_UP) != null;
  }
}
