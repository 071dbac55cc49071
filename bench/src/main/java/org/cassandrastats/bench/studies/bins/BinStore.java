/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.bins;

import com.datastax.oss.driver.api.core.CqlSession;
import java.util.Locale;

/** How the counts of 100 bins are stored. */
enum BinStore {
  /** A list of whole numbers. */
  LIST("list<int>"),
  /** A list of doubles. */
  LIST_OF_DOUBLES("list<double>"),
  /** A list that is written as a whole. */
  FROZEN_LIST("frozen<list<int>>"),
  /** Counts by the number of the bin. */
  MAP("map<int, int>"),
  /** A column for each bin. */
  COLUMNS("100 columns"),
  /** A histogram state in a blob. */
  BLOB("histogram state, blob"),
  /** A histogram state in a column that takes nothing else. */
  TYPE("histogram state, HistogramType");

  private final String label;

  BinStore(String label) {
    this.label = label;
  }

  /** Columns and key of the table. */
  String schema() {
    String columns =
        switch (this) {
          case LIST, LIST_OF_DOUBLES, FROZEN_LIST, MAP -> "bins " + label;
          case COLUMNS -> BinTable.OfColumns.definitions();
          case BLOB -> "state blob";
          case TYPE -> "state 'org.cassandrastats.types.HistogramType'";
        };
    return "id int PRIMARY KEY, " + columns;
  }

  BinTable open(CqlSession session, String table) {
    return switch (this) {
      case LIST -> new BinTable.OfList(session, table, false, false);
      case LIST_OF_DOUBLES -> new BinTable.OfList(session, table, true, false);
      case FROZEN_LIST -> new BinTable.OfList(session, table, false, true);
      case MAP -> new BinTable.OfMap(session, table);
      case COLUMNS -> new BinTable.OfColumns(session, table);
      case BLOB, TYPE -> new BinTable.OfState(session, table);
    };
  }

  /** As a report names it. */
  String label() {
    return label;
  }

  /** As options and results name it. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
