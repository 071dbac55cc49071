/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies;

import org.cassandrastats.bench.target.BenchKeyspace;

/** How records of one kind are found. */
enum IndexWay {
  /** Every record is read, and most are left out. */
  SCAN("full scan", "ALLOW FILTERING", "records", ""),
  /** The index that Cassandra has had since 0.7: a hidden table on each node. */
  SECONDARY("secondary index", "secondary index", "records_secondary", "legacy_local_table"),
  /** A storage-attached index, since 5.0. */
  SAI("SAI", "storage-attached index", "records_sai", "sai"),
  /** The table is partitioned by kind. */
  PARTITION_KEY("partition key", "partition key", "records_by_kind", "");

  private final String shortName;
  private final String label;
  private final String table;
  private final String index;

  IndexWay(String shortName, String label, String table, String index) {
    this.shortName = shortName;
    this.label = label;
    this.table = BenchKeyspace.table(table);
    this.index = index;
  }

  /** The full name of the table. */
  String table() {
    return table;
  }

  /** What CQL calls the index; empty where there is none. */
  String index() {
    return index;
  }

  /** Columns and primary key. */
  String columns() {
    return "record_group bigint, id bigint, kind int, value double, PRIMARY KEY "
        + (this == PARTITION_KEY ? "(kind, id)" : "(record_group, id)");
  }

  /** The query for what is selected of the records of a kind. */
  String cql(String selected, int kind) {
    return "SELECT %s FROM %s WHERE kind = %d%s"
        .formatted(selected, table, kind, this == SCAN ? " ALLOW FILTERING" : "");
  }

  String label() {
    return label;
  }

  @Override
  public String toString() {
    return shortName;
  }
}
