/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.recent;

import java.util.Locale;
import org.cassandrastats.bench.nodes.BenchKeyspace;

/** In which order a partition keeps its rows. */
enum ReadOrder {
  ASCENDING(BenchKeyspace.TABLE),
  DESCENDING(BenchKeyspace.table("readings_newest_first"));

  private final String table;

  ReadOrder(String table) {
    this.table = table;
  }

  /** The full name of the table. */
  String table() {
    return table;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
