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
  DUCKDB("DuckDB, its own storage", null),
  CLICKHOUSE("ClickHouse, MergeTree", null);

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

  /** How the rows are kept that it reads in Cassandra. */
  EngineTables.Layout layout() {
    return switch (this) {
      case CHUNKS -> EngineTables.Layout.CHUNKS;
      case DIGESTS -> EngineTables.Layout.DIGESTS;
      default -> EngineTables.Layout.ROWS;
    };
  }

  /** An aggregate in the words of an engine; the same numbers as of Cassandra's answer. */
  String select(SparkAggregate aggregate) {
    return switch (aggregate) {
      case AVG -> "avg(value)";
      case MOMENTS ->
          this == CLICKHOUSE
              ? "count(value), avg(value), stddevPop(value)"
              : "count(value), avg(value), stddev_pop(value)";
      case QUANTILES ->
          this == CLICKHOUSE
              ? "quantilesTDigest(0.5, 0.99)(value)"
              : "approx_quantile(value, [0.5, 0.99])";
    };
  }

  @Override
  public String toString() {
    return label;
  }
}
