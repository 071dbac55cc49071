/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.cluster;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.time.Duration;
import org.cassandrastats.bench.measure.ExactColumn;
import org.cassandrastats.bench.measure.ExactPart;
import org.cassandrastats.bench.measure.StudyRowWriter;
import org.cassandrastats.bench.nodes.BenchKeyspace;
import org.cassandrastats.bench.nodes.Replicas;
import org.cassandrastats.bench.nodes.Target;
import org.cassandrastats.cli.console.Console;
import org.cassandrastats.cli.console.Progress;

/**
 * Partitions of which one replica has an older version.
 *
 * @param rows of each partition: the first ones of the column
 * @param changed every how manieth row the replica has missed
 */
record MissedWrites(Target target, ExactColumn column, int rows, int changed, Console console) {
  /** So much more than before that no mean of old and new values looks like that of new ones. */
  private static final double ADDED = 1000;

  /** Fills partitions 1 to a number, and then changes them while one replica is away. */
  void load(boolean repaired, int partitions, Replicas replicas) {
    run("TRUNCATE " + BenchKeyspace.SPLIT);
    run(
        "ALTER TABLE "
            + BenchKeyspace.SPLIT
            + " WITH read_repair = '"
            + (repaired ? "BLOCKING" : "NONE")
            + "'");
    write("Loading", partitions, 1, ConsistencyLevel.ALL, 0);
    target.flushAndCompact();
    replicas.withoutLast(
        () -> write("Changing", partitions, changed, ConsistencyLevel.QUORUM, ADDED));
  }

  private void run(String cql) {
    target.session().execute(SimpleStatement.newInstance(cql).setTimeout(Duration.ofMinutes(2)));
  }

  private void write(String task, int partitions, int step, ConsistencyLevel level, double added) {
    StudyRowWriter writer = new StudyRowWriter(target, BenchKeyspace.SPLIT, level);
    try (Progress progress = console.progress(task, partitions, "partitions")) {
      for (int partition = 1; partition <= partitions; partition++) {
        for (int row = 0; row < rows; row += step) {
          writer.add(partition, row, column.value(row) + added);
        }
        progress.reached(partition);
      }
      writer.finish();
    }
  }

  /** What a read that sees the changes has to give. */
  ExactPart exact() {
    return column.changed(rows, changed, ADDED);
  }
}
