/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.histogram;

import static org.cassandrastats.udf.state.LittleEndian.getDouble;
import static org.cassandrastats.udf.state.LittleEndian.getLong;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.state.Preamble;

/** What makes a blob a histogram state that every function accepts. */
final class HistogramCheck {
  private HistogramCheck() {}

  /** What is wrong with a state that starts at offset 0 and is not empty, or null. */
  static String problem(ByteBuffer state) {
    String problem = Preamble.problem(state, HistogramState.FAMILY);
    if (problem != null) {
      return problem;
    }
    int flags = state.get(Preamble.FLAGS) & 0xff;
    if (flags > HistogramState.EXPLICIT) {
      return "expected no flags but that of explicit edges, found " + flags;
    }
    int bins = HistogramState.bins(state);
    if (bins < 1 || bins > HistogramState.MAXIMUM_BINS) {
      return "expected 1 to " + HistogramState.MAXIMUM_BINS + " bins, found " + bins;
    }
    int size = flags == 0 ? HistogramState.COUNTS + 8 * bins : HistogramState.explicitSize(bins);
    if (state.limit() != size) {
      return "expected " + size + " bytes, found " + state.limit();
    }
    if (flags == 0) {
      double lo = getDouble(state, HistogramState.LO);
      double hi = getDouble(state, HistogramState.HI);
      problem = HistogramBins.problem(lo, hi, bins);
    } else {
      problem = storedEdgesProblem(state, bins);
    }
    if (problem != null) {
      return problem;
    }
    problem = countsProblem(state, bins);
    return problem;
  }

  private static String storedEdgesProblem(ByteBuffer state, int bins) {
    double before = Double.NEGATIVE_INFINITY;
    for (int i = 0; i <= bins; i++) {
      double edge = getDouble(state, HistogramState.EDGES + 8 * i);
      // Written so that NaN fails as well.
      if (!(before < edge && edge <= Double.MAX_VALUE)) {
        return "expected finite and strictly increasing edges, found " + edge + " as edge " + i;
      }
      before = edge;
    }
    return null;
  }

  /** Segment 0 is what lies below the first edge, segment bins + 1 what lies from the last on. */
  private static String countsProblem(ByteBuffer state, int bins) {
    int counts = HistogramState.counts(state);
    long total = 0;
    int first = 0;
    int last = 0;
    for (int segment = 0; segment <= bins + 1; segment++) {
      int offset = counts + 8 * (segment - 1);
      if (segment == 0) {
        offset = HistogramState.UNDERFLOW;
      } else if (segment > bins) {
        offset = HistogramState.OVERFLOW;
      }
      long count = getLong(state, offset);
      if (count < 0 || count > Long.MAX_VALUE - total) {
        return "expected counts of 0 to 2^63-1 in all, found " + count + " at byte " + offset;
      }
      if (count > 0) {
        first = total == 0 ? segment : first;
        last = segment;
      }
      total += count;
    }
    double minimum = getDouble(state, HistogramState.MINIMUM);
    double maximum = getDouble(state, HistogramState.MAXIMUM);
    // Written so that NaN fails as well.
    if (total == 0
        || !(-Double.MAX_VALUE <= minimum && minimum <= maximum && maximum <= Double.MAX_VALUE)
        || (total == 1 && minimum != maximum)) {
      return "expected values with a finite minimum <= maximum, equal for one value, found "
          + total
          + " values from "
          + minimum
          + " to "
          + maximum;
    }
    // Both in turn, so that the search for a bin is in the body only once.
    for (int end = 0; end < 2; end++) {
      double value = end == 0 ? minimum : maximum;
      int expected = end == 0 ? first : last;
      int segment = segment(state, value, bins);
      if (segment != expected) {
        return "expected minimum and maximum in the first and the last bin that has values, found "
            + value
            + " elsewhere";
      }
    }
    return null;
  }

  private static int segment(ByteBuffer state, double value, int bins) {
    int lastEdge = HistogramState.isExplicit(state) ? HistogramState.EDGES + 8 * bins : 0;
    double lo = getDouble(state, HistogramState.LO);
    double hi = getDouble(state, lastEdge == 0 ? HistogramState.HI : lastEdge);
    if (value < lo) {
      return 0;
    }
    if (value >= hi) {
      return bins + 1;
    }
    int bin = 0;
    if (lastEdge == 0) {
      bin = HistogramBins.bin(value, lo, hi, bins);
    } else {
      bin = HistogramBins.explicitBin(state, value, bins);
    }
    return bin + 1;
  }
}
