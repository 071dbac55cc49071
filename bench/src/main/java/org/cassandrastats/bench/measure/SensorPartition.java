/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.measure;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchStatementBuilder;
import com.datastax.oss.driver.api.core.cql.BatchType;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.SplittableRandom;
import java.util.concurrent.CompletionStage;
import org.cassandrastats.cli.console.Console;
import org.cassandrastats.cli.console.Progress;

/** One partition of a table: readings of a sensor, the same in every run of the program. */
final class SensorPartition {
  private static final int ROWS_PER_BATCH = 200;
  private static final int BATCHES_IN_FLIGHT = 16;
  private static final long SEED = 20261120;

  private final CqlSession session;

  SensorPartition(CqlSession session) {
    this.session = session;
  }

  void load(int rows, Console console) {
    session.execute(
        "CREATE TABLE stats.sensor (sensor int, at bigint, value double, PRIMARY KEY (sensor, at))");
    PreparedStatement insert =
        session.prepare("INSERT INTO stats.sensor (sensor, at, value) VALUES (1, ?, ?)");
    SplittableRandom random = new SplittableRandom(SEED);
    Deque<CompletionStage<AsyncResultSet>> inFlight = new ArrayDeque<>();
    try (Progress progress = console.progress("Loading", rows, "rows")) {
      for (int from = 0; from < rows; from += ROWS_PER_BATCH) {
        BatchStatementBuilder batch = BatchStatement.builder(BatchType.UNLOGGED);
        for (int row = from; row < Math.min(rows, from + ROWS_PER_BATCH); row++) {
          batch.addStatement(insert.bind((long) row, 20 + random.nextDouble()));
        }
        inFlight.addLast(session.executeAsync(batch.build()));
        if (inFlight.size() == BATCHES_IN_FLIGHT) {
          inFlight.removeFirst().toCompletableFuture().join();
          progress.reached(from);
        }
      }
      inFlight.forEach(write -> write.toCompletableFuture().join());
      progress.reached(rows);
    }
  }

  static String query(Contender contender) {
    return "SELECT " + contender.selector() + " FROM stats.sensor WHERE sensor = 1";
  }
}
