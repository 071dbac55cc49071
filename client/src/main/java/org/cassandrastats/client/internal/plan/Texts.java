/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.internal.plan;

import java.time.Duration;
import java.util.Locale;
import org.cassandrastats.client.internal.text.Counted;

/** Numbers as people read them. */
public final class Texts {
  private static final double MINUTE = 60;
  private static final double HOUR = 3600;
  private static final double DAY = 86_400;
  private static final double KIBIBYTE = 1024;

  private Texts() {}

  /** A number of rows, rounded to three digits unless it is exact. */
  public static String rows(Forecast.Rows estimate) {
    return switch (estimate.certainty()) {
      case EXACT -> count(estimate.rows().likely());
      case ESTIMATED ->
          "about %s (%s to %s)"
              .formatted(
                  rounded(estimate.rows().likely()),
                  rounded(estimate.rows().low()),
                  rounded(estimate.rows().high()));
      case AT_LEAST -> "at least " + rounded(estimate.rows().low());
    };
  }

  /** A number of requests that is an estimate: 1 request, 2 requests. */
  public static String requests(double estimate) {
    return Counted.of(Math.round(estimate), "request");
  }

  public static String count(double value) {
    return String.format(Locale.ROOT, "%,.0f", value);
  }

  /** Three significant digits. */
  private static String rounded(double value) {
    double unit = Math.pow(10, Math.max(0, Math.floor(Math.log10(Math.max(1, value))) - 2));
    return count(Math.rint(value / unit) * unit);
  }

  public static String seconds(Duration time) {
    return seconds(time.toNanos() / 1e9);
  }

  /** A time in the unit that suits it. */
  public static String seconds(double seconds) {
    if (Double.isInfinite(seconds) || Double.isNaN(seconds)) {
      return "unknown";
    }
    if (seconds >= 2 * DAY) {
      return decimal(seconds / DAY) + " days";
    }
    if (seconds >= 2 * HOUR) {
      return decimal(seconds / HOUR) + " h";
    }
    if (seconds >= 2 * MINUTE) {
      return decimal(seconds / MINUTE) + " min";
    }
    return seconds < 1 ? decimal(1000 * seconds) + " ms" : decimal(seconds) + " s";
  }

  public static String span(Bounds span) {
    return span.low() == span.high()
        ? seconds(span.likely())
        : "%s (%s to %s)"
            .formatted(seconds(span.likely()), seconds(span.low()), seconds(span.high()));
  }

  /** A number with two or three digits. */
  public static String decimal(double value) {
    int decimals = value >= 100 ? 0 : value >= 10 ? 1 : 2;
    return String.format(Locale.ROOT, "%,." + decimals + "f", value)
        .replaceAll("(\\.\\d*?)0+$", "$1")
        .replaceAll("\\.$", "");
  }

  public static String bytes(double bytes) {
    if (bytes < 10 * KIBIBYTE) {
      return count(bytes) + " bytes";
    }
    double kibibytes = bytes / KIBIBYTE;
    return kibibytes < 10 * KIBIBYTE
        ? decimal(kibibytes) + " KiB"
        : decimal(kibibytes / KIBIBYTE) + " MiB";
  }
}
