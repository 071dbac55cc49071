/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.histogram;

import java.nio.ByteBuffer;
import java.util.List;
import org.cassandrastats.udf.state.Buffers;
import org.cassandrastats.udf.state.Checksum;
import org.cassandrastats.udf.state.PackedCounts;
import org.cassandrastats.udf.state.Preamble;

/**
 * Layout of a histogram state, big-endian: no bytes at all before the first accepted row, then at
 * most 64 + 8 x bins bytes for bins of equal width, 32832, and 56 + 16 x bins for explicit edges,
 * 65592.
 *
 * <pre>
 *  0  preamble (family 130, flag bit 0 explicit edges)
 *  4  u16 bins   6  u8 bytes of a place   7  u8 bytes of a count
 *  8  f64 minimum of all values         16  f64 maximum of all values
 * 24  u64 values below the first edge   32  u64 values from the last edge on
 * 40  equal width:    f64 lo, f64 hi
 *     explicit edges: (bins + 1) x f64, strictly increasing
 *     then the values of each bin, as {@link PackedCounts}
 *     checksum; while rows are added there is none
 * </pre>
 *
 * <p>A bin holds its lower edge and not its upper one. There is no -0.0 in a state.
 */
public final class HistogramState {
  public static final int FAMILY = 130;

  /** The flag of explicit edges. */
  public static final int EXPLICIT = 1;

  public static final int MINIMUM = 8;
  public static final int MAXIMUM = 16;
  public static final int UNDERFLOW = 24;
  public static final int OVERFLOW = 32;

  /** Explicit edges, or lo and hi. */
  public static final int EDGES = 40;

  public static final int LO = 40;
  public static final int HI = 48;

  /** Where the counts of bins of equal width begin. */
  public static final int COUNTS = 56;

  private HistogramState() {}

  /** The first eight bytes while rows are added. */
  private static long header(int flags, int bins) {
    return 0x0102820000000000L | ((long) flags << 32) | ((long) bins << 16) | PackedCounts.UNPACKED;
  }

  /** The number of bins of a state that starts at offset 0. */
  public static int bins(ByteBuffer state) {
    return state.getShort(Preamble.PARAMETER) & 0xffff;
  }

  /** Whether the edges of a state that starts at offset 0 are explicit. */
  public static boolean isExplicit(ByteBuffer state) {
    return (state.get(Preamble.FLAGS) & EXPLICIT) != 0;
  }

  /** Where the counts of a state that starts at offset 0 begin. */
  public static int counts(ByteBuffer state) {
    return isExplicit(state) ? EDGES + 8 + 8 * bins(state) : COUNTS;
  }

  /** Where the counts of a state of explicit edges end while rows are added. */
  private static int explicitEnd(int bins) {
    return EDGES + 8 + 16 * bins;
  }

  /**
   * Whether a state function made this buffer for bins of these edges, so that it is valid and may
   * be changed in place. Cassandra makes no buffer from stored, bound or literal bytes that starts
   * at 0 and has one byte behind its limit.
   */
  public static boolean isWorking(ByteBuffer state, double lo, double hi, int bins) {
    return bins > 0
        && state.limit() == COUNTS + 8 * bins
        && state.capacity() == COUNTS + 8 * bins + 1
        && state.position() == 0
        && state.getLong(0) == header(0, bins)
        && state.getDouble(LO) == lo
        && state.getDouble(HI) == hi;
  }

  /** Whether a state function made this buffer for these explicit edges, as above. */
  public static boolean isWorking(ByteBuffer state, List<Double> edges) {
    int bins = edges.size() - 1;
    boolean isWorking =
        bins > 0
            && state.limit() == explicitEnd(bins)
            && state.capacity() == explicitEnd(bins) + 1
            && state.position() == 0
            && state.getLong(0) == header(EXPLICIT, bins);
    for (int edge = 0; isWorking && edge <= bins; edge++) {
      // A literal list may hold nulls, which are refused where a state is started.
      Double expected = edges.get(edge);
      isWorking = expected != null && state.getDouble(EDGES + 8 * edge) == expected;
    }
    return isWorking;
  }

  /** Whether a state function made this buffer for any edges, of rows or of states. */
  static boolean isOwn(ByteBuffer state) {
    return Buffers.isOwn(state, FAMILY, COUNTS);
  }

  /** Whether {@code histogram_append} made this buffer. */
  public static boolean isMerged(ByteBuffer state) {
    return Buffers.isMerged(state, FAMILY, COUNTS);
  }

  /**
   * A state of no values, for a state function to start from. Nothing but the empty blob starts
   * one: a stored state is joined by a union, so that only unions have to validate.
   */
  public static ByteBuffer start(ByteBuffer state, double lo, double hi, int bins) {
    HistogramParameters.requireBins(bins, "histogram");
    HistogramParameters.requireBounds(lo, hi, bins, "histogram");
    requireEmpty(state, "lo, hi and bins");
    ByteBuffer working = allocate(COUNTS + 8 * bins);
    working.putLong(0, header(0, bins));
    // A zero has one sign in a state.
    working.putDouble(LO, lo + 0.0);
    working.putDouble(HI, hi + 0.0);
    return working;
  }

  /** A state of no values with explicit edges, as above. */
  public static ByteBuffer start(ByteBuffer state, List<Double> edges) {
    HistogramParameters.requireEdges(edges);
    requireEmpty(state, "the edges");
    int bins = edges.size() - 1;
    ByteBuffer working = allocate(explicitEnd(bins));
    working.putLong(0, header(EXPLICIT, bins));
    for (int edge = 0; edge <= bins; edge++) {
      working.putDouble(EDGES + 8 * edge, edges.get(edge) + 0.0);
    }
    return working;
  }

  private static void requireEmpty(ByteBuffer state, String constants) {
    if (state.remaining() != 0) {
      throw new IllegalArgumentException(
          "histogram: expected the empty blob 0x or the state of its own last call ("
              + constants
              + " must be the same for every row), found "
              + state.remaining()
              + " other bytes; join stored states with histogram_union");
    }
  }

  /** A buffer whose capacity says that it is a state function's own, with no minimum or maximum. */
  private static ByteBuffer allocate(int size) {
    ByteBuffer working = ByteBuffer.allocate(size + Buffers.WORKING_TAIL);
    working.limit(size);
    working.putDouble(MINIMUM, Double.POSITIVE_INFINITY);
    working.putDouble(MAXIMUM, Double.NEGATIVE_INFINITY);
    return working;
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
    // States of an older format have their bins elsewhere, and are refused by the preamble.
    boolean fits =
        view.limit() >= Preamble.SIZE && view.getInt(0) >>> 8 == (Preamble.START | FAMILY);
    if (fits) {
      int bins = bins(view);
      HistogramParameters.requireBins(bins, "not a histogram state");
      fits = PackedCounts.fit(view, counts(view), bins);
    }
    Checksum.require(view, Preamble.of(view), FAMILY, fits ? view.limit() : 0, "a histogram state");
  }

  /** A state of no values with the edges of a valid one, for states to be merged into. */
  public static ByteBuffer start(ByteBuffer other) {
    int bins = bins(other);
    int counts = counts(other);
    int end = counts + 8 * bins;
    ByteBuffer sum = ByteBuffer.allocate(end + Buffers.MERGED_TAIL);
    sum.limit(end);
    Buffers.copy(other, sum, counts);
    sum.putLong(0, header(other.get(Preamble.FLAGS), bins));
    sum.putDouble(MINIMUM, Double.POSITIVE_INFINITY);
    sum.putDouble(MAXIMUM, Double.NEGATIVE_INFINITY);
    sum.putLong(UNDERFLOW, 0);
    sum.putLong(OVERFLOW, 0);
    return sum;
  }

  /** The final state of values; the empty blob itself. */
  public static ByteBuffer finalState(ByteBuffer working) {
    ByteBuffer state = working;
    if (working.remaining() > 0) {
      state = PackedCounts.finalState(working, counts(working), bins(working));
    }
    return state;
  }

  /** How many values a state that starts at offset 0 holds. */
  public static long total(ByteBuffer state) {
    long inside = PackedCounts.total(state, counts(state), bins(state));
    return inside + state.getLong(UNDERFLOW) + state.getLong(OVERFLOW);
  }
}
