/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.spark;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** The same tables in Cassandra, in files and in memory. */
final class Sources {
  private static final String FORMAT = "org.apache.spark.sql.cassandra";
  private static final String LEVEL = "spark.cassandra.input.consistency.level";

  /**
   * Of cached tables. Nothing else is read at it: Spark would answer from the cache what is read
   * with the same options.
   */
  private static final String LEVEL_OF_CACHED = "LOCAL_ONE";

  private static final String LEVEL_OF_FILES = "ONE";

  private final SparkSession spark;
  private final String keyspace;
  private final Path directory;
  private final Map<String, Dataset<Row>> cassandra = new HashMap<>();
  private final Map<String, Dataset<Row>> parquet = new HashMap<>();
  private final Map<String, Dataset<Row>> cached = new HashMap<>();

  /**
   * Sources.
   *
   * @param directory of the files
   */
  Sources(SparkSession spark, String keyspace, Path directory) {
    this.spark = spark;
    this.keyspace = keyspace;
    this.directory = directory;
  }

  /** The rows of a table, from where a request wants them. */
  Dataset<Row> rows(Request request) {
    String table = request.table();
    return switch (request.source()) {
      case CONNECTOR -> read(table, level(request));
      case PARQUET -> stored(parquet, table);
      case CACHED -> stored(cached, table);
    };
  }

  private static String level(Request request) {
    if (request.consistency() == null || request.consistency().equals(LEVEL_OF_CACHED)) {
      throw new IllegalArgumentException("a level other than " + LEVEL_OF_CACHED + " is expected");
    }
    return request.consistency();
  }

  private static Dataset<Row> stored(Map<String, Dataset<Row>> tables, String table) {
    Dataset<Row> rows = tables.get(table);
    if (rows == null) {
      throw new IllegalArgumentException("the table " + table + " has not been stored");
    }
    return rows;
  }

  private Dataset<Row> read(String table, String level) {
    return cassandra.computeIfAbsent(
        table + " " + level,
        key ->
            spark
                .read()
                .format(FORMAT)
                .option("keyspace", keyspace)
                .option("table", table)
                .option(LEVEL, level)
                .load());
  }

  /** Copies a table from Cassandra. */
  void store(Request request) {
    String table = request.table();
    switch (request.source()) {
      case PARQUET -> {
        String file = directory.resolve(table + ".parquet").toString();
        read(table, LEVEL_OF_FILES).write().parquet(file);
        parquet.put(table, spark.read().parquet(file));
      }
      case CACHED -> {
        Dataset<Row> rows = read(table, LEVEL_OF_CACHED);
        // Nothing is read before something is asked.
        rows.cache().count();
        cached.put(table, rows);
      }
      default -> throw new IllegalArgumentException("Cassandra is where tables are copied from");
    }
  }

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
      Task task,
      Source source,
      String table,
      String consistency,
      List<String> select,
      String where) {

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
}
