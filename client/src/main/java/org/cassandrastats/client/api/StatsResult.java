/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.api;

import java.util.List;
import java.util.Objects;

/** What a query has found. */
public final class StatsResult {
  private final List<String> columns;
  private final List<StatsRow> rows;
  private final RunStatistics statistics;

  private StatsResult(List<String> columns, List<StatsRow> rows, RunStatistics statistics) {
    this.columns = List.copyOf(columns);
    this.rows = List.copyOf(rows);
    this.statistics = Objects.requireNonNull(statistics, "statistics");
  }

  /** A result. It copies the lists. */
  public static StatsResult of(
      List<String> columns, List<StatsRow> rows, RunStatistics statistics) {
    return new StatsResult(columns, rows, statistics);
  }

  /** The names of the columns. */
  public List<String> columns() {
    return columns;
  }

  /** One row, or one for each group where the query groups; none where they were streamed. */
  public List<StatsRow> rows() {
    return rows;
  }

  /** How the run went. */
  public RunStatistics statistics() {
    return statistics;
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

  @Override
  public String toString() {
    return "StatsResult[rows=" + rows + ", statistics=" + statistics + "]";
  }
}
