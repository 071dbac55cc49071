/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.containers;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.time.Duration;
import org.cassandrastats.bench.measure.MeasuredAggregate;
import org.cassandrastats.bench.measure.StudyRowWriter;
import org.cassandrastats.bench.nodes.BenchKeyspace;
import org.cassandrastats.bench.nodes.Target;
import org.cassandrastats.cli.connection.SchemaChange;

/**
 * A table {@code (sensor int, at bigint, value double)}: its partitions are what the suites
 * aggregate.
 *
 * @param name with its keyspace
 */
record SuiteTable(Target target, String name) {
  /** Longer than any request of a suite takes. */
  static final Duration LONGEST = Duration.ofHours(2);

  private static final String COLUMNS =
      "sensor int, at bigint, value double, PRIMARY KEY (sensor, at)";

  /** Makes the keyspace of tables with as many replicas as there are nodes. */
  static void createKeyspace(CqlSession session, String keyspace, int replicas) {
    SchemaChange.execute(
        session,
        "CREATE KEYSPACE %s WITH replication = {'class': 'NetworkTopologyStrategy', 'replication_factor': %d}"
            .formatted(keyspace, replicas));
  }

  /**
   * Makes a table.
   *
   * @param options such as {@code read_repair = 'NONE'}
   */
  static SuiteTable create(Target target, String name, String... options) {
    BenchKeyspace.createTable(target.session(), name, COLUMNS, options);
    return new SuiteTable(target, name);
  }

  /**
   * Writes rows of a partition, replacing those that are there.
   *
   * @param step every how manieth row, from the first one
   */
  void write(int partition, KnownRows rows, ConsistencyLevel level, int from, int to, int step) {
    StudyRowWriter writer = new StudyRowWriter(target, name, level);
    for (int at = from; at < to; at += step) {
      writer.add(partition, at, rows.value(at));
    }
    writer.finish();
  }

  /** Writes all rows of a partition to every replica. */
  void write(int partition, KnownRows rows) {
    write(partition, rows, ConsistencyLevel.ALL, 0, rows.size(), 1);
  }

  /** Deletes a range of rows. */
  void delete(int partition, ConsistencyLevel level, int from, int to) {
    target
        .session()
        .execute(
            SimpleStatement.newInstance(
                    "DELETE FROM " + name + " WHERE sensor = ? AND at >= ? AND at < ?",
                    partition,
                    (long) from,
                    (long) to)
                .setConsistencyLevel(level));
  }

  /** What to ask for several aggregates at once; page size and level are the caller's. */
  SimpleStatement query(int partition) {
    return SuiteAnswer.query(name, partition);
  }

  /** What to ask for one aggregate; page size and level are the caller's. */
  SimpleStatement query(MeasuredAggregate aggregate, int partition) {
    return SimpleStatement.newInstance(
            "SELECT %s FROM %s WHERE sensor = %d"
                .formatted(aggregate.selector(target.functions()), name, partition))
        .setTimeout(LONGEST);
  }
}
