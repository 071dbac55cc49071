/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.nodes;

import java.util.Locale;
import org.cassandrastats.cli.console.UserError;

/** Whether there is room on a disk for the rows of a study. */
final class DiskCheck {
  /** Commit log, table, and the table again while it is compacted. */
  private static final long BYTES_PER_ROW = 120;

  /** A node without rows, with its first segments of the commit log. */
  private static final long BYTES_OF_A_NODE = 256L << 20;

  private static final double GIB = 1L << 30;

  private DiskCheck() {}

  static long needed(long rows) {
    return BYTES_OF_A_NODE + rows * BYTES_PER_ROW;
  }

  /**
   * Checks.
   *
   * @param nodes how many there will be
   * @param where the disk, for the message
   * @param usable its free bytes
   * @throws UserError if they are too few
   */
  static void require(long rows, int nodes, String where, long usable) {
    long needed = nodes * needed(rows);
    if (usable < needed) {
      throw new UserError(
          String.format(
              Locale.ROOT,
              "Too little disk: %,d rows need about %.1f GiB of %s, which has %.1f GiB free. Ask for fewer rows, or for another directory for temporary files (JAVA_TOOL_OPTIONS=-Djava.io.tmpdir=DIR). Nothing was loaded.",
              rows,
              needed / GIB,
              where,
              usable / GIB));
    }
  }

  static String describe(long rows) {
    return String.format(Locale.ROOT, "%,d rows need about %.1f GiB", rows, needed(rows) / GIB);
  }
}
