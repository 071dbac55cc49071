/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.histogram;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.annotation.CqlFunction;
import org.cassandrastats.udf.scalars.Sparkline;

/** Histograms for the eye. */
public final class HistogramText {
  /** The most bars of one line. */
  private static final int MAXIMUM_BARS = 100;

  private HistogramText() {}

  /**
   * The state in one line, for reading in cqlsh: count, minimum, maximum, bins, values outside of
   * them, and the bins as histogram_sparkline draws them.
   *
   * @param state a histogram state; null or empty gives null
   * @throws IllegalArgumentException if the blob is not a histogram state
   */
  @CqlFunction(
      value = "histogram_text",
      calledOnNullInput = true,
      examples =
          "histogram_text(histogram(position, -1.0, 1.0, 4)) = 'histogram count=5 min=-1.0 max=1.0 bins=4 lo=-1.0 hi=1.0 underflow=0"
              + " overflow=1 \u2588\u2581\u2588\u2581'")
  public static String text(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    ByteBuffer view = HistogramState.readable(state);
    int bins = HistogramState.bins(view);
    boolean isExplicit = HistogramState.isExplicit(view);
    long total = HistogramState.total(view);
    String shape = bars(view);
    return "histogram count="
        + total
        + " min="
        + view.getDouble(HistogramState.MINIMUM)
        + " max="
        + view.getDouble(HistogramState.MAXIMUM)
        + " bins="
        + bins
        + (isExplicit ? " edges=[" : " lo=")
        + view.getDouble(HistogramState.LO)
        + (isExplicit ? (bins == 1 ? ", " : ", ..., ") : " hi=")
        + view.getDouble(isExplicit ? HistogramState.EDGES + 8 * bins : HistogramState.HI)
        + (isExplicit ? "] underflow=" : " underflow=")
        + view.getLong(HistogramState.UNDERFLOW)
        + " overflow="
        + view.getLong(HistogramState.OVERFLOW)
        + " "
        + shape;
  }

  /**
   * One bar for each bin, its height in proportion to the fullest bin, as sparkline draws it: the
   * lowest bar is kept for bins without values. Of more than 100 bins, neighbours are drawn as one.
   * Values outside the edges are not drawn.
   *
   * @param state a histogram state; null or empty gives null
   * @throws IllegalArgumentException if the blob is not a histogram state
   */
  @CqlFunction(
      value = "histogram_sparkline",
      calledOnNullInput = true,
      examples =
          "histogram_sparkline(histogram(position, -1.0, 1.0, 4)) = '\u2588\u2581\u2588\u2581'")
  public static String sparkline(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    ByteBuffer view = HistogramState.readable(state);
    String shape = bars(view);
    return shape;
  }

  private static String bars(ByteBuffer view) {
    long[] counts = HistogramMath.sums(view, MAXIMUM_BARS);
    long largest = 0;
    for (int bar = 1; bar < counts.length - 1; bar++) {
      largest = Math.max(largest, counts[bar]);
    }
    StringBuilder line = new StringBuilder(counts.length);
    for (int bar = 1; bar < counts.length - 1; bar++) {
      // Nobody but a forger writes counts below zero.
      line.append(Sparkline.bar(Math.max(0, counts[bar]), largest));
    }
    return line.toString();
  }
}
