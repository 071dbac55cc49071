/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.containers;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchStatementBuilder;
import com.datastax.oss.driver.api.core.cql.DefaultBatchType;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.util.NavigableMap;
import java.util.TreeMap;

/** The rows of one partition: in a table, and here for the exact answer. */
final class KnownRows {
  private static final int PARTITION = 1;
  private static final int ROWS_OF_BATCH = 100;

  private final String table;
  private final NavigableMap<Integer, Double> values = new TreeMap<>();

  private KnownRows(String table) {
    this.table = table;
  }

  /**
   * Creates a table in a keyspace of its own.
   *
   * @param name of both
   * @param options of the table, such as {@code read_repair = 'NONE'}
   */
  static KnownRows create(CqlSession session, String name, int replicas, String options) {
    session.execute(
        "CREATE KEYSPACE %s WITH replication = {'class': 'SimpleStrategy', 'replication_factor': %d}"
            .formatted(name, replicas));
    String table = name + "." + name;
    session.execute(
        "CREATE TABLE %s (p int, at int, value double, PRIMARY KEY (p, at)) WITH %s"
            .formatted(table, options));
    return new KnownRows(table);
  }

  /**
   * Writes rows, replacing those that are there.
   *
   * @param salt other values for another salt
   */
  void write(CqlSession session, ConsistencyLevel level, int from, int to, int salt) {
    PreparedStatement insert =
        session.prepare("INSERT INTO " + table + " (p, at, value) VALUES (?, ?, ?)");
    for (int first = from; first < to; first += ROWS_OF_BATCH) {
      BatchStatementBuilder batch =
          BatchStatement.builder(DefaultBatchType.UNLOGGED).setConsistencyLevel(level);
      for (int at = first; at < Math.min(to, first + ROWS_OF_BATCH); at++) {
        // Eighths: their sums are exact in every order.
        double value = Math.floorMod(at * 7919 + salt * 104_729, 8000) / 8.0;
        values.put(at, value);
        batch.addStatement(insert.bind(PARTITION, at, value));
      }
      session.execute(batch.build());
    }
  }

  /** Deletes a range of rows. */
  void delete(CqlSession session, ConsistencyLevel level, int from, int to) {
    session.execute(
        SimpleStatement.newInstance(
                "DELETE FROM " + table + " WHERE p = ? AND at >= ? AND at < ?", PARTITION, from, to)
            .setConsistencyLevel(level));
    values.subMap(from, to).clear();
  }

  /** What is right now. */
  Answer exact() {
    return Answer.exact(values.values());
  }

  /** What to ask; page size, level and timeout are the caller's. */
  SimpleStatement query() {
    return Answer.query(table, PARTITION);
  }

  /** What the cluster answers. */
  static Answer ask(CqlSession session, SimpleStatement query) {
    return Answer.of(session.execute(query).one());
  }
}
