/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.tools.query;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchStatementBuilder;
import com.datastax.oss.driver.api.core.cql.BatchType;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.servererrors.ReadFailureException;
import com.datastax.oss.driver.api.core.servererrors.ServerError;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.cassandrastats.client.StatsRow;

/** A table of known rows, and the exact answer about them. */
final class Readings {
  static final int PARTITIONS = 240;
  static final int ROWS = 250;

  private static final int BINS = 5;
  private static final int MOST_ATTEMPTS = 100;
  private static final long PAUSE_NANOS = 100_000_000;

  private Readings() {}

  /** A query about all rows of a table. */
  static String select(String keyspace) {
    return "SELECT count(*), sum(n), min(n), max(n), stats.histogram_counts(stats.histogram(v, 0, 1, %d)) FROM %s.readings"
        .formatted(BINS, keyspace);
  }

  static void load(CqlSession session, String keyspace, int replicas) {
    session.execute(
        "CREATE KEYSPACE %s WITH replication = {'class': 'SimpleStrategy', 'replication_factor': %d}"
            .formatted(keyspace, replicas));
    session.execute(
        "CREATE TABLE %s.readings (k int, c int, n bigint, v double, PRIMARY KEY (k, c))"
            .formatted(keyspace));
    session.getMetadata().getNodes().values().forEach(node -> awaitTable(session, keyspace, node));
    for (int partition = 0; partition < PARTITIONS; partition++) {
      write(session, keyspace, partition);
    }
  }

  /** A node says that it has a schema shortly before it can read and write a new table. */
  private static void awaitTable(CqlSession session, String keyspace, Node node) {
    SimpleStatement look =
        SimpleStatement.newInstance("SELECT k FROM %s.readings WHERE k = 0".formatted(keyspace))
            .setNode(node);
    for (int attempt = 1; ; attempt++) {
      try {
        session.execute(look);
        return;
      } catch (ServerError | ReadFailureException unknownTable) {
        if (attempt == MOST_ATTEMPTS) {
          throw unknownTable;
        }
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    }
  }

  /** Writes the rows of a partition: always the same. */
  static void write(CqlSession session, String keyspace, int partition) {
    PreparedStatement insert =
        session.prepare(
            "INSERT INTO %s.readings (k, c, n, v) VALUES (?, ?, ?, ?)".formatted(keyspace));
    BatchStatementBuilder batch =
        BatchStatement.builder(BatchType.UNLOGGED).setConsistencyLevel(DefaultConsistencyLevel.ALL);
    for (int row = 0; row < ROWS; row++) {
      long number = (long) partition * ROWS + row;
      batch.addStatement(insert.bind(partition, row, number, row / (double) ROWS));
    }
    session.execute(batch.build());
  }

  static void assertExact(StatsRow row) {
    long rows = (long) PARTITIONS * ROWS;
    assertThat(row.values())
        .isEqualTo(
            List.<Object>of(
                rows, rows * (rows - 1) / 2, 0L, rows - 1, Collections.nCopies(BINS, rows / BINS)));
  }
}
