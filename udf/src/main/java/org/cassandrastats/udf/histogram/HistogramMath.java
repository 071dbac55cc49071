/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.histogram;

import static org.cassandrastats.udf.state.LittleEndian.getDouble;
import static org.cassandrastats.udf.state.LittleEndian.getLong;

import java.nio.ByteBuffer;

/**
 * Quantiles and ranks of a valid state that starts at offset 0. The values of a bin are taken as
 * spread evenly over the part of it that lies between the minimum and the maximum of all values;
 * those below the first edge are a bin that begins at the minimum, those from the last edge on one
 * that ends at the maximum. Segment 0 is the first of these, segment bins + 1 the last.
 */
final class HistogramMath {
  private HistogramMath() {}

  /** For each segment the number of values up to its end. */
  static long[] cumulative(ByteBuffer state) {
    int counts = HistogramState.counts(state);
    long[] cumulative = new long[HistogramState.bins(state) + 2];
    long total = getLong(state, HistogramState.UNDERFLOW);
    cumulative[0] = total;
    for (int offset = counts; offset < state.limit(); offset += 8) {
      total += getLong(state, offset);
      cumulative[1 + ((offset - counts) >> 3)] = total;
    }
    cumulative[cumulative.length - 1] = total + getLong(state, HistogramState.OVERFLOW);
    return cumulative;
  }

  /** The lower and the upper end of what a segment can hold, one behind the other. */
  static double[] ends(ByteBuffer state, double[] edges) {
    double minimum = getDouble(state, HistogramState.MINIMUM);
    double maximum = getDouble(state, HistogramState.MAXIMUM);
    double[] ends = new double[2 * edges.length + 2];
    ends[0] = minimum;
    for (int i = 0; i < edges.length; i++) {
      ends[2 * i + 1] = Math.min(maximum, edges[i]);
      ends[2 * i + 2] = Math.max(minimum, edges[i]);
    }
    ends[ends.length - 1] = maximum;
    return ends;
  }

  /** The estimate of a quantile from 0 to 1. */
  static double quantile(double quantile, long[] cumulative, double[] ends) {
    int last = cumulative.length - 1;
    double wanted = quantile * cumulative[last];
    if (quantile == 0) {
      return ends[0];
    }
    if (quantile == 1 || wanted >= cumulative[last]) {
      return ends[ends.length - 1];
    }
    // The first segment that reaches so far is not empty.
    int segment = 0;
    int high = last;
    while (segment < high) {
      int middle = (segment + high) >>> 1;
      if (cumulative[middle] >= wanted) {
        high = middle;
      } else {
        segment = middle + 1;
      }
    }
    double lower = ends[2 * segment];
    double upper = ends[2 * segment + 1];
    double before = segment == 0 ? 0 : cumulative[segment - 1];
    double share = (wanted - before) / (cumulative[segment] - before);
    if (wanted == cumulative[segment]) {
      // Between two values: half-way from this segment to the next one that is not empty.
      int next = segment + 1;
      while (cumulative[next] == cumulative[segment]) {
        next++;
      }
      lower = upper;
      upper = Math.max(lower, ends[2 * next]);
      share = 0.5;
    }
    // In halves, because the range of a bin may exceed that of doubles.
    double estimate = 2 * (lower * 0.5 + share * (upper * 0.5 - lower * 0.5));
    return Math.max(lower, Math.min(upper, estimate));
  }

  /** The estimate of the fraction of values up to and including one that is not NaN. */
  static double rank(double value, long[] cumulative, double[] ends) {
    long total = cumulative[cumulative.length - 1];
    if (value < ends[0]) {
      return 0;
    }
    if (value >= ends[ends.length - 1]) {
      return 1;
    }
    // The first segment whose upper end is above the value.
    int segment = 0;
    int high = cumulative.length - 1;
    while (segment < high) {
      int middle = (segment + high) >>> 1;
      if (ends[2 * middle + 1] > value) {
        high = middle;
      } else {
        segment = middle + 1;
      }
    }
    double lower = ends[2 * segment];
    double upper = ends[2 * segment + 1];
    double before = segment == 0 ? 0 : cumulative[segment - 1];
    double width = upper - lower;
    // Halves of the smallest doubles would be zero, differences of the largest infinite.
    double share =
        width <= Double.MAX_VALUE
            ? (value - lower) / width
            : (value * 0.5 - lower * 0.5) / (upper * 0.5 - lower * 0.5);
    double values = before + Math.max(0, Math.min(1, share)) * (cumulative[segment] - before);
    // The minimum is among them, the maximum is not.
    return Math.max(1.0, Math.min(total - 1.0, values)) / total;
  }

  /** The counts of neighbouring bins added up, so many of them that no more sums are left. */
  static long[] sums(ByteBuffer state, int bins, int most) {
    int together = (bins + most - 1) / most;
    long[] sums = new long[(bins + together - 1) / together];
    int offset = HistogramState.counts(state);
    for (int bin = 0; bin < bins; bin++) {
      sums[bin / together] += getLong(state, offset + 8 * bin);
    }
    return sums;
  }
}
