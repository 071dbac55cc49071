/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.histogram;

import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.ByteBuffer;
import org.cassandrastats.udf.annotation.CqlFunction;

/** A histogram as a bar chart of several lines. */
public final class HistogramChart {
  /** The most lines of a chart, besides those of values outside the edges. */
  private static final int MAXIMUM_LINES = 50;

  private static final int MINIMUM_WIDTH = 10;
  private static final int MAXIMUM_WIDTH = 1000;

  /** Eighths of a character, from one to seven. */
  private static final String BLOCKS = "\u258f\u258e\u258d\u258c\u258b\u258a\u2589";

  /** Blanks, brackets and the comma of a line. */
  private static final int PUNCTUATION = 7;

  /** Characters that are left for a bar in any case. */
  private static final int MINIMUM_BAR = 9;

  /** Digits that tell a double from all others. */
  private static final int ALL_DIGITS = 17;

  private static final int USUAL_DIGITS = 6;

  private HistogramChart() {}

  /**
   * The histogram as a bar chart: a title, then a line for each bin with its edges, its count and a
   * bar in proportion to the largest count, in eighths of a character. Of more than 50 bins,
   * neighbours are drawn as one. Values outside the edges have lines of their own, where there are
   * any. Edges of bins of equal width are rounded for reading; histogram_edges tells them exactly.
   *
   * <p>Lines end with a newline, which cqlsh writes as the two characters \n. Every line is filled
   * with blanks so that it then is exactly {@code width} characters long: on a terminal of that
   * width, cqlsh shows the lines below each other. They are longer where edges and counts take more
   * room.
   *
   * @param state a histogram state; null or empty gives null
   * @param width characters of a line, 10 to 1000; null gives null
   * @throws IllegalArgumentException if the blob is not a histogram state, or if the width is out
   *     of range
   */
  @CqlFunction(
      value = "histogram_text",
      calledOnNullInput = true,
      examples =
          "histogram_text(histogram_accumulate(0x, (double) 2.5, 0.0, 4.0, 1), 24) = 'count=1 min=2.5 max=2.5\n [0.0, 4.0) 1 \u2588\u2588\u2588\u2588\u2588\u2588\u2588\u2588\u2588'")
  public static String chart(ByteBuffer state, Integer width) {
    if (state == null || state.remaining() == 0 || width == null) {
      return null;
    }
    ByteBuffer view = HistogramState.readable(state);
    int characters = width;
    if (characters < MINIMUM_WIDTH || characters > MAXIMUM_WIDTH) {
      throw new IllegalArgumentException(
          "histogram: expected a width from "
              + MINIMUM_WIDTH
              + " to "
              + MAXIMUM_WIDTH
              + " characters, found "
              + characters);
    }
    int bins = HistogramState.bins(view);
    int together = (bins + MAXIMUM_LINES - 1) / MAXIMUM_LINES;
    // Line 0 is for what lies below the first edge, the last one for what lies from the last on.
    long[] counts = HistogramMath.sums(view, MAXIMUM_LINES);
    int lines = counts.length - 2;
    int first = counts[0] == 0 ? 1 : 0;
    int last = counts[lines + 1] == 0 ? lines : lines + 1;
    int digits = ALL_DIGITS;
    if (!HistogramState.isExplicit(view)) {
      digits = digits(view.getDouble(HistogramState.LO), view.getDouble(HistogramState.HI), bins);
    }
    String[] ends = new String[lines + 3];
    ends[0] = "-inf";
    ends[lines + 2] = "inf";
    for (int end = 0; end <= lines; end++) {
      double edge = HistogramBins.edge(view, Math.min(end * together, bins));
      ends[end + 1] = Double.toString(rounded(edge, digits));
    }

    int lowerWidth = 0;
    int upperWidth = 0;
    long largest = 0;
    long total = 0;
    for (int line = first; line <= last; line++) {
      lowerWidth = Math.max(lowerWidth, ends[line].length());
      upperWidth = Math.max(upperWidth, ends[line + 1].length());
      largest = Math.max(largest, counts[line]);
      total += counts[line];
    }
    int countWidth = Long.toString(largest).length();
    int labels = lowerWidth + upperWidth + countWidth + PUNCTUATION;
    String title =
        "count="
            + total
            + " min="
            + view.getDouble(HistogramState.MINIMUM)
            + " max="
            + view.getDouble(HistogramState.MAXIMUM);
    // Two characters of the width are those that cqlsh writes for a newline.
    int needed = Math.max(labels + MINIMUM_BAR, title.length() + 1);
    int length = Math.max(characters - 2, needed);
    // Two bytes a character from the start: the first bar would otherwise copy the whole room.
    StringBuilder chart = new StringBuilder("\u2588");
    chart.setLength(0);
    chart.ensureCapacity((length + 1) * (last - first + 2));
    // Before the first line cqlsh writes a blank of its own.
    chart.append(title);
    for (int line = first; line <= last; line++) {
      pad(chart, length - 1 + (line - first) * (length + 1) - chart.length());
      chart.append('\n').append(line == 0 ? " (" : " [");
      pad(chart, lowerWidth - ends[line].length());
      chart.append(ends[line]).append(", ");
      pad(chart, upperWidth - ends[line + 1].length());
      chart.append(ends[line + 1]).append(") ");
      String count = Long.toString(counts[line]);
      pad(chart, countWidth - count.length());
      chart.append(count).append(' ');
      bar(chart, counts[line], largest, length - labels - 1);
    }
    return chart.toString();
  }

  /** Digits that tell edges apart and show how wide a bin is. */
  private static int digits(double lo, double hi, int bins) {
    double width = (hi * 0.5 - lo * 0.5) / bins;
    int digits = 3 + (int) Math.ceil(Math.log10(Math.max(-lo, hi) * 0.5 / width));
    return Math.max(USUAL_DIGITS, Math.min(ALL_DIGITS, digits));
  }

  private static double rounded(double edge, int digits) {
    // Nobody but a forger writes edges that are not finite.
    return digits >= ALL_DIGITS || !(Math.abs(edge) <= Double.MAX_VALUE)
        ? edge
        : BigDecimal.valueOf(edge).round(new MathContext(digits)).doubleValue();
  }

  private static void pad(StringBuilder text, int blanks) {
    for (int blank = 0; blank < blanks; blank++) {
      text.append(' ');
    }
  }

  /** A bar of at most so many characters; a count above zero shows at least an eighth of one. */
  private static void bar(StringBuilder text, long count, long largest, int room) {
    int eighths = count == 0 ? 0 : (int) Math.max(1, Math.round(8.0 * room * count / largest));
    for (int full = eighths >> 3; full > 0; full--) {
      text.append('\u2588');
    }
    if ((eighths & 7) != 0) {
      text.append(BLOCKS.charAt((eighths & 7) - 1));
    }
  }
}
