/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies;

/** What a node keeps while it aggregates. */
enum StateKind {
  NOTHING("no aggregation"),
  MEAN("mean: 64 bytes or so"),
  TDIGEST("tdigest: a few KiB"),
  LIST("list of all values");

  private final String label;

  StateKind(String label) {
    this.label = label;
  }

  @Override
  public String toString() {
    return label;
  }
}
