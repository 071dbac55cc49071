/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.histogram;

import static org.cassandrastats.udf.state.LittleEndian.getDouble;
import static org.cassandrastats.udf.state.LittleEndian.getLong;
import static org.cassandrastats.udf.state.LittleEndian.putDouble;
import static org.cassandrastats.udf.state.LittleEndian.putLong;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.annotation.CqlFunction;
import org.cassandrastats.udf.annotation.CqlFunction.Aggregate;
import org.cassandrastats.udf.annotation.CqlFunction.Example;
import org.cassandrastats.udf.histogram.HistogramState;
import org.cassandrastats.udf.state.RowRoom;

/** How histogram states are merged. The layout is that of {@link HistogramState}. */
public final class HistogramUnion {
  private HistogramUnion() {}

  /**
   * The state of the rows of two states together: exact, and byte for byte the state of the
   * undivided rows, in whatever order parts are merged.
   *
   * @param left a histogram state, or the empty blob; null gives null
   * @param right a state with the same edges, given in the same way, or the empty blob; null gives
   *     null
   * @return the state, of the size of both, or the empty blob where both are empty
   * @throws IllegalArgumentException if either blob is not a histogram state, if their edges
   *     differ, or if the count would exceed 2^63-1
   */
  @CqlFunction(
      value = "histogram_union",
      examples =
          @Example(
              call =
                  "histogram_counts(histogram_union(histogram(position, -1.0, 1.0, 4),"
                      + " histogram_accumulate(0x, (double) 0.75, -1.0, 1.0, 4)))",
              result = "[2,0,2,1]"),
      aggregates =
          @Aggregate(
              value = "histogram_merge",
              summary = "State of the rows of all the states, for example those of a rollup table.",
              examples =
                  @Example(
                      call =
                          "histogram_counts(histogram_merge("
                              + "histogram_accumulate(0x, position, -1.0, 1.0, 4)))",
                      result = "[2,0,2,0]")))
  public static ByteBuffer union(ByteBuffer left, ByteBuffer right) {
    if (left.remaining() == 0 && right.remaining() == 0) {
      return left;
    }
    // An empty state adds nothing to the other one.
    ByteBuffer first = left;
    ByteBuffer second = right;
    if (left.remaining() == 0) {
      first = right;
      second = left;
    }
    ByteBuffer working = left;
    if (!HistogramState.isWorking(left) || sharesBytes(left, right)) {
      working = HistogramState.checkedCopy(first);
    }
    long total = HistogramState.total(working);
    if (second.remaining() == 0) {
      return RowRoom.released(working, total);
    }
    ByteBuffer other = HistogramState.checked(second);
    requireSameEdges(working, other);
    // Nothing is changed before the total is known to fit.
    long more = HistogramState.total(other);
    if (total > Long.MAX_VALUE - more) {
      throw new IllegalArgumentException("histogram: the count would exceed 2^63-1");
    }
    for (int offset = HistogramState.UNDERFLOW; offset < other.limit(); offset += 8) {
      if (offset == HistogramState.EDGES) {
        offset = HistogramState.counts(other);
      }
      putLong(working, offset, getLong(working, offset) + getLong(other, offset));
    }
    double minimum = getDouble(other, HistogramState.MINIMUM);
    if (minimum < getDouble(working, HistogramState.MINIMUM)) {
      putDouble(working, HistogramState.MINIMUM, minimum);
    }
    double maximum = getDouble(other, HistogramState.MAXIMUM);
    if (maximum > getDouble(working, HistogramState.MAXIMUM)) {
      putDouble(working, HistogramState.MAXIMUM, maximum);
    }
    return RowRoom.released(working, total + more);
  }

  private static void requireSameEdges(ByteBuffer left, ByteBuffer right) {
    boolean isExplicit = HistogramState.isExplicit(left);
    if (isExplicit != HistogramState.isExplicit(right)) {
      throw new IllegalArgumentException(
          "histogram: expected a state of "
              + (isExplicit ? "explicit edges" : "bins of equal width")
              + ", found one of "
              + (isExplicit ? "bins of equal width" : "explicit edges"));
    }
    if (HistogramState.bins(left) != HistogramState.bins(right)) {
      throw new IllegalArgumentException(
          "histogram: expected a state of "
              + HistogramState.bins(left)
              + " bins, found one of "
              + HistogramState.bins(right));
    }
    for (int offset = HistogramState.EDGES; offset < HistogramState.counts(left); offset += 8) {
      double expected = getDouble(left, offset);
      double found = getDouble(right, offset);
      if (expected != found) {
        int index = (offset - HistogramState.EDGES) >> 3;
        throw new IllegalArgumentException(
            "histogram: expected a state with "
                + (isExplicit ? "edge " + index : index == 0 ? "lo" : "hi")
                + " = "
                + expected
                + ", found "
                + found);
      }
    }
  }

  // The arrays are compared, not read.
  @SuppressWarnings("ByteBufferBackingArray")
  private static boolean sharesBytes(ByteBuffer left, ByteBuffer right) {
    return left.hasArray() && right.hasArray() && left.array() == right.array();
  }
}
