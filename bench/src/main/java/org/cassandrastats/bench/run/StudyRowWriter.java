/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.run;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import org.cassandrastats.bench.target.Target;

/** Writes rows into a table like {@link org.cassandrastats.bench.target.BenchKeyspace#TABLE}. */
public final class StudyRowWriter {
  // Below the size that Cassandra warns of (5 KiB), and enough to hide the round trips.
  private static final int ROWS_PER_BATCH = 64;
  private static final int BATCHES_IN_FLIGHT = 16;

  private final PreparedStatement insert;
  private final BatchWriter writer;

  /** Writes at a consistency level. */
  public StudyRowWriter(Target target, String table, ConsistencyLevel level) {
    this.insert =
        target.session().prepare("INSERT INTO " + table + " (sensor, at, value) VALUES (?, ?, ?)");
    this.writer = new BatchWriter(target, level, ROWS_PER_BATCH, BATCHES_IN_FLIGHT);
  }

  /**
   * Writes a row, soon.
   *
   * @throws org.cassandrastats.cli.console.UserError if an earlier write has failed
   */
  public void add(int sensorOfRow, long at, double value) {
    writer.add(sensorOfRow, insert.bind(sensorOfRow, at, value));
  }

  /**
   * Waits until everything is written.
   *
   * @throws org.cassandrastats.cli.console.UserError if a write has failed
   */
  public void finish() {
    writer.finish();
  }
}
