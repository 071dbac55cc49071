/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies;

/** How an aggregate is had. */
enum SparkWay {
  REQUEST("one request", null, true),
  SPLIT("split query", null, true),
  CHUNKS("one request for chunks", null, true),
  CONNECTOR("Spark over the connector", "CONNECTOR", true),
  PARQUET("Spark over Parquet", "PARQUET", false),
  CACHED("Spark over a cached table", "CACHED", false);

  private final String label;
  private final String source;
  private final boolean levels;

  SparkWay(String label, String source, boolean levels) {
    this.label = label;
    this.source = source;
    this.levels = levels;
  }

  boolean isSpark() {
    return source != null;
  }

  /** What Spark reads, as its process calls it. */
  String source() {
    return source;
  }

  /** Whether it reads Cassandra, at a consistency level. */
  boolean hasLevels() {
    return levels;
  }

  @Override
  public String toString() {
    return label;
  }
}
