/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.harness;

/** What rows a split query is about. */
public enum Extent {
  PARTITION("one partition"),
  TABLE("whole table");

  private final String label;

  Extent(String label) {
    this.label = label;
  }

  /** The one of a label. */
  public static Extent named(String label) {
    return PARTITION.label.equals(label) ? PARTITION : TABLE;
  }

  @Override
  public String toString() {
    return label;
  }
}
