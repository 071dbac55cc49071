/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies;

/** What ends a read of the newest rows. */
enum ReadEnd {
  /** A number of rows. */
  LIMIT("limit only"),
  /** The time of the oldest row that is wanted. */
  START("start bound");

  private final String label;

  ReadEnd(String label) {
    this.label = label;
  }

  @Override
  public String toString() {
    return label;
  }
}
