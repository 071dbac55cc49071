/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.hll;

import static org.cassandrastats.udf.state.LittleEndian.getDouble;
import static org.cassandrastats.udf.state.LittleEndian.getInt;

import java.nio.ByteBuffer;

/**
 * Estimates of the number of distinct values, as Apache DataSketches makes them: by the number of
 * coupons; by the HIP sum, to which each change of a slot adds the inverse of its probability; and
 * of merged slots by the raw estimate of HyperLogLog, whose bias a table takes away, or by linear
 * counting.
 *
 * <p>Sources: P. Flajolet, E. Fusy, O. Gandouet and F. Meunier, HyperLogLog: the analysis of a
 * near-optimal cardinality estimation algorithm, AofA 2007; E. Cohen, All-Distances Sketches,
 * Revisited: HIP Estimators for Massive Graphs Analysis, PODS 2014.
 */
final class HllEstimate {
  private static final double EULER_MASCHERONI = 0.5772156649015329;

  /** From here on four terms of the asymptotic series give every digit of a harmonic number. */
  private static final int EXACT_HARMONIC_NUMBERS = 25;

  private HllEstimate() {}

  static double of(ByteBuffer state) {
    double estimate = 0;
    if (HllState.mode(state) != HllState.SLOTS) {
      int count = HllState.count(state);
      double interpolated = ofCoupons(count);
      estimate = Math.max(interpolated, count);
    } else if ((state.get(HllState.FLAGS) & HllState.OUT_OF_ORDER) == 0) {
      estimate = getDouble(state, HllState.HIP);
    } else {
      estimate = composite(state);
    }
    return estimate;
  }

  /** How many different values have so many different coupons, from a table for up to 600,000. */
  static double ofCoupons(int count) {
    double[] x = new double[] {0, 1, 20, 400, 8000, 160000, 300000, 600000};
    double[] y =
        new double[] {
          0,
          1,
          20.00000094374026,
          400.0003963713384,
          8000.158929460209,
          160063.60677637596,
          300223.70715976635,
          600895.593385617
        };
    int last = 3;
    while (last < 7 && x[last - 1] <= count) {
      last++;
    }
    return cubic(
        x[last - 3],
        y[last - 3],
        x[last - 2],
        y[last - 2],
        x[last - 1],
        y[last - 1],
        x[last],
        y[last],
        count);
  }

  /** The polynomial of degree 3 through four points. */
  private static double cubic(
      double x0,
      double y0,
      double x1,
      double y1,
      double x2,
      double y2,
      double x3,
      double y3,
      double x) {
    double term0 = y0 * ((x - x1) * (x - x2) * (x - x3)) / ((x0 - x1) * (x0 - x2) * (x0 - x3));
    double term1 = y1 * ((x - x0) * (x - x2) * (x - x3)) / ((x1 - x0) * (x1 - x2) * (x1 - x3));
    double term2 = y2 * ((x - x0) * (x - x1) * (x - x3)) / ((x2 - x0) * (x2 - x1) * (x2 - x3));
    double term3 = y3 * ((x - x0) * (x - x1) * (x - x2)) / ((x3 - x0) * (x3 - x1) * (x3 - x2));
    return term0 + term1 + term2 + term3;
  }

  private static double composite(ByteBuffer state) {
    int lgK = state.get(HllState.LG_K);
    double k = 1 << lgK;
    double correction =
        lgK == 4 ? 0.673 : lgK == 5 ? 0.697 : lgK == 6 ? 0.709 : 0.7213 / (1 + 1.079 / k);
    double raw =
        correction
            * k
            * k
            / (getDouble(state, HllState.SUM) + getDouble(state, HllState.SMALL_SUM));
    double stride = CompositeTable.stride(lgK);
    double scale = CompositeTable.scale(lgK);
    int digits = CompositeTable.digits(lgK);
    int at = 0;
    for (int before = HllState.MINIMUM_LG_K; before < lgK; before++) {
      at += CompositeTable.POINTS * CompositeTable.digits(before);
    }
    long step = (long) (CompositeTable.SLOPE * stride * scale + 0.5);
    long x = (long) (correction * k * scale + 0.5) - step;
    String table = CompositeTable.DIGITS;
    // The last four points, of which the second and the third are about the raw estimate.
    double x0 = 0;
    double x1 = 0;
    double x2 = 0;
    double x3 = 0;
    int points = 0;
    while (points < CompositeTable.POINTS && (points < 4 || x2 <= raw)) {
      long difference = -1L << (6 * digits - 1);
      for (int shift = 6 * (digits - 1); shift >= 0; shift -= 6) {
        int digit = table.charAt(at);
        at++;
        difference += (long) (digit - (digit > 92 ? 61 : 60)) << shift;
      }
      step += difference;
      x += step;
      x0 = x1;
      x1 = x2;
      x2 = x3;
      x3 = x / scale;
      points++;
    }
    double estimate = 0;
    if (raw > x3) {
      estimate = raw * (stride * (points - 1) / x3);
    } else if (points > 4 || raw >= x0) {
      double adjusted =
          cubic(
              x0,
              stride * (points - 4),
              x1,
              stride * (points - 3),
              x2,
              stride * (points - 2),
              x3,
              stride * (points - 1),
              raw);
      estimate = adjusted;
      if (adjusted <= 3 * k) {
        int zeros = state.get(HllState.SMALLEST) == 0 ? getInt(state, HllState.AT_SMALLEST) : 0;
        double linear = k * Math.log(k / 0.5);
        if (zeros > 0) {
          double all = harmonic(1 << lgK);
          double empty = harmonic(zeros);
          linear = k * (all - empty);
        }
        double crossing = lgK == 4 ? 0.718 : lgK == 5 ? 0.672 : 0.64;
        estimate = (adjusted + linear) / 2 > crossing * k ? adjusted : linear;
      }
    }
    return estimate;
  }

  private static double harmonic(int n) {
    double sum = 0;
    if (n < EXACT_HARMONIC_NUMBERS) {
      for (int i = 1; i <= n; i++) {
        sum += 1.0 / i;
      }
    } else {
      double square = 1.0 / ((double) n * n);
      double fourth = square * square;
      sum =
          Math.log(n)
              + EULER_MASCHERONI
              + 1.0 / (2.0 * n)
              - square / 12
              + fourth / 120
              - fourth * square / 252
              + fourth * fourth / 240;
    }
    return sum;
  }
}
