/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.recent;

/** What ends a read of the newest rows: their number, or the time of the oldest one. */
enum ReadEnd {
  LIMIT("limit only"),
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
