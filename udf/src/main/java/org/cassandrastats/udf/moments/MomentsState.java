/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.moments;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.state.Buffers;
import org.cassandrastats.udf.state.Checksum;
import org.cassandrastats.udf.state.Preamble;

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
 * 88  checksum; while rows are added there is none
 * </pre>
 *
 * <p>With a count of zero the unit is 1 and everything from 24 to 88 is zero. The unit is that of
 * {@link MomentsScale}.
 */
public final class MomentsState {
  public static final int FAMILY = 128;
  public static final int SIZE = 96;

  /** Where the checksum is, and where a state ends while rows are added. */
  public static final int END = 88;

  /** All of the preamble but the parameter. */
  public static final int PREAMBLE = (Preamble.START | FAMILY) << 8;

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
   * Whether {@code moments_accumulate} made this buffer, so that it is valid and may be changed in
   * place. No buffer that Cassandra makes from stored, bound or literal bytes starts at 0 and has
   * exactly one byte behind its limit; a column of a composite partition key has that byte, but
   * never starts at 0. The working states of other families can have the same capacity, but not the
   * same preamble.
   */
  public static boolean isWorking(ByteBuffer state) {
    return state.capacity() == END + Buffers.WORKING_TAIL && hasOwnForm(state);
  }

  /** Whether {@code moments_append} made this buffer; likewise. */
  public static boolean isMerged(ByteBuffer state) {
    return state.capacity() == END + Buffers.MERGED_TAIL && hasOwnForm(state);
  }

  /** Whether either made it, and it has no checksum. */
  static boolean isOwn(ByteBuffer state) {
    // The tails differ in one bit.
    return (state.capacity() & ~2) == END + Buffers.WORKING_TAIL && hasOwnForm(state);
  }

  private static boolean hasOwnForm(ByteBuffer state) {
    return state.limit() == END && state.position() == 0 && state.getInt(0) == PREAMBLE;
  }

  /** A state of no values in a buffer whose capacity says that it is a state function's own. */
  public static ByteBuffer allocate(int tail) {
    ByteBuffer own = ByteBuffer.allocate(END + tail);
    own.limit(END);
    own.putInt(0, PREAMBLE);
    return own;
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
    return allocate(Buffers.WORKING_TAIL);
  }

  /** The state from offset 0 of a view, for reading, if its bytes are as they were written. */
  public static ByteBuffer readable(ByteBuffer state) {
    ByteBuffer view = state;
    if (!isOwn(state)) {
      view = state.slice();
      Checksum.require(view, FAMILY, SIZE, "a moments state");
    }
    return view;
  }

  /** The total of two counts; refuses to pass 2^63-1. */
  public static long total(long left, long right) {
    if (left > Long.MAX_VALUE - right) {
      throw new IllegalArgumentException("moments: the count would exceed 2^63-1");
    }
    return left + right;
  }
}
