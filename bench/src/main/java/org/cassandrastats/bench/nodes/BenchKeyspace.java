/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.nodes;

import com.datastax.oss.driver.api.core.CqlSession;
import org.cassandrastats.cli.connection.SchemaChange;
import org.cassandrastats.client.internal.request.NewTable;

/** The keyspace that a study makes, fills and drops. */
public final class BenchKeyspace {
  /** The table of readings: {@code (sensor int, at bigint, value double)}. */
  public static final String TABLE = BenchKeyspace.NAME + ".readings";

  /** The same table for rows in many partitions. */
  public static final String SPLIT = BenchKeyspace.NAME + ".readings_split";

  /** Its name. */
  public static final String NAME = "cassandra_stats_bench";

  /** A further keyspace, in which each row is on one node. */
  public static final String SINGLY_STORED = NAME + "_rf1";

  /** Tells a table of ours from one that happens to have the same name. */
  static final String MARKER = "made by cassandra-stats bench";

  /** The columns of these tables. */
  public static final String READINGS =
      "sensor int, at bigint, value double, PRIMARY KEY (sensor, at)";

  private BenchKeyspace() {}

  /** The full name of a further table. */
  public static String table(String name) {
    return NAME + "." + name;
  }

  static void create(CqlSession session, String replication) {
    createKeyspace(session, replication);
    createTables(session);
  }

  static void createKeyspace(CqlSession session, String replication) {
    createKeyspace(session, NAME, replication);
  }

  private static void createKeyspace(CqlSession session, String name, String replication) {
    SchemaChange.execute(session, "CREATE KEYSPACE " + name + " WITH replication = " + replication);
  }

  /** Makes a table of readings whose rows are on one node each, of throw-away nodes. */
  public static void createSinglyStored(CqlSession session) {
    createKeyspace(session, SINGLY_STORED, replication(1));
    createReadings(session, SINGLY_STORED + ".readings");
  }

  static String replication(int replicas) {
    return "{'class': 'NetworkTopologyStrategy', 'replication_factor': %d}".formatted(replicas);
  }

  static void createTables(CqlSession session) {
    createReadings(session, TABLE);
    createReadings(session, SPLIT);
  }

  /**
   * Makes a further table of readings.
   *
   * @param options of the table, such as {@code read_repair = 'NONE'}
   */
  public static void createReadings(CqlSession session, String table, String... options) {
    createTable(session, table, READINGS, options);
  }

  /**
   * Makes a further table, which goes with the keyspace, and waits until all nodes can use it.
   *
   * @param table its {@link #table full name}
   * @param columns with their types, and the primary key
   * @param options of the table, such as {@code CLUSTERING ORDER BY (at DESC)}
   */
  public static void createTable(
      CqlSession session, String table, String columns, String... options) {
    StringBuilder cql = new StringBuilder();
    cql.append("CREATE TABLE ").append(table).append(" (").append(columns).append(") WITH ");
    for (String option : options) {
      cql.append(option).append(" AND ");
    }
    // A snapshot would stay on the disks after the table is gone.
    cql.append("allow_auto_snapshot = false AND comment = '").append(MARKER).append('\'');
    SchemaChange.execute(session, cql.toString());
    NewTable.await(session, table);
  }

  static void drop(CqlSession session) {
    SchemaChange.execute(session, "DROP KEYSPACE IF EXISTS " + NAME);
  }

  /** The same of nodes that hold nothing else of this name. */
  static void dropAll(CqlSession session) {
    drop(session);
    SchemaChange.execute(session, "DROP KEYSPACE IF EXISTS " + SINGLY_STORED);
  }
}
