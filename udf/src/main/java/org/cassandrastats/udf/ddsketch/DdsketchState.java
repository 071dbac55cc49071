/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.ddsketch;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.state.Buffers;
import org.cassandrastats.udf.state.Checksum;
import org.cassandrastats.udf.state.PackedCounts;
import org.cassandrastats.udf.state.Preamble;

/**
 * Layout of a ddsketch state, big-endian: no bytes at all before the first accepted row, then at
 * most 80 + 8 x (bins of both signs), which is at most {@value #MAXIMUM_SIZE}.
 *
 * <pre>
 *  0  preamble (family 131, flags as below)
 *  4  u16 0   6  u8 bytes of a place   7  u8 bytes of a count
 *  8  f64 relative error              16  f64 minimum            24  f64 maximum
 * 32  f64 sum                         40  f64 what rounding cut off it
 * 48  i32 lowest index of the negative values' bins, u32 number of those bins
 * 56  i32 lowest index of the positive values' bins, u32 number of those bins
 * 64  counts in the order of the values, as {@link PackedCounts}: the bins of the negative values,
 *     from the highest index down; the zeros; the bins of the positive values, from the lowest up
 *     checksum; while rows are added there is none
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

  /** Where the counts end of a state that has all bins. */
  public static final int MAXIMUM_END = COUNTS + 8 * (2 * MAXIMUM_BINS + 1);

  public static final int MAXIMUM_SIZE = MAXIMUM_END + Checksum.SIZE;

  /** Counts that the first buffer has room for. */
  private static final int FIRST_ROOM = 31;

  /** The first eight bytes while rows are added, without flags. */
  private static final long PREAMBLE = 0x0102830000000000L | PackedCounts.UNPACKED;

  private DdsketchState() {}

  /**
   * Whether a state function made this buffer, of rows or of states, so that it is valid and may be
   * changed in place. The room behind the limit is for more bins and of an odd size, which no
   * buffer has that Cassandra makes from stored, bound or literal bytes and that starts at 0.
   */
  static boolean isOwn(ByteBuffer state) {
    return Buffers.isOwn(state, FAMILY, COUNTS);
  }

  /** Whether {@code ddsketch_accumulate} made this buffer, and for this relative error. */
  public static boolean isWorkingFor(ByteBuffer state, double error) {
    return Buffers.isWorking(state, FAMILY, COUNTS) && state.getDouble(ERROR) == error;
  }

  /** Whether {@code ddsketch_append} made this buffer. */
  public static boolean isMerged(ByteBuffer state) {
    return Buffers.isMerged(state, FAMILY, COUNTS);
  }

  /** A buffer with room for counts up to an end, whose capacity says whose it is. */
  public static ByteBuffer allocate(int end, int tail) {
    return ByteBuffer.allocate(end + tail);
  }

  /** A state of no rows with the relative error of a valid one, for states to be merged into. */
  public static ByteBuffer startOfMerge(ByteBuffer other) {
    ByteBuffer sum = allocate(COUNTS + 8 * places(other), Buffers.MERGED_TAIL);
    begin(sum, other.getDouble(ERROR));
    return sum;
  }

  private static void begin(ByteBuffer state, double error) {
    state.limit(COUNTS + 8);
    state.putLong(0, PREAMBLE);
    state.putDouble(ERROR, error);
    state.putDouble(MINIMUM, Double.POSITIVE_INFINITY);
    state.putDouble(MAXIMUM, Double.NEGATIVE_INFINITY);
  }

  /** Every NaN is written as the same one, so that equal rows give equal bytes on every machine. */
  public static void putSum(ByteBuffer state, double sum, double remainder) {
    state.putLong(SUM, Double.doubleToLongBits(sum));
    state.putLong(SUM_REMAINDER, Double.doubleToLongBits(remainder));
  }

  /** The final state of values; the empty blob itself. */
  public static ByteBuffer finalState(ByteBuffer working) {
    ByteBuffer state = working;
    if (working.remaining() > 0) {
      state = PackedCounts.finalState(working, COUNTS, places(working));
    }
    return state;
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
    ByteBuffer working = allocate(COUNTS + 8 * FIRST_ROOM, Buffers.WORKING_TAIL);
    begin(working, error);
    return working;
  }

  /** How many counts a state may have: the bins of both signs and the zeros. */
  public static int places(ByteBuffer state) {
    return state.getInt(NEGATIVE + BINS) + 1 + state.getInt(POSITIVE + BINS);
  }

  /** The state from offset 0 of a view, for reading, if its bytes are as they were written. */
  public static ByteBuffer readable(ByteBuffer state) {
    ByteBuffer view = state;
    if (!isOwn(state)) {
      view = state.slice();
      requireIntact(view);
    }
    return view;
  }

  static void requireIntact(ByteBuffer view) {
    int negatives = view.limit() < COUNTS ? -1 : view.getInt(NEGATIVE + BINS);
    int positives = view.limit() < COUNTS ? -1 : view.getInt(POSITIVE + BINS);
    boolean fits =
        negatives >= 0 && negatives <= MAXIMUM_BINS && positives >= 0 && positives <= MAXIMUM_BINS;
    if (fits) {
      fits = PackedCounts.fit(view, COUNTS, negatives + 1 + positives);
    }
    Checksum.require(view, Preamble.of(view), FAMILY, fits ? view.limit() : 0, "a ddsketch state");
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
