/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies;

import java.util.List;
import java.util.Map;
import org.cassandrastats.bench.report.StudyReport;
import org.cassandrastats.bench.run.ExactColumn;
import org.cassandrastats.bench.run.Readings;
import org.cassandrastats.bench.run.Results;
import org.cassandrastats.bench.run.RunLog;
import org.cassandrastats.bench.target.BenchLane;
import org.cassandrastats.bench.target.NodeVariant;
import org.cassandrastats.bench.target.Target;
import org.cassandrastats.cli.console.Console;

/**
 * What is measured, and what is said of it; where and how often is a matter of {@link StudyRun}.
 */
interface Study {
  /** As the command and its files are called. */
  String name();

  /** All options of its own that the results depend on, by name. */
  Map<String, String> settings();

  /** The lanes of throw-away nodes unless others are asked for. */
  default List<BenchLane> lanes() {
    return List.of(BenchLane.values());
  }

  /** How many throw-away nodes there are for each lane. */
  default int nodes() {
    return 1;
  }

  /** On how many of them each row is. */
  default int replicas() {
    return 1;
  }

  /**
   * How many values there are in a lane, to be loaded and to compare answers with; 0 where a study
   * has data of its own.
   */
  int rows(String lane);

  /** How many rows the tables of a lane hold together, at least, for the room on the disk. */
  default long storedRows(String lane) {
    return rows(lane);
  }

  /** Loads the rows before anything is measured: all of them into one partition. */
  default void load(Target target, ExactColumn column, Console console) {
    if (rows(target.lane()) > 0) {
      Readings.load(target, column, rows(target.lane()), console);
    }
  }

  /** Whether everything of a lane has been measured. */
  boolean isComplete(String lane, RunLog log);

  /** How throw-away nodes are started; for each there are nodes of their own. */
  default List<NodeVariant> variants() {
    return List.of(NodeVariant.LATE_DEADLINE);
  }

  /** Whether everything of nodes that are started like this has been measured. */
  default boolean isComplete(String lane, NodeVariant variant, RunLog log) {
    return isComplete(lane, log);
  }

  /** Measures what has not been measured on such nodes. */
  default void measure(
      Target target, NodeVariant variant, ExactColumn column, RunLog log, Console console) {
    measure(target, column, log, console);
  }

  /** Measures what has not been measured, on a target that holds the rows. */
  void measure(Target target, ExactColumn column, RunLog log, Console console);

  /** What the results of all lanes say. */
  StudyReport report(Results results, List<String> lanes);
}
