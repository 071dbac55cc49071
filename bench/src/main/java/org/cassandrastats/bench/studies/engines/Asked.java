/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.engines;

import java.util.List;
import java.util.stream.IntStream;
import org.cassandrastats.bench.harness.Extent;
import org.cassandrastats.bench.measure.ExactColumn;
import org.cassandrastats.bench.measure.ExactPart;

/** What rows an engine is asked about. Row i of a partition has the time i, in seconds. */
enum Asked {
  PARTITION("one partition", Extent.PARTITION),
  TABLE("whole table", Extent.TABLE),
  HOUR("an hour", Extent.PARTITION),
  MONTH("a month, by hours", Extent.PARTITION);

  /** Rows of an hour. */
  static final int ROWS_OF_AN_HOUR = 3600;

  private static final int HOURS_OF_A_MONTH = 720;

  private final String label;
  private final Extent extent;

  Asked(String label, Extent extent) {
    this.label = label;
    this.extent = extent;
  }

  /** The table that it is about. */
  Extent extent() {
    return extent;
  }

  /** Whether it is about all rows of the table. */
  boolean isAll() {
    return this == PARTITION || this == TABLE;
  }

  /** The first of its rows. */
  int from(int rows) {
    return this == HOUR ? rows / 2 / ROWS_OF_AN_HOUR * ROWS_OF_AN_HOUR : 0;
  }

  /** The row behind its last one. */
  int to(int rows) {
    return switch (this) {
      case PARTITION, TABLE -> rows;
      case HOUR -> from(rows) + ROWS_OF_AN_HOUR;
      case MONTH -> Math.min(rows / ROWS_OF_AN_HOUR, HOURS_OF_A_MONTH) * ROWS_OF_AN_HOUR;
    };
  }

  /** How many rows it is about. */
  int count(int rows) {
    return to(rows) - from(rows);
  }

  /** The condition of its rows, in CQL and in SQL. Unquoted, "at" is a keyword of DuckDB. */
  String where(int rows) {
    String all = extent == Extent.PARTITION ? EngineTables.ONE_PARTITION : "";
    return isAll()
        ? all
        : all + " AND \"at\" >= %d AND \"at\" < %d".formatted(from(rows), to(rows));
  }

  /** The exact results: one for each row of the answer. */
  List<ExactPart> exact(ExactColumn column, int rows) {
    if (isAll()) {
      return List.of(column.first(rows));
    }
    int from = from(rows);
    return IntStream.range(0, count(rows) / ROWS_OF_AN_HOUR)
        .map(hour -> from + hour * ROWS_OF_AN_HOUR)
        .mapToObj(start -> column.part(start, start + ROWS_OF_AN_HOUR))
        .toList();
  }

  @Override
  public String toString() {
    return label;
  }
}
