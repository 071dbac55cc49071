/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.query;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchStatementBuilder;
import com.datastax.oss.driver.api.core.cql.BatchType;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.cassandrastats.cli.connection.SchemaChange;
import org.cassandrastats.client.api.StatsQuery;
import org.cassandrastats.client.api.StatsRow;
import org.cassandrastats.client.internal.request.NewTable;

/** A table of known rows, and the exact answer about them. */
final class Readings {
  static final int PARTITIONS = 240;
  static final int ROWS = 250;

  private static final int BINS = 5;
  private static final int MINUTE = 60;

  private Readings() {}

  /** A query about all rows of a table. */
  static String select(String keyspace) {
    return "SELECT count(*), sum(n), min(n), max(n), stats.histogram_counts(stats.histogram(v, 0, 1, %d)) FROM %s.readings"
        .formatted(BINS, keyspace);
  }

  /**
   * A query about each minute of the first partitions, whose keys are taken for seconds.
   *
   * @param partitions how many
   */
  static StatsQuery minutes(String keyspace, int partitions) {
    String minute = "stats.time_bucket('1m', c, 's')";
    return StatsQuery.of(
            "SELECT k, %s AS minute, count(*), sum(n), stats.tdigest_max(stats.tdigest(n)) FROM %s.readings GROUP BY k, %s"
                .formatted(minute, keyspace, minute))
        .withPartitions("k=0..%d".formatted(partitions - 1));
  }

  static void load(CqlSession session, String keyspace, int replicas) {
    SchemaChange.execute(
        session,
        "CREATE KEYSPACE %s WITH replication = {'class': 'SimpleStrategy', 'replication_factor': %d}"
            .formatted(keyspace, replicas));
    SchemaChange.execute(
        session,
        "CREATE TABLE %s.readings (k int, c bigint, n bigint, v double, PRIMARY KEY (k, c))"
            .formatted(keyspace));
    NewTable.await(session, keyspace + ".readings");
    for (int partition = 0; partition < PARTITIONS; partition++) {
      write(session, keyspace, partition);
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
      batch.addStatement(insert.bind(partition, (long) row, number, row / (double) ROWS));
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

  /** Checks the answer to {@link #minutes}. */
  static void assertExactMinutes(List<StatsRow> rows, int partitions) {
    List<List<Object>> expected = new ArrayList<>();
    for (int partition = 0; partition < partitions; partition++) {
      for (long begin = 0; begin < ROWS; begin += MINUTE) {
        long count = Math.min(MINUTE, ROWS - begin);
        long first = (long) partition * ROWS + begin;
        long last = first + count - 1;
        expected.add(List.of(partition, begin, count, (first + last) * count / 2, (double) last));
      }
    }
    assertThat(rows.stream().map(StatsRow::values).toList()).isEqualTo(expected);
  }
}
