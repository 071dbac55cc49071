/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.histogram;

import java.nio.ByteBuffer;

/**
 * Edges, and the bin of a value. A value is in bin i if and only if edge i &lt;= value &lt; edge i
 * + 1, for the very edges that {@code histogram_edges} shows.
 */
public final class HistogramBins {
  /** Above this, a bound times the number of bins may be no double. */
  private static final double LARGE = 1e304;

  /** A power of two that keeps large bounds in range, exactly. */
  private static final double DOWN = 0x1p-13;

  /**
   * So close to an edge, as a part of the larger bound and counted in halves, rounding may choose
   * the wrong bin. Edges and quotient together are off by less than 2^-49 of that bound.
   */
  private static final double DOUBT = 0x1p-48;

  /** Below this, a half may be no double. */
  private static final double SMALL = 0x1p-1000;

  private HistogramBins() {}

  /**
   * An edge of bins of equal width: (lo x (bins - i) + hi x i) / bins, rounded only where it must
   * be, so that edges such as 0.3 of ten bins from 0 to 1 are what a reader expects.
   */
  static double edge(double lo, double hi, int bins, int i) {
    double scale = Math.max(-lo, hi) > LARGE ? DOWN : 1;
    return i == 0 ? lo : i == bins ? hi : (lo * scale * (bins - i) + hi * scale * i) / bins / scale;
  }

  /** An edge of a state that starts at offset 0. */
  static double edge(ByteBuffer state, int i) {
    double edge = 0;
    if (HistogramState.isExplicit(state)) {
      edge = state.getDouble(HistogramState.EDGES + 8 * i);
    } else {
      double lo = state.getDouble(HistogramState.LO);
      double hi = state.getDouble(HistogramState.HI);
      edge = edge(lo, hi, HistogramState.bins(state), i);
    }
    return edge;
  }

  /**
   * The bin of a value from lo to below hi. The quotient may be one bin off, and no more, because
   * edges are rounded by less than a bin; only then they are looked at, because a row's time is in
   * its divisions. The halves keep the largest range in a double.
   */
  public static int bin(double value, double lo, double hi, int bins) {
    double span = hi * 0.5 - lo * 0.5;
    double place = (value * 0.5 - lo * 0.5) / span * bins;
    int bin = Math.min((int) place, bins - 1);
    double part = place - bin;
    double doubt = DOUBT * Math.max(-lo, hi) * bins;
    if (doubt <= SMALL || part * span <= doubt || (1 - part) * span <= doubt) {
      int found = bin;
      bin--;
      for (int next = found; next <= found + 1; next++) {
        double edge = edge(lo, hi, bins, next);
        bin = value >= edge ? next : bin;
      }
    }
    return bin;
  }

  /** The bin of a value between the first and the last explicit edge of a state. */
  public static int explicitBin(ByteBuffer state, double value, int bins) {
    int low = 0;
    int high = bins;
    while (high - low > 1) {
      int middle = (low + high) >>> 1;
      if (value < state.getDouble(HistogramState.EDGES + 8 * middle)) {
        high = middle;
      } else {
        low = middle;
      }
    }
    return low;
  }
}
