/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.engines;

/** How an aggregate is had. */
enum SparkAccessPath {
  REQUEST("one request", null, ""),
  SPLIT("split query", null, ""),
  CHUNKS("one request for chunks", null, ""),
  CONNECTOR("Spark over the connector", "CONNECTOR", ""),
  PARQUET("Spark over Parquet", "PARQUET", "write Parquet"),
  CACHED("Spark over a cached table", "CACHED", "cache");

  private final String label;
  private final String source;
  private final String copying;

  SparkAccessPath(String label, String source, String copying) {
    this.label = label;
    this.source = source;
    this.copying = copying;
  }

  boolean isSpark() {
    return source != null;
  }

  /** What Spark reads, as its process calls it. */
  String source() {
    return source;
  }

  /** What is done once before it can be asked; empty where nothing is. */
  String copying() {
    return copying;
  }

  /** Whether it reads rows as they were written, and no copy of them. */
  boolean readsRows() {
    return hasLevels() && this != CHUNKS;
  }

  /** Whether it reads Cassandra, at a consistency level, and not a copy. */
  boolean hasLevels() {
    return copying.isEmpty();
  }

  @Override
  public String toString() {
    return label;
  }
}
