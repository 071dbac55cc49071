/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.histogram;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.cassandrastats.udf.annotation.CqlFunction;
import org.cassandrastats.udf.state.Buffers;
import org.cassandrastats.udf.state.Checksum;

/** What a histogram holds, exactly. The layout is that of {@link HistogramState}. */
public final class Histogram {
  private Histogram() {}

  /**
   * Number of values in all bins, below the first edge and from the last one on.
   *
   * @param state a histogram state; null or empty gives null
   * @throws IllegalArgumentException if the blob is not a histogram state
   */
  @CqlFunction(
      value = "histogram_count",
      calledOnNullInput = true,
      examples = "histogram_count(histogram(position, -1.0, 1.0, 4)) = 5")
  public static Long count(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    ByteBuffer view = HistogramState.readable(state);
    long total = HistogramState.total(view);
    return total;
  }

  /**
   * Number of values in each bin, the lowest first. A bin holds its lower edge and not its upper
   * one. What lies outside the edges is told by histogram_underflow and histogram_overflow.
   *
   * @param state a histogram state; null or empty gives null
   * @throws IllegalArgumentException if the blob is not a histogram state
   */
  @CqlFunction(
      value = "histogram_counts",
      calledOnNullInput = true,
      examples = {
        "histogram_counts(histogram(position, -1.0, 1.0, 4)) = [2,0,2,0]",
        "histogram_counts(histogram(position, [-1.0, 0.0, 1.0, 10.0])) = [2,2,1]"
      })
  public static List<Long> counts(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    ByteBuffer view = HistogramState.readable(state);
    long[] segments = HistogramMath.segments(view);
    int bins = segments.length - 2;
    List<Long> counts = new ArrayList<Long>(bins);
    for (int bin = 1; bin <= bins; bin++) {
      counts.add(segments[bin]);
    }
    return counts;
  }

  /**
   * The edges of the bins, one more than there are bins, rising. A value is counted in bin i if it
   * is at least edge i and below edge i + 1, for exactly these edges.
   *
   * @param state a histogram state; null or empty gives null
   * @throws IllegalArgumentException if the blob is not a histogram state
   */
  @CqlFunction(
      value = "histogram_edges",
      calledOnNullInput = true,
      examples = "histogram_edges(histogram(position, -1.0, 1.0, 4)) = [-1.0,-0.5,0.0,0.5,1.0]")
  public static List<Double> edges(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    ByteBuffer view = HistogramState.readable(state);
    int bins = HistogramState.bins(view);
    List<Double> edges = new ArrayList<Double>(bins + 1);
    for (int i = 0; i <= bins; i++) {
      double edge = HistogramBins.edge(view, i);
      edges.add(edge);
    }
    return edges;
  }

  /**
   * Number of values below the first edge.
   *
   * @param state a histogram state; null or empty gives null
   * @throws IllegalArgumentException if the blob is not a histogram state
   */
  @CqlFunction(
      value = "histogram_underflow",
      calledOnNullInput = true,
      examples = "histogram_underflow(histogram(position, 0.0, 2.0, 2)) = 2")
  public static Long underflow(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    ByteBuffer view = HistogramState.readable(state);
    return view.getLong(HistogramState.UNDERFLOW);
  }

  /**
   * Number of values at or above the last edge.
   *
   * @param state a histogram state; null or empty gives null
   * @throws IllegalArgumentException if the blob is not a histogram state
   */
  @CqlFunction(
      value = "histogram_overflow",
      calledOnNullInput = true,
      examples = "histogram_overflow(histogram(position, -1.0, 1.0, 4)) = 1")
  public static Long overflow(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    ByteBuffer view = HistogramState.readable(state);
    return view.getLong(HistogramState.OVERFLOW);
  }

  /**
   * The smallest value, exact, wherever it lies. A zero has no sign here.
   *
   * @param state a histogram state; null or empty gives null
   * @throws IllegalArgumentException if the blob is not a histogram state
   */
  @CqlFunction(
      value = "histogram_min",
      calledOnNullInput = true,
      examples = "histogram_min(histogram(position, 0.0, 2.0, 2)) = -1.0")
  public static Double min(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    ByteBuffer view = HistogramState.readable(state);
    return view.getDouble(HistogramState.MINIMUM);
  }

  /**
   * The largest value, exact, wherever it lies. A zero has no sign here.
   *
   * @param state a histogram state; null or empty gives null
   * @throws IllegalArgumentException if the blob is not a histogram state
   */
  @CqlFunction(
      value = "histogram_max",
      calledOnNullInput = true,
      examples = "histogram_max(histogram(position, 0.0, 2.0, 2)) = 1.0")
  public static Double max(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    ByteBuffer view = HistogramState.readable(state);
    return view.getDouble(HistogramState.MAXIMUM);
  }

  /**
   * The final state of the rows: what is stored. It is the end of the aggregates {@code histogram}
   * and {@code histogram_merge}.
   *
   * @param state a histogram state; null gives null, the empty blob itself
   * @return the state with its checksum, in as few bytes as its counts need: at most 64 + 8 x bins,
   *     or 56 + 16 x bins for explicit edges
   * @throws IllegalArgumentException if the blob is not a histogram state
   */
  @CqlFunction(
      value = "histogram_state",
      calledOnNullInput = true,
      examples =
          "histogram_counts(histogram_state("
              + "histogram_accumulate(0x, (double) 2.5, 0.0, 4.0, 4))) = [0,0,1,0]")
  public static ByteBuffer state(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return state;
    }
    if (Buffers.startsMerge(state)) {
      return ByteBuffer.allocate(0);
    }
    if (!HistogramState.isOwn(state)) {
      ByteBuffer view = state.slice();
      HistogramState.requireIntact(view);
      return Checksum.finalState(view, view.limit() - Checksum.SIZE);
    }
    return HistogramState.finalState(state);
  }

  /**
   * Whether a blob is a histogram state that every function of the family accepts. The empty blob
   * is: it is the state before the first row.
   *
   * @param state any blob; null gives null
   */
  @CqlFunction(
      value = "histogram_is_valid",
      examples = {
        "histogram_is_valid(histogram(position, 0.0, 2.0, 2)) = true",
        "histogram_is_valid(0x01028200) = false"
      })
  public static boolean isValid(ByteBuffer state) {
    if (state.remaining() == 0) {
      return true;
    }
    try {
      HistogramCheck.checked(state);
      return true;
    } catch (IllegalArgumentException refused) {
      return false;
    }
  }
}
