/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.nodes;

import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.function.IntToDoubleFunction;
import org.cassandrastats.cli.console.Console;
import org.cassandrastats.cli.console.Progress;
import org.cassandrastats.uda.chunk.ChunkCodec;

/**
 * Makes and fills tables of chunks.
 *
 * @param digest the k of the digests that chunks carry; 0 for none
 * @param most points of a chunk
 */
public record ChunkLoader(Target target, Console console, int digest, int most) {
  /** Chunks in a page: they are a thousand times as large as rows. */
  public static final int PAGE_SIZE = 100;

  private static final Duration TIMEOUT = Duration.ofMinutes(1);

  /** Chunks as large as can be, without digests. */
  public ChunkLoader(Target target, Console console) {
    this(target, console, 0, ChunkCodec.MAXIMUM_COUNT);
  }

  /**
   * Makes a table {@code (sensor int, since bigint, points blob)} and fills it with chunks: row i
   * is in the sensor i modulo the number of partitions, plus 1.
   *
   * @param table its full name
   * @param value of a row
   */
  public void load(String table, int rows, int partitions, IntToDoubleFunction value) {
    BenchKeyspace.createTable(
        target.session(),
        table,
        "sensor int, since bigint, points blob, PRIMARY KEY (sensor, since)");
    PreparedStatement insert =
        target
            .session()
            .prepare("INSERT INTO " + table + " (sensor, since, points) VALUES (?, ?, ?)");
    long loaded = 0;
    try (Progress progress = console.progress("Loading chunks", rows, "points")) {
      for (int partition = 0; partition < partitions; partition++) {
        int count = (rows - partition + partitions - 1) / partitions;
        for (int from = 0; from < count; from += most) {
          int points = Math.min(most, count - from);
          long[] times = new long[points];
          double[] values = new double[points];
          for (int i = 0; i < points; i++) {
            int row = (from + i) * partitions + partition;
            times[i] = row;
            values[i] = value.applyAsDouble(row);
          }
          target
              .session()
              .execute(
                  insert
                      .bind(partition + 1, times[0], chunk(times, values))
                      .setConsistencyLevel(DefaultConsistencyLevel.ALL)
                      .setTimeout(TIMEOUT));
          loaded += points;
          progress.reached(loaded);
        }
      }
    }
  }

  private ByteBuffer chunk(long[] times, double[] values) {
    ByteBuffer chunk = ChunkCodec.encode(times, values);
    return digest == 0 ? chunk : ChunkCodec.withDigest(chunk, digest);
  }
}
