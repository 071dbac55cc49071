/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.moments;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.state.Preamble;

/**
 * The unit in which a state keeps its deviations: 2^-820, 2^-410, 1, 2^410 or 2^820, so chosen that
 * the range of the values is from 2^-205 to 2^205 units. No sum of fourth powers overflows then,
 * nor underflows but for ranges below 2^-1062. The range of anything that is measured is in the
 * unit 1.
 */
public final class MomentsScale {
  /** Four times the half of it, and 63 for the count, are within the exponents of doubles. */
  private static final int STEP = 410;

  /** Puts the exponents from -205 to 204 into the middle one of five steps. */
  private static final int OFFSET = 1025;

  private static final int MIDDLE = 820;

  private MomentsScale() {}

  /** What a deviation is multiplied by: one over the unit. */
  public static double of(ByteBuffer state) {
    return of(state.getInt(Preamble.PARAMETER));
  }

  /** The same of a unit as a power of two. */
  public static double of(int unit) {
    return Double.longBitsToDouble((1023L - unit) << 52);
  }

  /** The unit, as a power of two, for values of a range. */
  public static int unit(double range) {
    return range == 0 ? 0 : (Math.getExponent(range) + OFFSET) / STEP * STEP - MIDDLE;
  }

  /** Changes the unit of a state to the one for a range. */
  public static void fit(ByteBuffer state, double range) {
    int unit = unit(range);
    if (unit != state.getInt(Preamble.PARAMETER)) {
      // What underflows is nothing beside the deviation that asked for the larger unit.
      double factor = of(unit) / of(state);
      state.putInt(Preamble.PARAMETER, unit);
      // The squares are multiplied twice, the cubes three times: the factor's cube may be no
      // double.
      for (int first = MomentsState.SUM; first <= MomentsState.FOURTHS; first += 8) {
        for (int offset = first;
            offset <= MomentsState.FOURTHS && first != MomentsState.SUM_REMAINDER;
            offset += 8) {
          state.putDouble(offset, state.getDouble(offset) * factor);
        }
      }
    }
  }
}
