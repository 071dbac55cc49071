/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.function;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.nio.ByteBuffer;

/** Decimals of CQL as doubles, in a time that does not depend on their scale or length. */
final class DecimalNumbers {
  /** Digits that no double can tell apart. */
  private static final MathContext PRECISION = new MathContext(40);

  /** Beyond these powers of ten a value is infinite or zero as a double. */
  private static final long LARGEST_EXPONENT = 400;

  /** Bits of the leading part of a long number; far more than {@link #PRECISION} needs. */
  private static final int LEADING_BITS = 256;

  private static final double DIGITS_OF_A_BIT = Math.log10(2);

  private DecimalNumbers() {}

  /**
   * The nearest double, to within the last bit where the number has more than 40 digits; infinite
   * beyond the range of doubles.
   *
   * @param bytes scale (4 bytes) and unscaled number, as {@code decimal} is written
   */
  static double toDouble(ByteBuffer bytes) {
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
    return new BigDecimal(unscaled.shiftRight(shift))
        .multiply(new BigDecimal(2).pow(shift, PRECISION), PRECISION)
        .scaleByPowerOfTen(-scale)
        .doubleValue();
  }
}
