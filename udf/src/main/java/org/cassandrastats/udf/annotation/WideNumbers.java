/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.annotation;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.nio.ByteBuffer;

/**
 * Numbers of CQL without a bound as the doubles and longs that functions take. Decimals take a time
 * that does not depend on their scale or length.
 */
public final class WideNumbers {
  /** Digits that no double can tell apart. */
  private static final int DIGITS = 40;

  /** Beyond these powers of ten a value is infinite or zero as a double. */
  private static final long LARGEST_EXPONENT = 400;

  /** Bits of the leading part of a long number; far more than {@link #DIGITS} need. */
  private static final int LEADING_BITS = 256;

  private static final double DIGITS_OF_A_BIT = Math.log10(2);

  private WideNumbers() {}

  /**
   * The nearest double, to within the last bit where the number has more than 40 digits; infinite
   * beyond the range of doubles.
   *
   * @param bytes scale (4 bytes) and unscaled number, as {@code decimal} is written
   */
  public static double ofDecimal(ByteBuffer bytes) {
    int scale = bytes.getInt(bytes.position());
    byte[] digits = new byte[bytes.remaining() - Integer.BYTES];
    for (int index = 0; index < digits.length; index++) {
      digits[index] = bytes.get(bytes.position() + Integer.BYTES + index);
    }
    BigInteger unscaled = new BigInteger(digits);
    if (unscaled.signum() == 0) {
      return 0;
    }
    long exponent = (long) (unscaled.bitLength() * DIGITS_OF_A_BIT) - scale;
    if (exponent > LARGEST_EXPONENT) {
      return unscaled.signum() * Double.POSITIVE_INFINITY;
    }
    if (exponent < -LARGEST_EXPONENT) {
      return 0;
    }
    int shift = unscaled.bitLength() - LEADING_BITS;
    if (shift <= 0) {
      return new BigDecimal(unscaled, scale).doubleValue();
    }
    MathContext precision = new MathContext(DIGITS);
    return new BigDecimal(unscaled.shiftRight(shift))
        .multiply(new BigDecimal(2).pow(shift, precision), precision)
        .scaleByPowerOfTen(-scale)
        .doubleValue();
  }

  /**
   * The same number.
   *
   * @throws IllegalArgumentException if no long is as large
   */
  public static long ofVarint(BigInteger value) {
    if (value.bitLength() < Long.SIZE) {
      return value.longValue();
    }
    throw new IllegalArgumentException(
        "expected a varint within the range of bigint, found one of "
            + (value.bitLength() + 1)
            + " bits; cast it to double where that is precise enough");
  }
}
