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
}
