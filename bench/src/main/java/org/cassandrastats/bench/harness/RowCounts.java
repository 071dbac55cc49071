/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.harness;

import picocli.CommandLine.Option;

/** How many rows a study is over, in each lane. */
public final class RowCounts {
  /** The most rows of a partition. */
  public static final int LARGEST = 100_000_000;

  private static final int SHARE = 10;
  private static final String SLOW = "udf-threads-on";
  private static final String CALLERS = "udf-threads-off";

  @Option(
      names = "--rows",
      paramLabel = "N",
      defaultValue = "1000000",
      description = "Rows of the partition. Default: ${DEFAULT-VALUE}.")
  private int rows;

  @Option(
      names = "--rows-udf-threads-on",
      paramLabel = "N",
      description =
          "Rows where user-defined functions run in threads of their own, which costs some 25"
              + " microseconds for each row. Default: a tenth of --rows.")
  private Integer rowsOfThreads;

  @Option(
      names = "--rows-udf-threads-off",
      paramLabel = "N",
      description = "Rows where user-defined functions run on the calling thread. Default: --rows.")
  private Integer rowsOfCallers;

  /** For picocli. */
  public RowCounts() {}

  /**
   * Counts that are given.
   *
   * @param rowsOfThreads may be null
   */
  public RowCounts(int rows, Integer rowsOfThreads) {
    this(rows, rowsOfThreads, null);
  }

  /**
   * Counts that are given.
   *
   * @param rowsOfThreads may be null
   * @param rowsOfCallers may be null
   */
  public RowCounts(int rows, Integer rowsOfThreads, Integer rowsOfCallers) {
    this.rows = rows;
    this.rowsOfThreads = rowsOfThreads;
    this.rowsOfCallers = rowsOfCallers;
  }

  /** Refuses numbers out of their range. */
  void check(StudyOptions options) {
    options.require("--rows", rows, 1, LARGEST);
    if (rowsOfThreads != null) {
      options.require("--rows-udf-threads-on", rowsOfThreads, 1, LARGEST);
    }
    if (rowsOfCallers != null) {
      options.require("--rows-udf-threads-off", rowsOfCallers, 1, LARGEST);
    }
  }

  /** How many in a lane. */
  public int of(String lane) {
    if (lane.equals(CALLERS) && rowsOfCallers != null) {
      return rowsOfCallers;
    }
    if (!lane.equals(SLOW)) {
      return rows;
    }
    return rowsOfThreads == null ? Math.max(1, rows / SHARE) : rowsOfThreads;
  }
}
