/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.tools.bench.run;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import org.cassandrastats.tools.bench.target.Target;

/**
 * Writes rows into a table like {@link org.cassandrastats.tools.bench.target.BenchKeyspace#TABLE}.
 */
public final class RowWriter {
  private final BatchWriter batches;

  /** Writes at a consistency level. */
  public RowWriter(Target target, String table, ConsistencyLevel level) {
    this.batches =
        new BatchWriter(
            target, "INSERT INTO " + table + " (sensor, at, value) VALUES (?, ?, ?)", level);
  }

  /**
   * Writes a row, soon.
   *
   * @throws org.cassandrastats.tools.console.UserError if an earlier write has failed
   */
  public void add(int sensor, long at, double value) {
    batches.add(sensor, sensor, at, value);
  }

  /**
   * Waits until everything is written.
   *
   * @throws org.cassandrastats.tools.console.UserError if a write has failed
   */
  public void finish() {
    batches.finish();
  }
}
