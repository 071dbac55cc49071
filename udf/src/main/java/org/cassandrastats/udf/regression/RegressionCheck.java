/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.regression;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.state.FixedState;
import org.cassandrastats.udf.state.Preamble;

/**
 * Whether some pairs have a state. Whatever the rules are, they hold for the union of two states
 * for which they hold.
 */
public final class RegressionCheck {
  /** Below this, sums of squares have lost digits to underflow: 2^-1022 x 2^53. */
  static final double UNDERFLOW = 0x1p-969;

  /** Room for what rounding does in any number of rows. */
  private static final double ROOM = 1 + 1e-6;

  private RegressionCheck() {}

  /**
   * The state from offset 0 of a view, if its bytes are as they were written and it is also the
   * state of some pairs: what unions and columns take.
   */
  public static ByteBuffer checked(ByteBuffer state) {
    ByteBuffer view =
        FixedState.intact(
            state,
            RegressionState.FAMILY,
            RegressionState.END,
            RegressionState.SIZE,
            "a regression state");
    require(view);
    return view;
  }

  /** Refuses what no pairs give. The state starts at offset 0 and has the size and a preamble. */
  private static void require(ByteBuffer state) {
    long count = state.getLong(RegressionState.COUNT);
    long skipped = state.getLong(RegressionState.SKIPPED);
    if (count < 0
        || skipped < 0
        || state.get(Preamble.FLAGS) != 0
        || state.getInt(Preamble.PARAMETER) != 0) {
      throw new IllegalArgumentException(
          "not a regression state: expected no flags, the parameter 0 and counts from 0 to 2^63-1,"
              + " found "
              + count
              + " and "
              + skipped);
    }
    for (int offset = RegressionState.Y; offset < RegressionState.END; offset += 8) {
      boolean isOrigin = offset == RegressionState.Y || offset == RegressionState.X;
      long bits = state.getLong(offset);
      double number = state.getDouble(offset);
      // Of all NaNs one is written.
      if ((bits != 0 && (count == 0 || (count == 1 && !isOrigin)))
          || Double.isInfinite(number)
          || (isOrigin && Double.isNaN(number))
          || bits != Double.doubleToLongBits(number)) {
        throw new IllegalArgumentException(
            "not a regression state: expected finite origins, sums that are finite or the NaN"
                + " 0x7ff8000000000000, and zeros for what one pair or none has, found "
                + number
                + " at "
                + offset
                + " of "
                + count
                + " pairs");
      }
    }
    double squaresY = state.getDouble(RegressionState.SQUARES_Y);
    double squaresX = state.getDouble(RegressionState.SQUARES_X);
    double products = state.getDouble(RegressionState.PRODUCTS);
    boolean isSpreadY = isSpread(state, RegressionState.Y, squaresY);
    boolean isSpreadX = isSpread(state, RegressionState.X, squaresX);
    boolean fits = fit(squaresY, squaresX, products);
    if (!isSpreadY || !isSpreadX || !fits) {
      throw new IllegalArgumentException(
          "not a regression state: expected sums that some pairs have, found squares "
              + squaresY
              + " and "
              + squaresX
              + ", products "
              + products);
    }
  }

  /** Whether a variable has these squares: none where all its values are its origin. */
  private static boolean isSpread(ByteBuffer state, int variable, double squares) {
    double sum =
        state.getDouble(variable + RegressionState.SUM)
            + state.getDouble(variable + RegressionState.REMAINDER);
    return squares == 0 ? sum == 0 : !(squares < 0);
  }

  /**
   * Whether pairs with these sums of squares have this sum of products: none where all values of a
   * variable are equal, else what Cauchy-Schwarz allows. A sum that overflowed is in no bounds.
   */
  public static boolean fit(double squaresY, double squaresX, double products) {
    double room = squaresY == 0 || squaresX == 0 ? 0 : UNDERFLOW;
    return !(Math.abs(products) > Math.sqrt(squaresY + room) * Math.sqrt(squaresX + room) * ROOM);
  }
}
