/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.ddsketch;

import static org.cassandrastats.udf.state.LittleEndian.getDouble;
import static org.cassandrastats.udf.state.LittleEndian.putDouble;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.state.Preamble;

/**
 * Layout of a ddsketch state: no bytes at all before the first accepted row, then 72 + 8 x (bins of
 * both signs), which is at most {@value #MAXIMUM_SIZE}.
 *
 * <pre>
 *  0  preamble (family 131, flags as below, parameter 0)
 *  8  f64 relative error              16  f64 minimum            24  f64 maximum
 * 32  f64 sum                         40  f64 what rounding cut off it
 * 48  i32 lowest index of the negative values' bins, u32 number of those bins
 * 56  i32 lowest index of the positive values' bins, u32 number of those bins
 * 64  u64 counts in the order of the values: the bins of the negative values, from the highest
 *     index down; the zeros; the bins of the positive values, from the lowest index up
 * </pre>
 *
 * <p>Bin i of a sign holds the magnitudes m with e^(2a(i - 1)) &lt; m &lt;= e^(2ai), where a is the
 * relative error (see {@link DdsketchMapping}). The bins of a sign are at most {@value
 * #MAXIMUM_BINS}, from the lowest that holds a value to the highest; without any, index and number
 * are 0. Where more would be needed the lowest ones collapse: values below the lowest bin are
 * counted in it, and a flag says so. Flags: bit 0 collapsed negative bins, bit 1 collapsed positive
 * bins.
 */
public final class DdsketchState {
  public static final int FAMILY = 131;

  public static final int COLLAPSED_NEGATIVE = 1;
  public static final int COLLAPSED_POSITIVE = 2;

  /** The most bins that either sign has. */
  public static final int MAXIMUM_BINS = 2048;

  public static final double SMALLEST_ERROR = 0.0001;
  public static final double LARGEST_ERROR = 0.5;

  public static final int ERROR = 8;
  public static final int MINIMUM = 16;
  public static final int MAXIMUM = 24;
  public static final int SUM = 32;
  public static final int SUM_REMAINDER = 40;

  /** Offset of the index and number of the negative bins; the number is 4 bytes on. */
  public static final int NEGATIVE = 48;

  /** Offset of the index and number of the positive bins; the number is 4 bytes on. */
  public static final int POSITIVE = 56;

  /** Distance of the number of bins from their lowest index. */
  public static final int BINS = 4;

  public static final int COUNTS = 64;

  public static final int MAXIMUM_SIZE = COUNTS + 8 * (2 * MAXIMUM_BINS + 1);

  /** Counts that the first buffer has room for. */
  private static final int FIRST_ROOM = 31;

  /** The preamble of a state without flags, as a big-endian long. */
  private static final long PREAMBLE = 0x0101830000000000L;

  private DdsketchState() {}

  /**
   * Whether a state function made this buffer, so that it is valid and may be changed in place. The
   * room behind the limit is for more bins and one odd byte, which no buffer has that Cassandra
   * makes from stored, bound or literal bytes and that starts at 0.
   */
  public static boolean isWorking(ByteBuffer state) {
    return (state.capacity() & 7) == 1
        && state.limit() < state.capacity()
        && state.limit() > COUNTS
        && state.position() == 0
        && state.getInt(0) >>> 8 == 0x010183;
  }

  /** Whether a state function made this buffer, and for this relative error. */
  public static boolean isWorkingFor(ByteBuffer state, double error) {
    return (state.capacity() & 7) == 1
        && state.limit() < state.capacity()
        && state.limit() > COUNTS
        && state.position() == 0
        && state.getInt(0) >>> 8 == 0x010183
        && getDouble(state, ERROR) == error;
  }

  /**
   * A state of no rows, for a state function to start from. Nothing but the empty blob starts one:
   * a stored state is joined by a union, so that only unions have to validate.
   */
  public static ByteBuffer start(ByteBuffer state, double error) {
    // Written so that NaN fails as well.
    if (!(error >= SMALLEST_ERROR && error <= LARGEST_ERROR)) {
      throw new IllegalArgumentException(
          "ddsketch: expected a relative error from "
              + SMALLEST_ERROR
              + " to "
              + LARGEST_ERROR
              + ", found "
              + error);
    }
    if (state.remaining() != 0) {
      throw new IllegalArgumentException(
          "ddsketch_accumulate: expected the empty blob 0x or the state of its own last call (the"
              + " relative error must be the same for every row), found "
              + state.remaining()
              + " other bytes; join stored states with ddsketch_union");
    }
    ByteBuffer working = ByteBuffer.allocate(COUNTS + 8 * FIRST_ROOM + 1);
    working.limit(COUNTS + 8);
    working.putLong(0, PREAMBLE);
    putDouble(working, ERROR, error);
    putDouble(working, MINIMUM, Double.POSITIVE_INFINITY);
    putDouble(working, MAXIMUM, Double.NEGATIVE_INFINITY);
    return working;
  }

  /** A private copy of a state that is not empty, if it is valid, for changing in place. */
  public static ByteBuffer checkedCopy(ByteBuffer state) {
    ByteBuffer source = checked(state);
    int size = source.limit();
    ByteBuffer working = ByteBuffer.allocate(Math.max(size, COUNTS + 8 * FIRST_ROOM) + 1);
    working.limit(size);
    for (int offset = 0; offset < size; offset += 8) {
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
    String problem = DdsketchCheck.problem(view);
    if (problem != null) {
      throw new IllegalArgumentException("not a ddsketch state: " + problem);
    }
    return view;
  }

  /** Refuses to bring together states of different relative errors. */
  public static void requireSameError(double expected, double found) {
    if (expected != found) {
      throw new IllegalArgumentException(
          "ddsketch: expected a state with the relative error "
              + expected
              + ", found one with "
              + found
              + "; only states of the same relative error can be merged");
    }
  }
}
