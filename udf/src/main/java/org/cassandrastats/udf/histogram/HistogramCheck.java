/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.histogram;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.state.PackedCounts;
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
    // A count of the same bits is none either.
    for (int offset = HistogramState.MINIMUM; offset < HistogramState.counts(state); offset += 8) {
      if (state.getLong(offset) == Long.MIN_VALUE) {
        throw new IllegalArgumentException(
            "not a histogram state: expected 0.0 for zero, found -0.0 at byte " + offset);
      }
    }
    int bins = HistogramState.bins(state);
    if (flags == 0) {
      double lo = state.getDouble(HistogramState.LO);
      double hi = state.getDouble(HistogramState.HI);
      HistogramParameters.requireBounds(lo, hi, bins, "not a histogram state");
    } else {
      requireRisingEdges(state, bins);
    }
    requireCounts(state, bins);
  }

  private static void requireRisingEdges(ByteBuffer state, int bins) {
    double before = Double.NEGATIVE_INFINITY;
    for (int i = 0; i <= bins; i++) {
      double edge = state.getDouble(HistogramState.EDGES + 8 * i);
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
  /** Segment 0 is what lies below the first edge, segment bins + 1 what lies from the last on. */
  private static void requireCounts(ByteBuffer state, int bins) {
    int counts = HistogramState.counts(state);
    long below = state.getLong(HistogramState.UNDERFLOW);
    long above = state.getLong(HistogramState.OVERFLOW);
    // Of two numbers that are not negative, a sum that overflows is.
    if (below < 0 || above < 0 || below + above < 0) {
      throw new IllegalArgumentException(
          "not a histogram state: expected counts of 0 to 2^63-1 in all, found "
              + below
              + " and "
              + above
              + " outside the edges");
    }
    long total = PackedCounts.require(state, counts, bins, below + above, "a histogram state");
    int placeWidth = state.get(PackedCounts.PLACE_WIDTH);
    int countWidth = state.get(PackedCounts.COUNT_WIDTH);
    int step = placeWidth + countWidth;
    int entries = PackedCounts.entries(state, counts, bins);
    int first = below > 0 ? 0 : bins + 1;
    for (int entry = 0; entry < entries && first > bins; entry++) {
      int offset = counts + entry * step;
      if (PackedCounts.count(state, offset + placeWidth, countWidth) > 0) {
        first = PackedCounts.place(state, offset, placeWidth, entry) + 1;
      }
    }
    int last = above > 0 ? bins + 1 : 0;
    for (int entry = entries - 1; entry >= 0 && last == 0; entry--) {
      int offset = counts + entry * step;
      if (PackedCounts.count(state, offset + placeWidth, countWidth) > 0) {
        last = PackedCounts.place(state, offset, placeWidth, entry) + 1;
      }
    }
    double minimum = state.getDouble(HistogramState.MINIMUM);
    double maximum = state.getDouble(HistogramState.MAXIMUM);
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
    for (int extreme = 0; extreme < 2; extreme++) {
      double value = extreme == 0 ? minimum : maximum;
      int segment = extreme == 0 ? first : last;
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
}
