/* SPDX-License-Identifier: Apache-2.0 */
package example;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import org.cassandrastats.udf.annotation.CqlFunction;
import org.cassandrastats.udf.annotation.CqlFunction.Aggregate;
import org.cassandrastats.udf.annotation.Overloads;

final class Constants {
  static final int COUNT = 8;
  static final int NEGATIVE = -3;
  static final long LARGE = 1L << 40;
  static final double HALF = 0.5;
  static final double NOTHING = Double.NaN;
  static final boolean YES = true;
  static final String UNIT = "says \"km\"\n";
  static final byte SMALL = (byte) 200;

  /** Constants become literals. The second sentence is not in the body. */
  @CqlFunction("constants")
  public static String constants(int n) {
    long sum = n - NEGATIVE + COUNT * LARGE + SMALL;
    double mean = HALF * sum + Constants.COUNT / 3;
    return UNIT + mean + (YES ? NOTHING : -NEGATIVE) + Long.MIN_VALUE;
  }

  /** An overload passes a default value, of which nothing is checked any more. */
  @CqlFunction("times")
  public static long times(int n) {
    return times(n, COUNT);
  }

  /** A factor from 1 to 16. */
  @CqlFunction("times")
  public static long times(int n, int factor) {
    requireFactor(factor, n);
    if (n < 0) {
      return 0;
    }
    return n * (long) factor;
  }

  private static void requireFactor(int factor, int n) {
    if (factor < 1 || factor > 16) {
      throw new IllegalArgumentException("expected a factor from 1 to 16, found " + factor);
    }
    if (factor > 4 && n > 1000) {
      throw new IllegalArgumentException("expected at most 1000, found " + n);
    }
  }
}
