/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.nodes;

/** A way in which a node with the server jar reads what an aggregate is over. */
public enum ReadPath {
  /** Cassandra's own. */
  CASSANDRA("as Cassandra does", false, false, false),
  /** Only columns that an aggregate needs. */
  FEWER_COLUMNS("fewer columns", false, true, false),
  /** Rows as the storage engine gives them. */
  DIRECT("directly", true, false, false),
  /** Both. */
  DIRECT_FEWER_COLUMNS("directly, fewer columns", true, true, false),
  /** Values from memtables and SSTables; directly what is left to Cassandra. */
  CURSOR("by cursors", true, false, true);

  private final String label;
  private final boolean direct;
  private final boolean fewerColumns;
  private final boolean cursors;

  ReadPath(String label, boolean direct, boolean fewerColumns, boolean cursors) {
    this.label = label;
    this.direct = direct;
    this.fewerColumns = fewerColumns;
    this.cursors = cursors;
  }

  /** Whether rows are handed over as they are. */
  public boolean isDirect() {
    return direct;
  }

  /** Whether columns that no aggregate needs are left unread. */
  public boolean hasFewerColumns() {
    return fewerColumns;
  }

  /** Whether cursors read what they can. */
  boolean hasCursors() {
    return cursors;
  }

  @Override
  public String toString() {
    return label;
  }
}
