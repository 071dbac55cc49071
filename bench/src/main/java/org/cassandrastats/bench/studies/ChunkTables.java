/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies;

import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import java.util.Random;
import org.cassandrastats.bench.run.ExactColumn;
import org.cassandrastats.bench.run.StudyRowWriter;
import org.cassandrastats.bench.target.BenchKeyspace;
import org.cassandrastats.bench.target.Target;
import org.cassandrastats.cli.console.Console;
import org.cassandrastats.cli.console.Progress;

/** Makes and fills the tables of chunks, and the rows that they are compared with. */
final class ChunkTables {
  /** The chunks of the readings: {@code (sensor int, since bigint, points blob)}. */
  static final String CHUNKS = BenchKeyspace.TABLE + "_chunks";

  /** Rows of doubles that nothing can be saved of. */
  static final String RANDOM = BenchKeyspace.TABLE + "_random";

  static final String RANDOM_CHUNKS = RANDOM + "_chunks";

  private static final int SHOWN = 100_000;

  private final Target target;
  private final Console console;

  ChunkTables(Target target, Console console) {
    this.target = target;
    this.console = console;
  }

  /**
   * Makes and fills the tables; the rows of the readings are there already.
   *
   * @param randomRows how many random doubles there are
   * @param seed of these
   */
  void load(ExactColumn column, int rows, int randomRows, long seed) {
    ChunkLoader chunks = new ChunkLoader(target, console);
    chunks.load(CHUNKS, rows, 1, column::value);
    create(RANDOM, "at bigint, value double, PRIMARY KEY (sensor, at)");
    Random random = new Random(seed);
    double[] values = random.doubles(randomRows).toArray();
    loadRows(values);
    chunks.load(RANDOM_CHUNKS, randomRows, 1, row -> values[row]);
    target.settle();
  }

  private void create(String table, String columns) {
    BenchKeyspace.createTable(target.session(), table, "sensor int, " + columns);
  }

  private void loadRows(double[] values) {
    StudyRowWriter writer = new StudyRowWriter(target, RANDOM, DefaultConsistencyLevel.ALL);
    try (Progress progress = console.progress("Loading random rows", values.length, "rows")) {
      for (int row = 0; row < values.length; row++) {
        writer.add(1, row, values[row]);
        if (row % SHOWN == 0) {
          progress.reached(row);
        }
      }
      writer.finish();
      progress.reached(values.length);
    }
  }
}
