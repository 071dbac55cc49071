/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.chunk;

import static org.cassandrastats.udf.state.LittleEndian.putLong;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.chunk.ChunkPoints;
import org.cassandrastats.udf.chunk.ChunkState;

/**
 * Values as whole numbers over a power of ten. A quotient of two exact doubles is the double that
 * is nearest to the decimal, the very one that a parser makes of its digits.
 */
final class Decimals {
  /** More decimals than a measurement has. */
  private static final int MOST = 12;

  private Decimals() {}

  /**
   * The least number of decimals that all but one in eight values have; if there is none, {@value
   * #MOST}.
   */
  static int exponent(long[] values, int count) {
    int exponent = -1;
    int exceptions = count;
    while (exceptions > count >>> 3 && exponent < MOST) {
      exponent++;
      exceptions = 0;
      double power = ChunkPoints.power(exponent);
      for (int i = 0; i < count && exceptions <= count >>> 3; i++) {
        double value = Double.longBitsToDouble(values[i]);
        exceptions += isDecimal(value, power) ? 0 : 1;
      }
    }
    return exponent;
  }

  /**
   * The whole numbers; for a value that is no decimal the one before it.
   *
   * @return how many values are no decimals
   */
  static int fill(long[] values, int count, double power, long[] numbers) {
    int exceptions = 0;
    long number = 0;
    for (int i = 0; i < count; i++) {
      double value = Double.longBitsToDouble(values[i]);
      if (isDecimal(value, power)) {
        number = (long) Math.rint(value * power);
      } else {
        exceptions++;
      }
      numbers[i] = number;
    }
    return exceptions;
  }

  /** Writes the places and bits of the values that are no decimals. */
  static void putExceptions(ByteBuffer chunk, long[] values, int count, double power) {
    int at = ChunkState.DATA;
    for (int i = 0; i < count; i++) {
      if (!isDecimal(Double.longBitsToDouble(values[i]), power)) {
        putLong(chunk, at, i);
        putLong(chunk, at + 8, values[i]);
        at += 16;
      }
    }
  }

  /** Bit for bit: neither -0.0 nor NaN is one. */
  private static boolean isDecimal(double value, double power) {
    return Double.doubleToRawLongBits((double) (long) Math.rint(value * power) / power)
        == Double.doubleToRawLongBits(value);
  }
}
