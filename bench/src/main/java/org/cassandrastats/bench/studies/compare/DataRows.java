/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.compare;

import java.util.List;
import java.util.function.Consumer;

/** Rows that every candidate stores, the same each time that they are read. */
interface DataRows {
  /** What they are called in messages. */
  String name();

  /** The names of the columns. */
  List<String> columns();

  /** How many rows there are. */
  long count();

  /** What tells them from others. */
  String checksum();

  /** Where a row stands, for messages. */
  String place(DataRow row);

  /** Reads all of them, in their order. */
  void each(Consumer<DataRow> action);

  /**
   * The place of a column, whose name may be written in another case; negative if there is none.
   */
  default int column(String name) {
    List<String> columns = columns();
    if (columns.contains(name)) {
      return columns.indexOf(name);
    }
    for (int i = 0; i < columns.size(); i++) {
      if (columns.get(i).equalsIgnoreCase(name)) {
        return i;
      }
    }
    return -1;
  }
}
