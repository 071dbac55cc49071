/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.scalars;

/** The widths of buckets of time, such as 15m or 1mo. */
public final class BucketWidth {
  /** Milliseconds of a day. */
  public static final long DAY = 86_400_000;

  /** Numbers of more digits are refused, so that no product overflows. */
  private static final int MOST_DIGITS = 9;

  private BucketWidth() {}

  /**
   * Reads a width.
   *
   * @return its milliseconds; of months and years the months, negative
   * @throws IllegalArgumentException if it is no number from 1 to 999999999 and one of ms, s, m, h,
   *     d, w, mo and y
   */
  public static long of(String width) {
    int digits = 0;
    while (digits < width.length() && Character.isDigit(width.charAt(digits))) {
      digits++;
    }
    String unit = width.substring(digits);
    long one =
        unit.equals("ms")
            ? 1
            : unit.equals("s")
                ? 1000
                : unit.equals("m")
                    ? 60_000
                    : unit.equals("h")
                        ? 3_600_000
                        : unit.equals("d")
                            ? DAY
                            : unit.equals("w")
                                ? 7 * DAY
                                : unit.equals("mo") ? -1 : unit.equals("y") ? -12 : 0;
    long size =
        digits < 1 || digits > MOST_DIGITS ? 0 : one * Integer.parseInt(width.substring(0, digits));
    if (size == 0) {
      throw new IllegalArgumentException(
          "time_bucket: expected a width such as 15m, 1h, 1d, 1w, 3mo or 1y, found '"
              + Shown.cut(width)
              + "'");
    }
    return size;
  }

  /**
   * The day from which buckets of days or weeks are counted, since 1970: for weeks a Monday.
   *
   * @param width that {@link #of} reads
   */
  public static long firstDay(String width) {
    return width.endsWith("w") ? 4L : 0L;
  }
}
