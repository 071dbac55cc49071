/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.layouts;

/** What is asked of every layout. */
public enum LayoutQuestion {
  /** Every value of every record. */
  ALL_COLUMNS("read all columns"),
  /** Every value of one column. */
  ONE_COLUMN("read one column"),
  /** How many values a column has. */
  COUNT("count of a column"),
  /** The average of a column for each value of another. */
  GROUPED("average grouped by a column"),
  /** Average, minimum and maximum of a column where another has a value that 1 % have. */
  FILTERED("average, min, max of 1 %");

  private final String label;

  LayoutQuestion(String label) {
    this.label = label;
  }

  @Override
  public String toString() {
    return label;
  }
}
