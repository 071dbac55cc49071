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

  /** Tells a table of ours from one that happens to have the same name. */
  static final String MARKER = "made by cassandra-stats bench";

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
    SchemaChange.execute(session, "CREATE KEYSPACE " + NAME + " WITH replication = " + replication);
  }

  static void createTables(CqlSession session) {
    createTable(session, TABLE);
    createTable(session, SPLIT);
  }

  private static void createTable(CqlSession session, String table) {
    createTable(session, table, "sensor int, at bigint, value double, PRIMARY KEY (sensor, at)");
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
}
