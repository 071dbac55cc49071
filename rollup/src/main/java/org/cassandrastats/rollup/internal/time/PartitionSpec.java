/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.rollup.internal.time;

/**
 * How a table keeps series in partitions of time.
 *
 * @param column of the partition key that holds the beginning of each, in CQL
 * @param widths how series are cut
 */
public record PartitionSpec(String column, Buckets widths) {
  /**
   * Reads a cut, such as {@code day=1d}.
   *
   * @param zone whose days are counted; null for those of UTC
   * @throws IllegalArgumentException if it is none
   */
  public static PartitionSpec parse(String text, String zone) {
    int equals = text.lastIndexOf('=');
    if (equals < 1) {
      throw new IllegalArgumentException(
          "expected a column and a width, such as day=1d, found '" + text + "'");
    }
    return new PartitionSpec(
        text.substring(0, equals).strip(), Buckets.of(text.substring(equals + 1).strip(), zone));
  }

  /** The column and the width. */
  @Override
  public String toString() {
    return column + "=" + widths.width();
  }
}
