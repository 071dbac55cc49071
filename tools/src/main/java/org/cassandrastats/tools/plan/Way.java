/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.tools.plan;

import java.util.Locale;

/** How a question can be answered. */
public enum Way {
  /** The statement as it is. */
  ONE_QUERY("one query"),
  /** {@code cassandra-stats query}. */
  SPLIT("split"),
  /** A table of states, asked by merges. */
  ROLLUP("rollup"),
  /** Something that reads the rows elsewhere, such as Spark. */
  ENGINE("engine");

  private final String label;

  Way(String label) {
    this.label = label;
  }

  /** The name in JSON. */
  String key() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  @Override
  public String toString() {
    return label;
  }
}
