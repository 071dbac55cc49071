/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.histogram;

import static org.cassandrastats.udf.state.LittleEndian.getDouble;
import static org.cassandrastats.udf.state.LittleEndian.getInt;
import static org.cassandrastats.udf.state.LittleEndian.getLong;
import static org.cassandrastats.udf.state.LittleEndian.putDouble;
import static org.cassandrastats.udf.state.LittleEndian.putLong;

import java.nio.ByteBuffer;
import java.util.List;
import org.cassandrastats.udf.state.Buffers;
import org.cassandrastats.udf.state.Checksum;
import org.cassandrastats.udf.state.Preamble;

/**
 * Layout of a histogram state: no bytes at all before the first accepted row, then 64 + 8 x bins
 * bytes for bins of equal width, at most 32832, and 56 + 16 x bins for explicit edges, at most
 * 65592.
 *
 * <pre>
 *  0  preamble (family 130, flag bit 0 explicit edges, parameter bins)
 *  8  f64 minimum of all values         16  f64 maximum of all values
 * 24  u64 values below the first edge   32  u64 values from the last edge on
 * 40  equal width:    f64 lo, f64 hi
 *     explicit edges: (bins + 1) x f64, strictly increasing
 *     then bins x u64 values of each bin
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

  /** The preamble as one little-endian long. */
  public static long header(int flags, int bins) {
    return 0x820201L | ((long) flags << 24) | ((long) bins << 32);
  }

  /** The number of bins of a state that starts at offset 0. */
  public static int bins(ByteBuffer state) {
    return getInt(state, Preamble.PARAMETER);
  }

  /** Whether the edges of a state that starts at offset 0 are explicit. */
  public static boolean isExplicit(ByteBuffer state) {
    return (state.get(Preamble.FLAGS) & EXPLICIT) != 0;
  }

  /** Where the counts of a state that starts at offset 0 begin. */
  public static int counts(ByteBuffer state) {
    return isExplicit(state) ? EDGES + 8 + 8 * bins(state) : COUNTS;
  }

  /** Where they end, and the checksum is. */
  public static int end(ByteBuffer state) {
    return isExplicit(state) ? explicitEnd(bins(state)) : COUNTS + 8 * bins(state);
  }

  /** Where the counts of a state of explicit edges end. */
  public static int explicitEnd(int bins) {
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
        && getLong(state, 0) == header(0, bins)
        && getDouble(state, LO) == lo
        && getDouble(state, HI) == hi;
  }

  /** Whether a state function made this buffer for these explicit edges, as above. */
  public static boolean isWorking(ByteBuffer state, List<Double> edges) {
    int bins = edges.size() - 1;
    boolean isWorking =
        bins > 0
            && state.limit() == explicitEnd(bins)
            && state.capacity() == explicitEnd(bins) + 1
            && state.position() == 0
            && getLong(state, 0) == header(EXPLICIT, bins);
    for (int edge = 0; isWorking && edge <= bins; edge++) {
      // A literal list may hold nulls, which are refused where a state is started.
      Double expected = edges.get(edge);
      isWorking = expected != null && getDouble(state, EDGES + 8 * edge) == expected;
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
    putLong(working, 0, header(0, bins));
    // A zero has one sign in a state.
    putDouble(working, LO, lo + 0.0);
    putDouble(working, HI, hi + 0.0);
    return working;
  }

  /** A state of no values with explicit edges, as above. */
  public static ByteBuffer start(ByteBuffer state, List<Double> edges) {
    HistogramParameters.requireEdges(edges);
    requireEmpty(state, "the edges");
    int bins = edges.size() - 1;
    ByteBuffer working = allocate(explicitEnd(bins));
    putLong(working, 0, header(EXPLICIT, bins));
    for (int edge = 0; edge <= bins; edge++) {
      putDouble(working, EDGES + 8 * edge, edges.get(edge) + 0.0);
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
    putDouble(working, MINIMUM, Double.POSITIVE_INFINITY);
    putDouble(working, MAXIMUM, Double.NEGATIVE_INFINITY);
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
    int size = COUNTS + 8 + Checksum.SIZE;
    if (view.limit() >= Preamble.SIZE) {
      int bins = bins(view);
      HistogramParameters.requireBins(bins, "not a histogram state");
      size = end(view) + Checksum.SIZE;
    }
    Checksum.require(view, FAMILY, size, "a histogram state");
  }

  /** A copy of a valid state for others to be merged into. */
  public static ByteBuffer mergedCopy(ByteBuffer state) {
    int end = end(state);
    ByteBuffer copy = ByteBuffer.allocate(end + Buffers.MERGED_TAIL);
    copy.limit(end);
    Buffers.copy(state, copy, end);
    return copy;
  }

  /** How many values a state that starts at offset 0 holds. */
  public static long total(ByteBuffer state) {
    long total = getLong(state, UNDERFLOW) + getLong(state, OVERFLOW);
    int bins = bins(state);
    int counts = counts(state);
    for (int bin = 0; bin < bins; bin++) {
      total += getLong(state, counts + 8 * bin);
    }
    return total;
  }
}
