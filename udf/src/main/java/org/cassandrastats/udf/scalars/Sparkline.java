/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.scalars;

import java.util.List;
import org.cassandrastats.udf.annotation.CqlFunction;

/** A bar chart in one line of text. */
public final class Sparkline {
  /** The most bars of one line. */
  private static final int MAXIMUM_LENGTH = 4096;

  private static final String BARS = "\u2581\u2582\u2583\u2584\u2585\u2586\u2587\u2588";

  private Sparkline() {}

  /**
   * One bar for each count, its height in proportion to the largest count. The lowest bar is kept
   * for zero: every other count, however small, is one of the seven higher ones.
   *
   * @param counts at most 4096 counts, none of them negative; an empty list gives an empty text,
   *     null gives null
   * @throws IllegalArgumentException if the list is too long, or holds a null or negative count
   */
  @CqlFunction(
      value = "sparkline",
      examples = {
        "sparkline([0, 1, 2, 4, 8, 16]) = '\u2581\u2582\u2582\u2583\u2585\u2588'",
        "sparkline([0, 0]) = '\u2581\u2581'"
      })
  public static String sparkline(List<Long> counts) {
    if (counts.size() > MAXIMUM_LENGTH) {
      throw new IllegalArgumentException(
          "sparkline: expected at most " + MAXIMUM_LENGTH + " counts, found " + counts.size());
    }
    long largest = 0;
    for (Long count : counts) {
      if (count == null || count < 0) {
        throw new IllegalArgumentException(
            "sparkline: expected counts from 0 to 2^63-1, found " + count);
      }
      largest = Math.max(largest, count);
    }
    StringBuilder line = new StringBuilder(counts.size());
    for (Long count : counts) {
      line.append(bar(count, largest));
    }
    return line.toString();
  }

  /** The bar of a count that is not negative and at most the largest. */
  public static char bar(long count, long largest) {
    // Where doubles round the counts, the quotient can be slightly above 7.
    return BARS.charAt(count == 0 ? 0 : (int) Math.min(7, Math.ceil(7.0 * count / largest)));
  }
}
