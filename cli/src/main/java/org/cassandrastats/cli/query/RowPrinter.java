/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.query;

import java.util.List;
import java.util.function.Consumer;
import org.cassandrastats.client.StatsRow;

/** Writes the rows of a result, as they come where the format allows that. */
interface RowPrinter extends Consumer<StatsRow> {
  /** Writes what was printed so far. */
  void flush();

  /** The result is complete, and has these columns. */
  void complete(List<String> columns);
}
