/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.chart;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.DoubleStream;

/**
 * Where numbers are drawn along an axis.
 *
 * @param from the number at its start
 * @param to the number at its end
 */
record Axis(double from, double to, boolean isLogarithmic) {
  private static final int STEPS = 7;

  /** Decades below which the numbers of a logarithmic axis are as far apart as of a linear one. */
  private static final double FEW_DECADES = 0.8;

  /** Decades above which only powers of ten are written. */
  private static final double MANY_DECADES = 3.9;

  /** What a logarithmic axis is longer than its numbers need: a part of it, and a factor. */
  private static final double MARGIN = 0.04;

  private static final double LEAST_MARGIN = 1.05;
  private static final double ROUNDING = 1e-9;

  /** Beyond, differences of numbers would not be finite. */
  private static final double LARGEST = 1e307;

  private static final double SHORTEST = 1e-300;
  private static final double LARGEST_PLAIN = 1e12;
  private static final double LEAST_PLAIN = 1e-6;

  /**
   * An axis of some numbers; those that are none, or of which there is no logarithm, do not count.
   *
   * @param start where a linear axis begins, if no number is less; at 0 otherwise
   */
  static Axis of(boolean isLogarithmic, double start, DoubleStream numbers) {
    double[] all =
        numbers
            .filter(Axis::isWithin)
            .filter(each -> !isLogarithmic || each > 0)
            .sorted()
            .toArray();
    double least = all.length == 0 ? 1 : all[0];
    double most = all.length == 0 ? 10 : all[all.length - 1];
    if (isLogarithmic) {
      double margin = Math.max(LEAST_MARGIN, StrictMath.pow(most / least, MARGIN));
      return new Axis(least / margin, most * margin, true);
    }
    double from = least >= start ? start : 0;
    double to = most - from > SHORTEST ? most : from + 1;
    double step = step(to - from);
    return new Axis(from, Math.ceil(to / step - ROUNDING) * step, false);
  }

  /** Whether a number has a place of its own on an axis, and not that of its end. */
  static boolean isWithin(double number) {
    return Math.abs(number) <= LARGEST;
  }

  /** A step of 1, 2 or 5 times a power of ten, of which some fit in a length. */
  private static double step(double length) {
    double power = StrictMath.pow(10, Math.floor(StrictMath.log10(length / STEPS)));
    double steps = length / STEPS / power;
    return power * (steps <= 1 ? 1 : steps <= 2 ? 2 : steps <= 5 ? 5 : 10);
  }

  /** The place of a number, as a part of the axis; that of its end if the number is beyond it. */
  double at(double number) {
    double part =
        isLogarithmic
            ? StrictMath.log(number / from) / StrictMath.log(to / from)
            : (number - from) / (to - from);
    return Math.max(0, Math.min(1, part));
  }

  /** The numbers that are written beside it. */
  List<Double> ticks() {
    double decades = isLogarithmic ? StrictMath.log10(to / from) : 0;
    List<Double> ticks = new ArrayList<>();
    if (decades < FEW_DECADES) {
      double step = step(to - from);
      for (long i = (long) Math.ceil(from / step - ROUNDING);
          i * step <= to + ROUNDING * step;
          i++) {
        ticks.add(i * step);
      }
      return ticks;
    }
    double[] digits = decades > MANY_DECADES ? new double[] {1} : new double[] {1, 2, 5};
    double power = StrictMath.pow(10, Math.floor(StrictMath.log10(from)));
    for (; power <= to; power *= 10) {
      for (double digit : digits) {
        if (digit * power >= from && digit * power <= to) {
          ticks.add(digit * power);
        }
      }
    }
    return ticks;
  }

  /** A number as it is written beside an axis: 0.01, 5, 10k, 2M, 1e+30. */
  static String label(double number) {
    double magnitude = Math.abs(number);
    if (!Double.isFinite(number)) {
      return Double.isNaN(number) ? "-" : number > 0 ? "inf" : "-inf";
    }
    if (magnitude >= LARGEST_PLAIN || (magnitude > 0 && magnitude < LEAST_PLAIN)) {
      return String.format(Locale.ROOT, "%.3g", number);
    }
    double unit = magnitude >= 1e6 ? 1e6 : magnitude >= 1e4 ? 1e3 : 1;
    BigDecimal rounded = new BigDecimal(number / unit).round(new MathContext(4));
    return (rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString())
        + (unit == 1e6 ? "M" : unit == 1e3 ? "k" : "");
  }
}
