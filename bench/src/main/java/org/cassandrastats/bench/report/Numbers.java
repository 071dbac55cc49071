/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.report;

import java.util.Arrays;
import java.util.Locale;
import org.cassandrastats.bench.measure.Spread;

/** Numbers as a report shows them; what is not known is "-". */
public final class Numbers {
  private static final String NOT_KNOWN = "-";

  private Numbers() {}

  /** A count with separators. */
  public static String count(long value) {
    return String.format(Locale.ROOT, "%,d", value);
  }

  /** The nearest whole number, with separators. */
  public static String whole(double value) {
    return Double.isFinite(value) ? String.format(Locale.ROOT, "%,.0f", value) : NOT_KNOWN;
  }

  /** Three significant digits. */
  public static String rounded(double value) {
    if (!Double.isFinite(value)) {
      return NOT_KNOWN;
    }
    double magnitude = Math.abs(value);
    int decimals = magnitude >= 100 ? 0 : magnitude >= 10 ? 1 : magnitude >= 1 ? 2 : 3;
    return String.format(Locale.ROOT, "%,." + decimals + "f", value);
  }

  /** A sentence with values, of which numbers with a fraction have three significant digits. */
  public static String in(String sentence, Object... values) {
    return String.format(
        Locale.ROOT,
        sentence,
        Arrays.stream(values)
            .map(value -> value instanceof Double number ? rounded(number) : value)
            .toArray());
  }

  /** The ends of a spread: "1.20 to 3.40". */
  public static String spread(Spread spread) {
    return spread.isKnown() ? rounded(spread.low()) + " to " + rounded(spread.high()) : NOT_KNOWN;
  }
}
