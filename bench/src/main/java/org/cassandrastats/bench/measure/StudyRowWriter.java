/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.measure;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import org.cassandrastats.bench.nodes.Target;

/** Writes rows into a table like {@link org.cassandrastats.bench.nodes.BenchKeyspace#TABLE}. */
public final class StudyRowWriter extends BatchWriter {
  // Below the size that Cassandra warns of (5 KiB), and enough to hide the round trips.
  private static final int ROWS_PER_BATCH = 64;
  private static final int BATCHES_IN_FLIGHT = 16;

  private final PreparedStatement insert;

  /** Writes at a consistency level. */
  public StudyRowWriter(Target target, String table, ConsistencyLevel level) {
    super(target, level, ROWS_PER_BATCH, BATCHES_IN_FLIGHT);
    this.insert =
        target.session().prepare("INSERT INTO " + table + " (sensor, at, value) VALUES (?, ?, ?)");
  }

  /** Writes a row, soon. */
  public void add(int sensorOfRow, long at, double value) {
    add(sensorOfRow, insert.bind(sensorOfRow, at, value));
  }
}
