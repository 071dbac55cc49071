/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.engines;

import org.cassandrastats.bench.nodes.ReadPath;

/** What aggregates the same rows. */
enum EngineAccessPath {
  REQUEST("one request, as Cassandra reads", ReadPath.CASSANDRA),
  DIRECT("one request, read directly", ReadPath.DIRECT),
  CURSORS("one request, read by cursors", ReadPath.CURSOR),
  SPLIT("query, read by cursors", ReadPath.CURSOR),
  CHUNKS("one request for chunks", ReadPath.CURSOR),
  DIGESTS("one request for chunks with digests", ReadPath.CURSOR),
  CONNECTOR("Spark over the connector", ReadPath.CASSANDRA),
  PARQUET("DuckDB over Parquet", null),
  PARQUET_ZSTD("DuckDB over Parquet, zstd", null),
  PARQUET_V2("DuckDB over Parquet 2, zstd", null),
  DUCKDB("DuckDB, its own storage", null),
  CLICKHOUSE("ClickHouse, MergeTree", null),
  CLICKHOUSE_ADAPTIVE("ClickHouse, adaptive codecs", null);

  private final String label;
  private final ReadPath path;

  EngineAccessPath(String label, ReadPath path) {
    this.label = label;
    this.path = path;
  }

  /** Whether it reads a copy outside of Cassandra. */
  boolean isCopy() {
    return path == null;
  }

  /** How the node reads for it. */
  ReadPath path() {
    return path;
  }

  /** Whether it can be asked: only chunks of hours and other engines have rows by hours here. */
  boolean answers(Asked asked) {
    return switch (asked) {
      case PARTITION, TABLE -> true;
      case HOUR -> this != SPLIT && this != CONNECTOR;
      case MONTH -> isCopy() || this == CHUNKS || this == DIGESTS;
    };
  }

  /** How the rows are kept that it reads in Cassandra. */
  EngineTables.Layout layout(Asked asked) {
    boolean hours = asked == Asked.MONTH;
    return switch (this) {
      case CHUNKS -> hours ? EngineTables.Layout.HOURS : EngineTables.Layout.CHUNKS;
      case DIGESTS -> hours ? EngineTables.Layout.HOURS_WITH_DIGESTS : EngineTables.Layout.DIGESTS;
      default -> EngineTables.Layout.ROWS;
    };
  }

  private boolean isClickHouse() {
    return this == CLICKHOUSE || this == CLICKHOUSE_ADAPTIVE;
  }

  /** An aggregate in the words of an engine; the same numbers as of Cassandra's answer. */
  String select(SparkAggregate aggregate) {
    return switch (aggregate) {
      case AVG -> "avg(value)";
      case MOMENTS ->
          isClickHouse()
              ? "count(value), avg(value), stddevPop(value)"
              : "count(value), avg(value), stddev_pop(value)";
      case QUANTILES ->
          isClickHouse()
              ? "quantilesTDigest(0.5, 0.99)(value)"
              : "approx_quantile(value, [0.5, 0.99])";
    };
  }

  /** Which rows are asked for, and how they are grouped, in the words of an engine. */
  String where(Asked asked, int rows) {
    String where = asked.where(rows);
    if (asked != Asked.MONTH) {
      return where;
    }
    String hour =
        (isClickHouse() ? "intDiv(\"at\", %d)" : "\"at\" // %d").formatted(Asked.ROWS_OF_AN_HOUR);
    return "%s GROUP BY %s ORDER BY %s".formatted(where, hour, hour);
  }

  @Override
  public String toString() {
    return label;
  }
}
