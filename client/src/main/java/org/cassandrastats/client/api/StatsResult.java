/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.api;

import java.util.List;

/**
 * What a query has found.
 *
 * @param columns the names of the columns
 * @param rows one, or one for each partition where the query groups by them
 * @param statistics how the run went
 */
public record StatsResult(List<String> columns, List<StatsRow> rows, RunStatistics statistics) {
  /** Copies the lists. */
  public StatsResult {
    columns = List.copyOf(columns);
    rows = List.copyOf(rows);
  }

  /**
   * The only row.
   *
   * @throws IllegalStateException if there are none or several, because the query groups
   */
  public StatsRow row() {
    if (rows.size() != 1) {
      throw new IllegalStateException(
          "expected one row, found " + rows.size() + ": the query groups");
    }
    return rows.get(0);
  }
}
