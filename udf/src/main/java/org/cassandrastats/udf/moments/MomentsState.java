/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.moments;

import static org.cassandrastats.udf.state.LittleEndian.getDouble;
import static org.cassandrastats.udf.state.LittleEndian.getInt;
import static org.cassandrastats.udf.state.LittleEndian.getLong;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.state.Preamble;
import org.cassandrastats.udf.state.RowRoom;

/**
 * Layout of a moments state: always {@value #SIZE} bytes, or none at all before the first row.
 *
 * <pre>
 *  0  preamble (family 128, no flags, parameter: i32 unit, as a power of two)
 *  8  u64 count of finite values       16  u64 count of skipped values (NaN, infinite)
 * 24  f64 origin: the first value      32  f64 sum of the deviations from the origin, in units
 * 40  f64 what rounding cut off it     48  f64 sum of squared deviations from the mean, in units^2
 * 56  f64 sum of their cubes, units^3  64  f64 sum of their fourth powers, in units^4
 * 72  f64 minimum                      80  f64 maximum
 * </pre>
 *
 * <p>With a count of zero the unit is 1 and everything from 24 on is zero. The unit is that of
 * {@link MomentsScale}; a unit of 1 is right whatever the values.
 */
public final class MomentsState {
  public static final int FAMILY = 128;
  public static final int SIZE = 88;

  /**
   * Capacity of a state that a state function made and may change in place. No buffer that
   * Cassandra makes from stored, bound or literal bytes starts at 0 and has exactly one byte behind
   * its limit; a column of a composite partition key has that byte, but never starts at 0.
   */
  public static final int WORKING_CAPACITY = SIZE + 1;

  /** All of the preamble but the parameter, as a big-endian int. */
  private static final int PREAMBLE = 0x01018000;

  public static final int COUNT = 8;
  public static final int SKIPPED = 16;
  public static final int ORIGIN = 24;
  public static final int SUM = 32;
  public static final int SUM_REMAINDER = 40;
  public static final int SQUARES = 48;
  public static final int CUBES = 56;
  public static final int FOURTHS = 64;
  public static final int MINIMUM = 72;
  public static final int MAXIMUM = 80;

  private MomentsState() {}

  /**
   * Whether a state function made this buffer, so that it is valid and may be changed in place. The
   * working states of other families can have the same capacity, but not the same preamble.
   */
  public static boolean isWorking(ByteBuffer state) {
    return state.capacity() == WORKING_CAPACITY
        && state.limit() == SIZE
        && state.position() == 0
        && state.getInt(0) == PREAMBLE;
  }

  /**
   * A state of no values, for a state function to start from. Nothing but the empty blob starts
   * one: a stored state is joined by a union, so that only unions have to validate.
   */
  public static ByteBuffer start(ByteBuffer state) {
    if (state.remaining() != 0) {
      throw new IllegalArgumentException(
          "moments_accumulate: expected the empty blob 0x or the state of its own last call, found "
              + state.remaining()
              + " other bytes; join stored states with moments_union");
    }
    ByteBuffer working = ByteBuffer.allocate(WORKING_CAPACITY);
    working.limit(SIZE);
    working.putInt(0, PREAMBLE);
    return working;
  }

  /** A private copy of a state that is not empty, if it is valid, for changing in place. */
  public static ByteBuffer checkedCopy(ByteBuffer state) {
    ByteBuffer source = checked(state);
    ByteBuffer working = ByteBuffer.allocate(WORKING_CAPACITY);
    working.limit(SIZE);
    for (int offset = 0; offset < SIZE; offset += 8) {
      working.putLong(offset, source.getLong(offset));
    }
    return working;
  }

  /**
   * The state from offset 0 of a view, if it is valid and not empty. A buffer that starts at 0 is
   * its own view, so that merging a row allocates nothing.
   */
  public static ByteBuffer checked(ByteBuffer state) {
    ByteBuffer view = state;
    if (state.position() != 0 || Preamble.isLittleEndian(state)) {
      view = state.slice();
    }
    String problem = problem(view);
    if (problem != null) {
      throw new IllegalArgumentException("not a moments state: " + problem);
    }
    return view;
  }

  /** What is wrong with a state that starts at offset 0 and is not empty, or null. */
  public static String problem(ByteBuffer state) {
    String problem = Preamble.problem(state, FAMILY);
    if (problem != null) {
      return problem;
    }
    if (state.limit() != SIZE) {
      return "expected " + SIZE + " bytes, found " + state.limit();
    }
    if (state.getInt(0) != PREAMBLE) {
      return "expected no flags, found " + (state.get(Preamble.FLAGS) & 0xff);
    }
    long count = getLong(state, COUNT);
    long skipped = getLong(state, SKIPPED);
    if (count < 0 || skipped < 0) {
      return "expected counts from 0 to 2^63-1, found " + count + " and " + skipped;
    }
    int unit = getInt(state, Preamble.PARAMETER);
    double range = getDouble(state, MAXIMUM) - getDouble(state, MINIMUM);
    if (unit != 0 && unit != MomentsScale.unit(range)) {
      return "expected the unit of the range, found " + unit + " for " + range;
    }
    if (count == 0) {
      for (int offset = ORIGIN; offset < SIZE; offset += 8) {
        if (state.getLong(offset) != 0) {
          return "expected zeros behind a count of 0";
        }
      }
      return null;
    }
    double minimum = getDouble(state, MINIMUM);
    double maximum = getDouble(state, MAXIMUM);
    double origin = getDouble(state, ORIGIN);
    // Written so that NaN fails as well.
    if (!(minimum <= origin && origin <= maximum)
        || Double.isInfinite(minimum)
        || Double.isInfinite(maximum)
        || (count == 1 && minimum != maximum)) {
      return "expected finite minimum <= origin <= maximum, equal for one value, found "
          + minimum
          + ", "
          + origin
          + ", "
          + maximum;
    }
    problem = MomentsBounds.problem(state, (double) count);
    return problem;
  }

  /**
   * Refuses merged sums that no values have. Each of two altered states can be within the bounds of
   * its own count and range, and what they give together not be; then the merged blob would be no
   * state.
   */
  public static void requireFittingSums(ByteBuffer merged, double count) {
    String problem = MomentsBounds.problem(merged, count);
    if (problem != null) {
      throw new IllegalArgumentException(
          "moments: expected two states of values, found that their sums do not fit together: "
              + problem);
    }
  }

  /** A merged state, which rows may be added to where neither count is too large for that. */
  public static ByteBuffer released(ByteBuffer working) {
    return RowRoom.released(working, Math.max(getLong(working, COUNT), getLong(working, SKIPPED)));
  }

  /** The total of two counts; refuses to pass 2^63-1. */
  public static long total(long left, long right) {
    if (left > Long.MAX_VALUE - right) {
      throw new IllegalArgumentException("moments: the count would exceed 2^63-1");
    }
    return left + right;
  }
}
