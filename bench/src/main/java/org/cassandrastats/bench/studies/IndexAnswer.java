/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies;

/** What is wanted of the records of one kind. */
enum IndexAnswer {
  ROWS("rows", "id, value"),
  AVERAGE("average", "count(value), avg(value)");

  private final String label;
  private final String selectors;

  IndexAnswer(String label, String selectors) {
    this.label = label;
    this.selectors = selectors;
  }

  String selectors() {
    return selectors;
  }

  @Override
  public String toString() {
    return label;
  }
}
