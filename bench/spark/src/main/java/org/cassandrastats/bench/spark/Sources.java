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
  private static final String OURS = "cassandra-stats";
  private static final String LEVEL = "spark.cassandra.input.consistency.level";

  /**
   * Of cached tables. Nothing else is read at it: Spark would answer from the cache what is read
   * with the same options.
   */
  private static final String LEVEL_OF_CACHED = "LOCAL_ONE";

  private static final String LEVEL_OF_FILES = "ONE";

  /** Of this project's source, at which alone it is asked. */
  static final String LEVEL_OF_SOURCE = "ONE";

  /** A setting of Spark: the catalog of this project's source. */
  static final String CATALOG = "spark.sql.catalog.cassandra";

  private static final String VIEW = "readings";

  private final SparkSession spark;
  private final Nodes nodes;
  private final Path directory;
  private final Map<String, Dataset<Row>> cassandra = new HashMap<>();
  private final Map<String, Dataset<Row>> parquet = new HashMap<>();
  private final Map<String, Dataset<Row>> cached = new HashMap<>();

  /**
   * Where tables are in Cassandra.
   *
   * @param addresses as {@code ADDRESS:PORT,...}
   */
  record Nodes(String addresses, String datacenter, String keyspace) {}

  /**
   * Sources.
   *
   * @param directory of the files
   */
  Sources(SparkSession spark, Nodes nodes, Path directory) {
    this.spark = spark;
    this.nodes = nodes;
    this.directory = directory;
  }

  /** The rows of a table, from where a request wants them. */
  Dataset<Row> rows(Request request) {
    String table = request.table();
    return switch (request.source()) {
      case CONNECTOR -> read(table, level(request));
      case SOURCE -> ours(table, level(request));
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
                .option("keyspace", nodes.keyspace())
                .option("table", table)
                .option(LEVEL, level)
                .load());
  }

  /**
   * What a query of SQL calls the rows: a view has no hidden columns, which this project's source
   * is asked for.
   */
  String name(Request request, Dataset<Row> rows) {
    if (request.source() == Request.Source.SOURCE) {
      return "cassandra.%s.%s".formatted(nodes.keyspace(), request.table());
    }
    rows.createOrReplaceTempView(VIEW);
    return VIEW;
  }

  /** Anew for each request: its session is closed when no task has used it for a while. */
  private Dataset<Row> ours(String table, String level) {
    if (!level.equals(LEVEL_OF_SOURCE)) {
      throw new IllegalArgumentException("the level %s is expected".formatted(LEVEL_OF_SOURCE));
    }
    return spark
        .read()
        .format(OURS)
        .option("hosts", nodes.addresses())
        .option("local-datacenter", nodes.datacenter())
        .option("keyspace", nodes.keyspace())
        .option("table", table)
        .option("consistency", level)
        .load();
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
   * @param consistency the level of reads of Cassandra; null for copies
   * @param select expressions of Spark SQL; null where nothing is asked
   * @param where a condition of Spark SQL; null for all rows
   * @param sql a query of the rows, which it calls <code>{rows}</code>, instead of both; may be
   *     null
   */
  record Request(
      Task task,
      Source source,
      String table,
      String consistency,
      List<String> select,
      String where,
      String sql) {

    /** What to do. */
    enum Task {
      /** Answer a query. */
      ASK,
      /** Copy a table into the source. */
      STORE
    }

    /** What rows are read from. */
    enum Source {
      /** Cassandra, by the connector. */
      CONNECTOR("Cassandra Filters"),
      /** Cassandra, by the source of this project. */
      SOURCE("cassandra-stats "),
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
