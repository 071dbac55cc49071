/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.histogram;

import static org.cassandrastats.udf.state.LittleEndian.getDouble;
import static org.cassandrastats.udf.state.LittleEndian.getLong;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.state.Preamble;

/** Whether some column of values has a state. */
public final class HistogramCheck {
  private HistogramCheck() {}

  /**
   * The state from offset 0 of a view, if its bytes are as they were written and it is also the
   * state of some values: what unions and columns take.
   */
  public static ByteBuffer checked(ByteBuffer state) {
    ByteBuffer view = Preamble.view(state);
    if (!HistogramState.isOwn(view)) {
      HistogramState.requireIntact(view);
    }
    require(view);
    return view;
  }

  /** Refuses what no values give. The state starts at offset 0 and has the size of its bins. */
  private static void require(ByteBuffer state) {
    int flags = state.get(Preamble.FLAGS) & 0xff;
    if (flags > HistogramState.EXPLICIT) {
      throw new IllegalArgumentException(
          "not a histogram state: expected no flags but that of explicit edges, found " + flags);
    }
    int bins = HistogramState.bins(state);
    if (flags == 0) {
      double lo = getDouble(state, HistogramState.LO);
      double hi = getDouble(state, HistogramState.HI);
      HistogramParameters.requireBounds(lo, hi, bins, "not a histogram state");
    } else {
      requireRisingEdges(state, bins);
    }
    requireCounts(state, bins);
  }

  private static void requireRisingEdges(ByteBuffer state, int bins) {
    double before = Double.NEGATIVE_INFINITY;
    for (int i = 0; i <= bins; i++) {
      double edge = getDouble(state, HistogramState.EDGES + 8 * i);
      // Written so that NaN fails as well.
      if (!(before < edge && edge <= Double.MAX_VALUE)) {
        throw new IllegalArgumentException(
            "not a histogram state: expected finite and strictly increasing edges, found "
                + edge
                + " as edge "
                + i);
      }
      before = edge;
    }
  }

  /** Segment 0 is what lies below the first edge, segment bins + 1 what lies from the last on. */
  private static void requireCounts(ByteBuffer state, int bins) {
    int counts = HistogramState.counts(state);
    long total = 0;
    for (int segment = 0; segment <= bins + 1; segment++) {
      int offset = offset(segment, bins, counts);
      long count = getLong(state, offset);
      if (count < 0 || count > Long.MAX_VALUE - total) {
        throw new IllegalArgumentException(
            "not a histogram state: expected counts of 0 to 2^63-1 in all, found "
                + count
                + " at byte "
                + offset);
      }
      total += count;
    }
    int first = 0;
    while (first <= bins && getLong(state, offset(first, bins, counts)) == 0) {
      first++;
    }
    int last = bins + 1;
    while (last > first && getLong(state, offset(last, bins, counts)) == 0) {
      last--;
    }
    double minimum = getDouble(state, HistogramState.MINIMUM);
    double maximum = getDouble(state, HistogramState.MAXIMUM);
    // Written so that NaN fails as well.
    if (total == 0
        || !(-Double.MAX_VALUE <= minimum && minimum <= maximum && maximum <= Double.MAX_VALUE)
        || (total == 1 && minimum != maximum)) {
      throw new IllegalArgumentException(
          "not a histogram state: expected values with a finite minimum <= maximum, equal for one"
              + " value, found "
              + total
              + " values from "
              + minimum
              + " to "
              + maximum);
    }
    // Both in turn, so that the edges are in the body only once.
    for (int end = 0; end < 2; end++) {
      double value = end == 0 ? minimum : maximum;
      int segment = end == 0 ? first : last;
      double lower = HistogramBins.edge(state, Math.max(0, segment - 1));
      double upper = HistogramBins.edge(state, Math.min(bins, segment));
      if ((segment > 0 && value < lower) || (segment <= bins && value >= upper)) {
        throw new IllegalArgumentException(
            "not a histogram state: expected minimum and maximum in the first and the last bin"
                + " that has values, found "
                + value
                + " elsewhere");
      }
    }
  }

  /** Where a segment is counted. */
  private static int offset(int segment, int bins, int counts) {
    return segment == 0
        ? HistogramState.UNDERFLOW
        : segment > bins ? HistogramState.OVERFLOW : counts + 8 * (segment - 1);
  }
}
