/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.direct;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.BatchStatementBuilder;
import com.datastax.oss.driver.api.core.cql.DefaultBatchType;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletionStage;

/** Rows of one partition, each with its number as {@code a}, {@code v} and {@code w}. */
final class NumberedRows {
  static final String COLUMNS = " (p int, a int, v double, w int, x text, PRIMARY KEY (p, a))";

  private static final int BATCH = 250;
  private static final int AT_ONCE = 8;

  private NumberedRows() {}

  /** Writes those from one number to before another. */
  static void write(
      CqlSession session, String table, int partition, int from, int to, ConsistencyLevel level) {
    PreparedStatement insert =
        session.prepare("INSERT INTO " + table + " (p, a, v, w, x) VALUES (?, ?, ?, ?, 'x')");
    Deque<CompletionStage<AsyncResultSet>> sent = new ArrayDeque<>();
    for (int first = from; first < to; first += BATCH) {
      BatchStatementBuilder batch = new BatchStatementBuilder(DefaultBatchType.UNLOGGED);
      for (int a = first; a < Math.min(to, first + BATCH); a++) {
        batch.addStatement(insert.bind(partition, a, (double) a, a));
      }
      sent.add(session.executeAsync(batch.setConsistencyLevel(level).build()));
      if (sent.size() == AT_ONCE) {
        sent.remove().toCompletableFuture().join();
      }
    }
    sent.forEach(stage -> stage.toCompletableFuture().join());
  }

  /** How many rows an aggregation has found: the first ones, with nothing left out. */
  static long found(
      CqlSession session, String table, int partition, int pageSize, ConsistencyLevel level) {
    Row row =
        session
            .execute(
                SimpleStatement.newInstance(
                        "SELECT count(*), sum(v), max(a), stats.mean(v) FROM "
                            + table
                            + " WHERE p = "
                            + partition)
                    .setPageSize(pageSize)
                    .setConsistencyLevel(level))
            .one();
    long rows = row.getLong(0);
    assertThat(row.getDouble(1)).isEqualTo(sum((int) rows));
    assertThat(row.getInt(2)).isEqualTo(rows - 1);
    assertThat(row.getDouble(3)).isEqualTo((rows - 1) / 2.0);
    return rows;
  }

  /** The sum of the numbers from 0 to before another. */
  static double sum(int rows) {
    return (double) rows * (rows - 1) / 2;
  }
}
