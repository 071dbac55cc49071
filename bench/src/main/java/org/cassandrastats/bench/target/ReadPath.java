/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.target;

/** A way in which a node with the server jar reads what an aggregate is over. */
public enum ReadPath {
  /** Cassandra's own. */
  CASSANDRA("as Cassandra does", false, false, 0, false),
  /** Only columns that an aggregate needs. */
  FEWER_COLUMNS("fewer columns", false, true, 0, false),
  /** Rows as the storage engine gives them. */
  DIRECT("directly", true, false, 0, false),
  /** Both. */
  DIRECT_FEWER_COLUMNS("directly, fewer columns", true, true, 0, false),
  /** Directly, while the next pages of the partition are read. */
  READ_AHEAD("directly, 2 pages ahead", true, false, 2, false),
  /** Values from memtables and SSTables; directly what is left to Cassandra. */
  CURSOR("by cursors", true, false, 0, true);

  private final String label;
  private final boolean direct;
  private final boolean fewerColumns;
  private final int pagesAhead;
  private final boolean cursors;

  ReadPath(String label, boolean direct, boolean fewerColumns, int pagesAhead, boolean cursors) {
    this.label = label;
    this.direct = direct;
    this.fewerColumns = fewerColumns;
    this.pagesAhead = pagesAhead;
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

  /** How many pages of a partition are read ahead. */
  int pagesAhead() {
    return pagesAhead;
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
