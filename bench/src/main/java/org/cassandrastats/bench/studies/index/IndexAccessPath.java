/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.index;

import java.util.List;
import org.cassandrastats.bench.nodes.BenchKeyspace;

/** How records of one kind are found. */
enum IndexAccessPath {
  /** Every record is read, and most are left out. */
  SCAN("full scan", "ALLOW FILTERING", "records", ""),
  /** The index that Cassandra has had since 0.7: a hidden table on each node. */
  SECONDARY("secondary index", "secondary index", "records_secondary", "legacy_local_table"),
  /** A storage-attached index, since 5.0. */
  SAI("SAI", "storage-attached index", "records_sai", "sai"),
  /** The table is partitioned by kind. */
  PARTITION_KEY("partition key", "partition key", "records_by_kind", ""),
  /** The client reads keys from a table partitioned by kind, and then the records by their keys. */
  BY_HAND("index table", "index table by hand", "record_keys", ""),
  /** A table of the records of that kind and no others. */
  OWN_TABLE("own table", "table for each predicate", "records_of", "");

  /** Those that Cassandra itself finds records by. */
  static final List<IndexAccessPath> BUILT_IN = List.of(SCAN, SECONDARY, SAI, PARTITION_KEY);

  private final String shortName;
  private final String label;
  private final String table;
  private final String index;

  IndexAccessPath(String shortName, String label, String table, String index) {
    this.shortName = shortName;
    this.label = label;
    this.table = table;
    this.index = index;
  }

  /** Whether its table is partitioned by kind. */
  boolean isByKind() {
    return this == PARTITION_KEY || this == BY_HAND;
  }

  /**
   * The full name of the table.
   *
   * @param suffix tells tables of different partitions; one that is partitioned by kind is the same
   *     however many records are in a partition of the others
   * @param kind of the records, where there is a table for each
   */
  String table(String suffix, int kind) {
    return BenchKeyspace.table(
        table + (this == OWN_TABLE ? "_" + kind : "") + (this == PARTITION_KEY ? "" : suffix));
  }

  /** What CQL calls the index; empty where there is none. */
  String index() {
    return index;
  }

  /** Whether the table has only keys. */
  boolean hasKeysOnly() {
    return this == BY_HAND;
  }

  /** The primary key. */
  String key() {
    return switch (this) {
      case PARTITION_KEY -> "PRIMARY KEY (kind, id)";
      case BY_HAND -> "PRIMARY KEY (kind, record_group, id)";
      case SCAN, SECONDARY, SAI, OWN_TABLE -> "PRIMARY KEY (record_group, id)";
    };
  }

  /** The query for what is selected of the records of a kind. */
  String cql(String selected, String suffix, int kind) {
    String select = "SELECT %s FROM %s".formatted(selected, table(suffix, kind));
    return switch (this) {
      case OWN_TABLE -> select;
      case SCAN -> "%s WHERE kind = %d ALLOW FILTERING".formatted(select, kind);
      case SECONDARY, SAI, PARTITION_KEY, BY_HAND -> "%s WHERE kind = %d".formatted(select, kind);
    };
  }

  String label() {
    return label;
  }

  @Override
  public String toString() {
    return shortName;
  }
}
