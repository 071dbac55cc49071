/* SPDX-License-Identifier: Apache-2.0 */
package example;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import org.cassandrastats.udf.annotation.CqlFunction;
import org.cassandrastats.udf.annotation.CqlFunction.Aggregate;
import org.cassandrastats.udf.annotation.Overloads;

final class Expressions {
  static double half(double value) {
    return value / 2;
  }

  static double difference(double left, double right) {
    return left - right;
  }

  static double absolute(double value) {
    return Math.abs(value);
  }

  static long square(long value) {
    return value * value;
  }

  static int negative(int value) {
    return -value;
  }

  static boolean isOdd(int value) {
    return (value & 1) != 0;
  }

  static Double orNull(double value) {
    return Double.isNaN(value) ? null : value;
  }

  /** Arguments keep their type, parentheses stand where they are needed. */
  @CqlFunction("expressions")
  public static double expressions(int n, int m) {
    double halves = half(n) + half(7) + half(n + m);
    double differences = 10 - difference(n, m) - difference(difference(n, 2), half(m));
    double minimum = absolute(Integer.MIN_VALUE) + absolute(n - m);
    long squares = square(n + 1) * 2 + square(m);
    int signs = -negative(n) - negative(-m) + negative(3) % 2;
    return halves + differences / 4 + minimum + squares + signs + (isOdd(n) ? 1 : 0);
  }

  /** Boxes as the helper does. */
  @CqlFunction("boxed")
  public static String boxed(double value) {
    return "value " + orNull(value) + orNull(half(value) - 1);
  }
}
