/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies;

/** How the same rows are stored and asked for. */
enum Layout {
  ONE_TOKEN_AWARE("one partition, request to its replica"),
  ONE_ANY_NODE("one partition, request to any node"),
  EACH_TOKEN_AWARE("many partitions, a request for each to its replica"),
  EACH_ANY_NODE("many partitions, a request for each to any node"),
  IN("many partitions, one request by IN"),
  WHOLE_TABLE("whole table, one request");

  private final String label;

  Layout(String label) {
    this.label = label;
  }

  /** Whether the driver is told where the rows are. */
  boolean isTokenAware() {
    return this == ONE_TOKEN_AWARE || this == EACH_TOKEN_AWARE;
  }

  /** Whether there is a request for each partition. */
  boolean isEach() {
    return this == EACH_TOKEN_AWARE || this == EACH_ANY_NODE;
  }

  @Override
  public String toString() {
    return label;
  }
}
