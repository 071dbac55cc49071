/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.spark;

import java.util.List;

/**
 * A line of standard input.
 *
 * @param task what to do
 * @param source what the rows are read from
 * @param table a table of Cassandra, without its keyspace
 * @param consistency the level of reads by the connector; null for the others
 * @param select expressions of Spark SQL; null where nothing is asked
 * @param where a condition of Spark SQL; null for all rows
 */
record Request(
    Task task, Source source, String table, String consistency, List<String> select, String where) {

  /** What to do. */
  enum Task {
    /** Answer a query that has one row. */
    ASK,
    /** Copy a table into the source. */
    STORE
  }

  /** What rows are read from. */
  enum Source {
    /** Cassandra. */
    CONNECTOR("Cassandra Filters"),
    /** Files in the temporary directory. */
    PARQUET("FileScan parquet"),
    /** The memory of Spark. */
    CACHED("InMemoryTableScan");

    private final String scan;

    Source(String scan) {
      this.scan = scan;
    }

    /** What a plan that reads this source says. */
    String scan() {
      return scan;
    }
  }
}
