/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.study;

import java.util.List;
import java.util.Map;
import org.cassandrastats.bench.report.StudyReport;
import org.cassandrastats.bench.run.Results;
import org.cassandrastats.bench.run.Rounds;
import org.cassandrastats.bench.run.RunLog;
import org.cassandrastats.bench.target.BenchLane;
import org.cassandrastats.bench.target.NodeVariant;
import org.cassandrastats.cli.console.Console;

/** What is measured, and what is said of it; how it is carried out is a matter of the framework. */
public interface StudyDefinition {
  /** As the command and its files are called. */
  String name();

  /** All options of its own that the results depend on, by name. */
  Map<String, String> settings();

  /** The lanes of throw-away nodes unless others are asked for. */
  List<BenchLane> lanes();

  /** How many throw-away nodes there are for each lane. */
  int nodes();

  /** On how many of them each row is. */
  int replicas();

  /** How throw-away nodes are started; for each there are nodes of their own. */
  List<NodeVariant> variants();

  /**
   * How many values there are in a lane, to be loaded and to compare answers with; 0 where a study
   * has data of its own.
   */
  int rows(String lane);

  /** How many rows the tables of a lane hold together, at least, for the room on the disk. */
  long storedRows(String lane);

  /** How runs are repeated. */
  Rounds rounds(RunLog log, Console console);

  /** Whether everything has been measured on nodes that are started like this. */
  boolean isComplete(String lane, NodeVariant variant, RunLog log);

  /** Loads the rows before anything is measured. */
  void load(Workbench bench);

  /** Measures what has not been measured. */
  void measure(Workbench bench);

  /** What the results of all lanes say. */
  StudyReport report(Results results, List<String> lanes);
}
