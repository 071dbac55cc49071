/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.histogram;

import java.util.List;

/** Which bins there can be. */
public final class HistogramParameters {
  public static final int MAXIMUM_BINS = 4096;

  /** Twice this many units in the last place are the least width of a bin. */
  private static final int UNITS = 4;

  private HistogramParameters() {}

  /** Refuses other numbers of bins than there can be. */
  static void requireBins(int bins, String what) {
    if (bins < 1 || bins > MAXIMUM_BINS) {
      throw new IllegalArgumentException(
          what + ": expected 1 to " + MAXIMUM_BINS + " bins, found " + bins);
    }
  }

  /** Refuses bounds that so many bins do not fit between. */
  static void requireBounds(double lo, double hi, int bins, String what) {
    // Written so that NaN fails as well.
    if (!(lo < hi && -Double.MAX_VALUE <= lo && hi <= Double.MAX_VALUE)) {
      throw new IllegalArgumentException(
          what + ": expected finite lo < hi, found lo = " + lo + " and hi = " + hi);
    }
    if ((hi * 0.5 - lo * 0.5) / bins < UNITS * Math.ulp(Math.max(-lo, hi))) {
      throw new IllegalArgumentException(
          what
              + ": expected lo and hi so far apart that doubles can tell the edges of "
              + bins
              + " bins from each other, found lo = "
              + lo
              + " and hi = "
              + hi);
    }
  }

  /** Refuses a list that is not of finite and rising edges. */
  static void requireEdges(List<Double> edges) {
    int size = edges.size();
    if (size < 2 || size > MAXIMUM_BINS + 1) {
      throw new IllegalArgumentException(
          "histogram: expected 2 to " + (MAXIMUM_BINS + 1) + " edges, found " + size);
    }
    double before = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < size; i++) {
      Double edge = edges.get(i);
      if (edge == null || !(before < edge && edge <= Double.MAX_VALUE)) {
        throw new IllegalArgumentException(
            "histogram: expected finite and strictly increasing edges, found "
                + edge
                + (i == 0 ? " as the first" : " behind " + before));
      }
      before = edge;
    }
  }
}
