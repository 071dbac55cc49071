/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.tdigest;

import static org.cassandrastats.udf.state.LittleEndian.getDouble;
import static org.cassandrastats.udf.state.LittleEndian.getInt;
import static org.cassandrastats.udf.state.LittleEndian.getLong;

import java.nio.ByteBuffer;

/** What a blob must fulfil to be read as a digest. */
final class TdigestCheck {
  /** How far, as a part of their size, means may be out of order: other libraries round them. */
  private static final double ROUNDING = 1e-12;

  private TdigestCheck() {}

  /** What is wrong with a state that starts at offset 0 and is not the empty blob, or null. */
  static String problem(ByteBuffer state) {
    String problem = preambleProblem(state);
    if (problem != null || state.limit() <= TdigestState.VALUE) {
      return problem;
    }
    if (state.limit() < TdigestState.DATA) {
      return Math.abs(getDouble(state, TdigestState.VALUE)) <= Double.MAX_VALUE
          ? null
          : "expected a finite value, found " + getDouble(state, TdigestState.VALUE);
    }
    int centroids = getInt(state, TdigestState.CENTROIDS);
    double minimum = getDouble(state, TdigestState.MINIMUM);
    double maximum = getDouble(state, TdigestState.MAXIMUM);
    // Written so that NaN fails as well.
    if (!(minimum <= maximum && minimum >= -Double.MAX_VALUE && maximum <= Double.MAX_VALUE)) {
      return "expected finite minimum <= maximum, found " + minimum + " and " + maximum;
    }
    double previous = minimum;
    long count = getInt(state, TdigestState.BUFFERED);
    int offset = TdigestState.DATA;
    for (int i = 0; i < centroids; i++) {
      double mean = getDouble(state, offset);
      long weight = getLong(state, offset + 8);
      if (isBelow(mean, previous) || isBelow(maximum, mean)) {
        return "expected means in ascending order from "
            + minimum
            + " to "
            + maximum
            + ", found "
            + mean
            + " after "
            + previous;
      }
      if (weight < 1 || weight > TdigestState.MAXIMUM_COUNT - count) {
        return "expected weights from 1 to 2^53 together, found " + weight;
      }
      count += weight;
      previous = mean;
      offset += TdigestState.CENTROID_SIZE;
    }
    for (; offset < state.limit(); offset += 8) {
      double value = getDouble(state, offset);
      if (!(value >= minimum && value <= maximum)) {
        return "expected values from " + minimum + " to " + maximum + ", found " + value;
      }
    }
    return null;
  }

  private static String preambleProblem(ByteBuffer state) {
    int size = state.limit();
    if (size < 8) {
      return "expected a preamble of 8 bytes, found " + size + " bytes";
    }
    if (state.get(2) != TdigestState.FAMILY) {
      return "expected sketch type 20, found " + (state.get(2) & 0xff);
    }
    if (state.get(1) != 1) {
      return "expected serial version 1, found "
          + (state.get(1) & 0xff)
          + "; a newer library may have written it";
    }
    int k = TdigestState.k(state);
    if (k < TdigestState.MINIMUM_K || k > TdigestState.MAXIMUM_K) {
      return "expected k from 10 to 32767, found " + k;
    }
    int flags = state.get(TdigestState.FLAGS) & 0xff;
    int kind = flags & 3;
    if (flags > 7 || kind == 3 || state.getShort(6) != 0) {
      return "expected flags that agree and zeros behind them, found flags " + flags;
    }
    if (state.get(0) != (kind == 0 ? 2 : 1)) {
      return "expected a preamble of "
          + (kind == 0 ? 2 : 1)
          + " longs for flags "
          + flags
          + ", found "
          + (state.get(0) & 0xff);
    }
    long expected = 8L * kind;
    if (kind == 0) {
      if (size < TdigestState.DATA) {
        return "expected at least 32 bytes, found " + size;
      }
      int centroids = getInt(state, TdigestState.CENTROIDS);
      int buffered = getInt(state, TdigestState.BUFFERED);
      // Negative ones are beyond 2^31.
      if (centroids < 0
          || centroids > TdigestState.maximumCentroids(k)
          || buffered < 0
          || buffered > TdigestState.maximumBuffered(k)
          || centroids + buffered == 0) {
        return "expected 1 to "
            + TdigestState.maximumCentroids(k)
            + " centroids and up to "
            + TdigestState.maximumBuffered(k)
            + " buffered values for k "
            + k
            + ", found "
            + (centroids & 0xffffffffL)
            + " and "
            + (buffered & 0xffffffffL);
      }
      expected = TdigestState.DATA + 16L * centroids + 8L * buffered;
    }
    if (size != expected) {
      return "expected " + expected + " bytes, found " + size;
    }
    return null;
  }

  /** Whether a mean is below another one by more than rounding, or not a number. */
  private static boolean isBelow(double mean, double other) {
    return !(mean >= other - ROUNDING * Math.abs(other));
  }
}
