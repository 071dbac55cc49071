/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.survey;

/**
 * What was found between two places of a {@link KeySpace}: 0 is its first key or token, 1 the last.
 *
 * @param from where it begins
 * @param first where its first row is; where it begins if there is none
 * @param to where it ends
 * @param count how many rows (of a table: partitions) are between them, exactly
 * @param complete whether nothing was left out up to the place where the probe was to end; if not
 *     and the count is 0, more rows than were asked for have the same key
 */
public record ProbeResult(double from, double first, double to, long count, boolean complete) {
  /** So many times the mean distance between rows is far. */
  private static final double FAR = 20;

  /** Rows for each unit of places, from its first row on; NaN if it has no width. */
  public double density() {
    double width = to - first;
    return width > 0 ? count / width : Double.NaN;
  }

  /** Rows for each unit of places where it begins: fewer if its first row is far from there. */
  public double densityAtStart() {
    double empty = first - from;
    double density = density();
    return empty * density > FAR ? 1 / empty : density;
  }

  /** Whether so many rows have one key that no row of another was seen. */
  public boolean isCrowded() {
    return !complete && count == 0;
  }
}
