/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.engines;

/** How the 99th percentiles of a table are had. */
enum SourceAccessPath {
  QUERY("query, the Java client", null, false),
  PUSHED("Spark, this source, pushed", "SOURCE", false) {
    @Override
    String sql(boolean series) {
      return select(series, "stats.tdigest_quantile(stats.tdigest(value), 0.99)", "{rows}");
    }
  },
  RANGES("Spark, this source, states merged in Spark", "SOURCE", false) {
    @Override
    String sql(boolean series) {
      String states =
          "(SELECT %1$s_range, stats.tdigest(value) AS digest FROM {rows} GROUP BY %1$s_range)"
              .formatted(series ? "sensor, " : "");
      return select(series, "stats.tdigest_quantile(stats.tdigest_merge(digest), 0.99)", states);
    }
  },
  ROWS("Spark, this source, rows", "SOURCE", true),
  CONNECTOR("Spark, the connector", "CONNECTOR", true),
  PARQUET("Spark, Parquet", "PARQUET", true);

  private final String label;
  private final String source;
  private final boolean reads;

  SourceAccessPath(String label, String source, boolean reads) {
    this.label = label;
    this.source = source;
    this.reads = reads;
  }

  /** What Spark reads, as its process calls it; null where Spark takes no part. */
  String source() {
    return source;
  }

  /** Whether Spark reads rows. */
  boolean readsRows() {
    return reads;
  }

  /** Whether Cassandra is asked, and no copy. */
  boolean asksCassandra() {
    return this != PARQUET;
  }

  /**
   * The query of the table <code>{rows}</code> in Spark SQL: of rows by Spark's own percentiles.
   *
   * @param series whether each sensor has a row of its own, with its number first
   */
  String sql(boolean series) {
    return select(series, "percentile_approx(value, 0.99D, 10000)", "{rows}");
  }

  private static String select(boolean series, String percentile, String from) {
    return series
        ? "SELECT sensor, %s FROM %s GROUP BY sensor".formatted(percentile, from)
        : "SELECT %s FROM %s".formatted(percentile, from);
  }

  @Override
  public String toString() {
    return label;
  }
}
