/* SPDX-License-Identifier: Apache-2.0 */
package example;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import org.cassandrastats.udf.annotation.CqlFunction;
import org.cassandrastats.udf.annotation.CqlFunction.Aggregate;
import org.cassandrastats.udf.annotation.Overloads;

final class Order {
  static int next(int[] counter) {
    counter[0]++;
    return counter[0];
  }

  static int twice(int value) {
    return value + value;
  }

  static int second(int left, int right) {
    return right * 10 + left;
  }

  static double guarded(int value, int divisor) {
    return divisor == 0 ? -1 : value / divisor;
  }

  /** Arguments are evaluated once, in order, and only when they were. */
  @CqlFunction("order")
  public static double order(int n) {
    int[] counter = new int[1];
    int i = n & 7;
    int first = next(counter);
    int both = second(i++, i++);
    int four = twice(i + 1);
    int read = second(counter[0], i);
    double quotient = guarded(100 / (i + 1), i & 1);
    boolean isLarge = i > 3 && twice(i - 1) > 7;
    return first + both * 2 + four + read + quotient + (isLarge ? 1000 : 0);
  }
}
