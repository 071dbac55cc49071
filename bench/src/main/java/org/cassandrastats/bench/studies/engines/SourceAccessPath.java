/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.engines;

import java.util.EnumSet;
import java.util.Set;
import org.cassandrastats.bench.nodes.ReadPath;

/** How the 99th percentiles of a table are had. */
enum SourceAccessPath {
  QUERY("query, the Java client", null, ReadPath.DIRECT),
  QUERY_CURSORS("query, read by cursors", null, ReadPath.CURSOR),
  PUSHED("Spark, this source, pushed", "SOURCE", ReadPath.DIRECT),
  PUSHED_CURSORS("Spark, this source, pushed, read by cursors", "SOURCE", ReadPath.CURSOR),
  RANGES("Spark, this source, states merged in Spark", "SOURCE", ReadPath.DIRECT),
  RANGES_CURSORS(
      "Spark, this source, states merged in Spark, read by cursors", "SOURCE", ReadPath.CURSOR),
  ROWS("Spark, this source, rows", "SOURCE", ReadPath.DIRECT),
  CONNECTOR("Spark, the connector", "CONNECTOR", ReadPath.DIRECT),
  PARQUET("Spark, Parquet", "PARQUET", ReadPath.DIRECT);

  private static final Set<SourceAccessPath> STATES =
      EnumSet.of(PUSHED, PUSHED_CURSORS, RANGES, RANGES_CURSORS);

  private final String label;
  private final String source;
  private final ReadPath path;

  SourceAccessPath(String label, String source, ReadPath path) {
    this.label = label;
    this.source = source;
    this.path = path;
  }

  /** What Spark reads, as its process calls it; null where Spark takes no part. */
  String source() {
    return source;
  }

  /** How the node reads for aggregates: rows are always read as Cassandra does. */
  ReadPath path() {
    return path;
  }

  /** Whether Spark asks the node for aggregates. */
  boolean isPushed() {
    return STATES.contains(this);
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
    return switch (this) {
      case PUSHED, PUSHED_CURSORS ->
          select(series, "stats.tdigest_quantile(stats.tdigest(value), 0.99)", "{rows}");
      case RANGES, RANGES_CURSORS ->
          select(
              series,
              "stats.tdigest_quantile(stats.tdigest_merge(digest), 0.99)",
              "(SELECT %1$s_range, stats.tdigest(value) AS digest FROM {rows} GROUP BY %1$s_range)"
                  .formatted(series ? "sensor, " : ""));
      default -> select(series, "percentile_approx(value, 0.99D, 10000)", "{rows}");
    };
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
