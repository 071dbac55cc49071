/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies;

import org.cassandrastats.bench.target.BenchKeyspace;

/** In which order a partition keeps its rows. */
enum RowOrder {
  /** The oldest row comes first; the newest ones are asked for by ORDER BY. */
  ASCENDING("ascending", BenchKeyspace.TABLE, " ORDER BY at DESC"),
  /** The newest row comes first. */
  DESCENDING("descending", BenchKeyspace.table("readings_newest_first"), "");

  private final String label;
  private final String table;
  private final String clause;

  RowOrder(String label, String table, String clause) {
    this.label = label;
    this.table = table;
    this.clause = clause;
  }

  /** The full name of the table. */
  String table() {
    return table;
  }

  /** What a query ends in that wants the newest row first. */
  String clause() {
    return clause;
  }

  @Override
  public String toString() {
    return label;
  }
}
