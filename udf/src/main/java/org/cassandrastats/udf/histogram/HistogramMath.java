/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.histogram;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.state.PackedCounts;

/**
 * Quantiles and ranks of a valid state that starts at offset 0. The values of a bin are taken as
 * spread evenly over the part of it that lies between the minimum and the maximum of all values;
 * those below the first edge are a bin that begins at the minimum, those from the last edge on one
 * that ends at the maximum. Segment 0 is the first of these, segment bins + 1 the last.
 */
final class HistogramMath {
  private HistogramMath() {}

  /** The number of values of each segment. */
  static long[] segments(ByteBuffer state) {
    int bins = HistogramState.bins(state);
    int counts = HistogramState.counts(state);
    int placeWidth = state.get(PackedCounts.PLACE_WIDTH);
    int countWidth = state.get(PackedCounts.COUNT_WIDTH);
    int entries = PackedCounts.entries(state, counts, bins);
    long[] segments = new long[bins + 2];
    segments[0] = state.getLong(HistogramState.UNDERFLOW);
    for (int entry = 0; entry < entries; entry++) {
      int offset = counts + entry * (placeWidth + countWidth);
      // Nobody but a forger writes a place that there is not.
      int bin = Math.min(bins - 1, PackedCounts.place(state, offset, placeWidth, entry));
      segments[bin + 1] += PackedCounts.count(state, offset + placeWidth, countWidth);
    }
    segments[bins + 1] = state.getLong(HistogramState.OVERFLOW);
    return segments;
  }

  /** For each segment the number of values up to its end. */
  static long[] cumulative(ByteBuffer state) {
    long[] cumulative = segments(state);
    for (int segment = 1; segment < cumulative.length; segment++) {
      cumulative[segment] += cumulative[segment - 1];
    }
    return cumulative;
  }

  /** What the values of segment i lie between: bounds i and i + 1. */
  static double[] bounds(ByteBuffer state) {
    int bins = HistogramState.bins(state);
    double minimum = state.getDouble(HistogramState.MINIMUM);
    double maximum = state.getDouble(HistogramState.MAXIMUM);
    double[] bounds = new double[bins + 3];
    bounds[0] = minimum;
    for (int i = 0; i <= bins; i++) {
      double edge = HistogramBins.edge(state, i);
      bounds[i + 1] = Math.max(minimum, Math.min(maximum, edge));
    }
    bounds[bins + 2] = maximum;
    return bounds;
  }

  /** The estimate of a quantile from 0 to 1. */
  static double quantile(double quantile, long[] cumulative, double[] bounds) {
    int last = cumulative.length - 1;
    double wanted = quantile * cumulative[last];
    double estimate = quantile == 0 ? bounds[0] : bounds[last + 1];
    if (quantile > 0 && wanted < cumulative[last]) {
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
      double lower = bounds[segment];
      double upper = bounds[segment + 1];
      double before = segment == 0 ? 0 : cumulative[segment - 1];
      double share = (wanted - before) / (cumulative[segment] - before);
      if (wanted == cumulative[segment]) {
        // Between two values: half-way from this segment to the next one that is not empty.
        int next = segment + 1;
        while (cumulative[next] == cumulative[segment]) {
          next++;
        }
        lower = upper;
        upper = Math.max(lower, bounds[next]);
        share = 0.5;
      }
      // In halves, because the range of a bin may exceed that of doubles.
      estimate = 2 * (lower * 0.5 + share * (upper * 0.5 - lower * 0.5));
      estimate = Math.max(lower, Math.min(upper, estimate));
    }
    return estimate;
  }

  /** The estimate of the fraction of values up to and including one that is not NaN. */
  static double rank(double value, long[] cumulative, double[] bounds) {
    int last = cumulative.length - 1;
    double rank = value < bounds[0] ? 0 : 1;
    if (value >= bounds[0] && value < bounds[last + 1]) {
      // The first segment whose upper end is above the value.
      int segment = 0;
      int high = last;
      while (segment < high) {
        int middle = (segment + high) >>> 1;
        if (bounds[middle + 1] > value) {
          high = middle;
        } else {
          segment = middle + 1;
        }
      }
      double lower = bounds[segment];
      double upper = bounds[segment + 1];
      double before = segment == 0 ? 0 : cumulative[segment - 1];
      double width = upper - lower;
      // Halves of the smallest doubles would be zero, differences of the largest infinite.
      double share =
          width <= Double.MAX_VALUE
              ? (value - lower) / width
              : (value * 0.5 - lower * 0.5) / (upper * 0.5 - lower * 0.5);
      double values = before + Math.max(0, Math.min(1, share)) * (cumulative[segment] - before);
      // The minimum is among them, the maximum is not.
      rank = Math.max(1.0, Math.min(cumulative[last] - 1.0, values)) / cumulative[last];
    }
    return rank;
  }

  /** The estimate of the number of values from one number on and below another; 0 backwards. */
  static double between(double low, double high, long[] cumulative, double[] bounds) {
    int last = cumulative.length - 1;
    double between = 0;
    for (int end = 0; end < 2; end++) {
      double value = end == 0 ? low : high;
      double below = value <= bounds[0] ? 0 : cumulative[last];
      if (value > bounds[0] && value <= bounds[last + 1]) {
        // The first segment that reaches so far begins below the value.
        int segment = 0;
        int highest = last;
        while (segment < highest) {
          int middle = (segment + highest) >>> 1;
          if (bounds[middle + 1] >= value) {
            highest = middle;
          } else {
            segment = middle + 1;
          }
        }
        double lower = bounds[segment];
        double before = segment == 0 ? 0 : cumulative[segment - 1];
        double upper = bounds[segment + 1];
        double width = upper - lower;
        // Halves of the smallest doubles would be zero, differences of the largest infinite.
        double share =
            width <= Double.MAX_VALUE
                ? (value - lower) / width
                : (value * 0.5 - lower * 0.5) / (upper * 0.5 - lower * 0.5);
        double values = before + Math.max(0, Math.min(1, share)) * (cumulative[segment] - before);
        // The minimum is below, the maximum is not.
        below = Math.max(1.0, Math.min(cumulative[last] - 1.0, values));
      }
      between = below - between;
    }
    return Math.max(0, between);
  }

  /**
   * The counts of neighbouring bins added up, so many of them that no more sums are left, between
   * the number of values below the first edge and that of those from the last one on.
   */
  static long[] sums(ByteBuffer state, int most) {
    long[] segments = segments(state);
    int bins = segments.length - 2;
    int together = (bins + most - 1) / most;
    long[] sums = new long[(bins + together - 1) / together + 2];
    sums[0] = segments[0];
    for (int bin = 0; bin < bins; bin++) {
      sums[1 + bin / together] += segments[bin + 1];
    }
    sums[sums.length - 1] = segments[bins + 1];
    return sums;
  }
}
