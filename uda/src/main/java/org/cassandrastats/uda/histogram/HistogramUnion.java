/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.histogram;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.annotation.CqlFunction;
import org.cassandrastats.udf.annotation.CqlFunction.Aggregate;
import org.cassandrastats.udf.histogram.HistogramCheck;
import org.cassandrastats.udf.histogram.HistogramState;
import org.cassandrastats.udf.state.Buffers;
import org.cassandrastats.udf.state.PackedCounts;

/** How histogram states are merged. The layout is that of {@link HistogramState}. */
public final class HistogramUnion {
  private HistogramUnion() {}

  /**
   * The state of the rows of two states together: exact, and byte for byte the state of the
   * undivided rows, in whatever order parts are merged.
   *
   * <p>It is the state function of {@code histogram_merge}, which starts from the byte 0x00: the
   * sum then is changed in place, and is no final state before {@code histogram_state} ends it.
   *
   * @param left a histogram state, or the empty blob; null gives null
   * @param right a state with the same edges, given in the same way, or the empty blob; null gives
   *     null
   * @return the final state, or the empty blob where both are empty
   * @throws IllegalArgumentException if either blob is not a histogram state, if their edges
   *     differ, or if the count would exceed 2^63-1
   */
  @CqlFunction(
      value = "histogram_union",
      examples =
          "histogram_counts(histogram_union(histogram(position, -1.0, 1.0, 4),"
              + " histogram_accumulate(0x, (double) 0.75, -1.0, 1.0, 4))) = [2,0,2,1]",
      aggregates =
          @Aggregate(
              value = "histogram_merge",
              initial = Buffers.MERGE,
              finish = "histogram_state",
              summary = "State of the rows of all the states, for example those of a rollup table.",
              examples =
                  "histogram_counts(histogram_merge(histogram_state("
                      + "histogram_accumulate(0x, position, -1.0, 1.0, 4)))) = [2,0,2,0]"))
  public static ByteBuffer union(ByteBuffer left, ByteBuffer right) {
    boolean isOwn = HistogramState.isMerged(left);
    boolean isMerge = isOwn || Buffers.startsMerge(left);
    ByteBuffer sum = isOwn ? left : ByteBuffer.allocate(0);
    // One loop, so that a body holds what checks a state once. An empty state adds nothing.
    for (int side = isMerge ? 1 : 0; side < 2; side++) {
      ByteBuffer part = side == 0 ? left : right;
      if (part.remaining() > 0) {
        sum = added(sum, part);
      }
    }
    if (isMerge) {
      return sum.remaining() == 0 ? left : sum;
    }
    return HistogramState.finalState(sum);
  }

  /** The rows of a state that is changed in place, or of none, with those of a stored one. */
  private static ByteBuffer added(ByteBuffer state, ByteBuffer part) {
    ByteBuffer other = HistogramCheck.checked(part);
    ByteBuffer working = state;
    if (state.remaining() == 0) {
      working = HistogramState.start(other);
    }
    add(working, other);
    return working;
  }

  private static void add(ByteBuffer merged, ByteBuffer other) {
    requireSameEdges(merged, other);
    add(merged, HistogramState.UNDERFLOW, other.getLong(HistogramState.UNDERFLOW));
    add(merged, HistogramState.OVERFLOW, other.getLong(HistogramState.OVERFLOW));
    addBins(merged, other);
    double minimum = other.getDouble(HistogramState.MINIMUM);
    if (minimum < merged.getDouble(HistogramState.MINIMUM)) {
      merged.putDouble(HistogramState.MINIMUM, minimum);
    }
    double maximum = other.getDouble(HistogramState.MAXIMUM);
    if (maximum > merged.getDouble(HistogramState.MAXIMUM)) {
      merged.putDouble(HistogramState.MAXIMUM, maximum);
    }
    // Of two totals of at most 2^63-1 only a sum beyond that is negative.
    if (HistogramState.total(merged) < 0) {
      throw new IllegalArgumentException("histogram: the count would exceed 2^63-1");
    }
  }

  private static void add(ByteBuffer merged, int offset, long count) {
    merged.putLong(offset, merged.getLong(offset) + count);
  }

  private static void addBins(ByteBuffer merged, ByteBuffer other) {
    int bins = HistogramState.bins(other);
    int counts = HistogramState.counts(other);
    int placeWidth = other.get(PackedCounts.PLACE_WIDTH);
    int countWidth = other.get(PackedCounts.COUNT_WIDTH);
    int entries = PackedCounts.entries(other, counts, bins);
    int offset = counts;
    for (int entry = 0; entry < entries; entry++) {
      int bin = PackedCounts.place(other, offset, placeWidth, entry);
      add(merged, counts + 8 * bin, PackedCounts.count(other, offset + placeWidth, countWidth));
      offset += placeWidth + countWidth;
    }
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
      double expected = left.getDouble(offset);
      double found = right.getDouble(offset);
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
}
