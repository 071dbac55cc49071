/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies;

/** What is wanted of a partition that is read in slices. */
enum SliceAnswer {
  ROWS("rows", "at, value"),
  AVERAGE("count and avg", "count(value), avg(value)"),
  MOMENTS("moments", "%s.moments(value)");

  private final String label;
  private final String selectors;

  SliceAnswer(String label, String selectors) {
    this.label = label;
    this.selectors = selectors;
  }

  /** What is selected from each slice. */
  String selectors(String functions) {
    return selectors.formatted(functions);
  }

  @Override
  public String toString() {
    return label;
  }
}
