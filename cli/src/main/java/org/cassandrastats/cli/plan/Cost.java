/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.plan;

import java.util.Arrays;
import org.apache.commons.math3.stat.descriptive.rank.Median;

/**
 * What a request costs, in seconds: a part of its own, and a part for each row.
 *
 * @param fixed for a request, whatever it reads
 * @param perRow for each row; its limits are the fastest and the slowest request of a sample
 */
public record Cost(double fixed, Bounds perRow) {
  /**
   * The cost by the times of some requests.
   *
   * @param smallRows of a request about few rows
   * @param smallSeconds that it took
   * @param rows of each further request
   * @param seconds that it took
   */
  static Cost of(double smallRows, double smallSeconds, double[] rows, double[] seconds) {
    double[] perRow = new double[rows.length];
    for (int i = 0; i < rows.length; i++) {
      double more = rows[i] - smallRows;
      perRow[i] = more > 0 ? Math.max(0, seconds[i] - smallSeconds) / more : 0;
    }
    Arrays.sort(perRow);
    double likely = new Median().evaluate(perRow);
    // Without a larger request the small one is all there is.
    double fixed = Math.max(0, smallSeconds - smallRows * likely);
    return new Cost(fixed, new Bounds(perRow[0], likely, perRow[perRow.length - 1]));
  }

  /** The time of a request about so many rows. */
  Bounds seconds(Bounds rows) {
    return perRow.times(rows).plus(Bounds.of(fixed));
  }
}
