/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.tdigest;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The values of the fixtures: eighths of integers, in no order; different ones up to the modulus,
 * repeated beyond that.
 */
final class FixtureColumn {
  private static final int MODULUS = 10007;

  private FixtureColumn() {}

  static double[] of(int n) {
    return between(0, n);
  }

  static double[] between(int start, int stop) {
    return IntStream.range(start, stop).mapToDouble(i -> i * 7919L % MODULUS / 8.0).toArray();
  }

  static double maximum(int n) {
    return Arrays.stream(of(n)).max().orElseThrow();
  }

  /**
   * How far a quantile of the first n values is from the ranks that a value has: from the part of
   * them below it to the part at most it.
   */
  static double rankError(int n, double quantile, double value) {
    double below = Arrays.stream(of(n)).filter(other -> other < value).count() / (double) n;
    double upTo = Arrays.stream(of(n)).filter(other -> other <= value).count() / (double) n;
    return Math.max(0, Math.max(below - quantile, quantile - upTo));
  }
}
