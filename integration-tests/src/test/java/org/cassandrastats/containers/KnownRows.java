/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.containers;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.BatchStatementBuilder;
import com.datastax.oss.driver.api.core.cql.DefaultBatchType;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.util.SortedMap;
import java.util.TreeMap;
import org.cassandrastats.cli.connection.SchemaChange;
import org.cassandrastats.client.internal.request.NewTable;

/** A table whose partitions have the same rows, and what aggregates over one have to give. */
final class KnownRows {
  private static final int ROWS_PER_BATCH = 64;

  private final CqlSession session;
  private final String table;
  private final int partitions;
  private final SortedMap<Integer, Double> values = new TreeMap<>();
  private final PreparedStatement insert;

  /**
   * Makes the table.
   *
   * @param table its name in the keyspace of the nodes
   * @param options such as {@code " WITH read_repair = 'NONE'"}
   */
  KnownRows(CqlSession session, String table, int partitions, String options) {
    this.session = session;
    this.table = LaneNodes.table(table);
    this.partitions = partitions;
    SchemaChange.execute(
        session,
        "CREATE TABLE %s (sensor int, at bigint, value double, PRIMARY KEY (sensor, at))%s"
            .formatted(this.table, options));
    NewTable.await(session, this.table);
    insert = session.prepare("INSERT INTO " + this.table + " (sensor, at, value) VALUES (?, ?, ?)");
  }

  /**
   * Writes rows, replacing those that are there.
   *
   * @param step every how manieth, from the first one
   * @param salt other values for another salt
   */
  void write(int from, int to, int step, int salt, ConsistencyLevel level) {
    for (int partition = 1; partition <= partitions; partition++) {
      BatchStatementBuilder batch = new BatchStatementBuilder(DefaultBatchType.UNLOGGED);
      for (int at = from; at < to; at += step) {
        // Eighths: their sums are exact in every order.
        values.put(at, Math.floorMod(at * 7919 + salt * 104_729, 8000) / 8.0);
        batch.addStatement(insert.bind(partition, (long) at, values.get(at)));
        if (batch.getStatementsCount() == ROWS_PER_BATCH || at + step >= to) {
          session.execute(batch.setConsistencyLevel(level).build());
          batch.clearStatements();
        }
      }
    }
  }

  /** Deletes a range of rows. */
  void delete(int from, int to, ConsistencyLevel level) {
    for (int partition = 1; partition <= partitions; partition++) {
      session.execute(
          SimpleStatement.newInstance(
                  "DELETE FROM " + table + " WHERE sensor = ? AND at >= ? AND at < ?",
                  partition,
                  (long) from,
                  (long) to)
              .setConsistencyLevel(level));
    }
    values.subMap(from, to).clear();
  }

  /** What to ask about a partition. */
  SimpleStatement query(int partition) {
    return SeveralAnswers.query(table, partition).setTimeout(LaneNodes.LONGEST);
  }

  /** What is right now. */
  SeveralAnswers exact() {
    return SeveralAnswers.exact(
        values.values().stream().mapToDouble(Double::doubleValue).toArray());
  }
}
