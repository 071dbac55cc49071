/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.recent;

/** What lies beside a partition in its table. */
enum Neighbours {
  ALL("of all sizes"),
  OWN("of one size");

  private final String label;

  Neighbours(String label) {
    this.label = label;
  }

  /** The full name of the table that holds a partition. */
  String table(ReadOrder order, int rows) {
    return this == ALL ? order.table() : order.table() + "_" + rows;
  }

  @Override
  public String toString() {
    return label;
  }
}
