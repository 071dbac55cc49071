/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.tools.bench.studies;

import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import java.time.Duration;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import org.cassandrastats.tools.bench.run.ExactColumn;
import org.cassandrastats.tools.bench.run.RowWriter;
import org.cassandrastats.tools.bench.target.BenchKeyspace;
import org.cassandrastats.tools.bench.target.Target;
import org.cassandrastats.tools.console.Console;
import org.cassandrastats.tools.console.Progress;
import org.cassandrastats.uda.chunk.ChunkCodec;

/** Makes and fills the tables of chunks, and the rows that they are compared with. */
final class ChunkTables {
  /** The chunks of the readings: {@code (sensor int, since bigint, points blob)}. */
  static final String CHUNKS = BenchKeyspace.TABLE + "_chunks";

  /** Rows of doubles that nothing can be saved of. */
  static final String RANDOM = BenchKeyspace.TABLE + "_random";

  static final String RANDOM_CHUNKS = RANDOM + "_chunks";

  private static final int SHOWN = 100_000;
  private static final Duration PATIENCE = Duration.ofMinutes(1);

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
    createChunks(CHUNKS);
    loadChunks(CHUNKS, rows, column::value);
    create(RANDOM, "at bigint, value double, PRIMARY KEY (sensor, at)");
    createChunks(RANDOM_CHUNKS);
    Random random = new Random(seed);
    double[] values = random.doubles(randomRows).toArray();
    loadRows(values);
    loadChunks(RANDOM_CHUNKS, randomRows, row -> values[row]);
    target.settle();
  }

  private void createChunks(String table) {
    create(table, "since bigint, points blob, PRIMARY KEY (sensor, since)");
  }

  private void create(String table, String columns) {
    BenchKeyspace.createTable(target.session(), table, "sensor int, " + columns);
  }

  private void loadRows(double[] values) {
    RowWriter writer = new RowWriter(target, RANDOM, DefaultConsistencyLevel.ALL);
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

  private void loadChunks(String table, int rows, IntToDoubleFunction value) {
    PreparedStatement insert =
        target
            .session()
            .prepare("INSERT INTO " + table + " (sensor, since, points) VALUES (1, ?, ?)");
    try (Progress progress = console.progress("Loading chunks", rows, "points")) {
      for (int from = 0; from < rows; from += ChunkCodec.MAXIMUM_COUNT) {
        int count = Math.min(ChunkCodec.MAXIMUM_COUNT, rows - from);
        long[] times = new long[count];
        double[] values = new double[count];
        for (int i = 0; i < count; i++) {
          times[i] = (long) from + i;
          values[i] = value.applyAsDouble(from + i);
        }
        target
            .session()
            .execute(
                insert
                    .bind((long) from, ChunkCodec.encode(times, values))
                    .setConsistencyLevel(DefaultConsistencyLevel.ALL)
                    .setTimeout(PATIENCE));
        progress.reached((long) from + count);
      }
    }
  }
}
