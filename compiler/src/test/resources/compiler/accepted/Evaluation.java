/* SPDX-License-Identifier: Apache-2.0 */
package example;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import org.cassandrastats.udf.annotation.CqlFunction;
import org.cassandrastats.udf.annotation.CqlFunction.Aggregate;
import org.cassandrastats.udf.annotation.Overloads;

final class Evaluation {
  static long get(ByteBuffer buffer, int offset) {
    return buffer.getLong(offset);
  }

  static int increment(ByteBuffer buffer) {
    return buffer.putLong(0, buffer.getLong(0) + 1).limit();
  }

  static long incrementThenAdd(ByteBuffer buffer, long value) {
    return increment(buffer) + value;
  }

  static long addThenIncrement(ByteBuffer buffer, long value) {
    return value + increment(buffer);
  }

  static double quotient(int left, int right) {
    if (right == 0) {
      return Double.NaN;
    }
    return left / right;
  }

  /** What an argument reads is read before the helper writes. */
  @CqlFunction("evaluation")
  public static double evaluation(int n, int m) {
    ByteBuffer buffer = ByteBuffer.allocate(16);
    long first = incrementThenAdd(buffer, get(buffer, 0));
    long second = addThenIncrement(buffer, get(buffer, 0) * 100);
    double third = 0;
    switch (n & 3) {
      case 0:
        double quotient = quotient(n, m);
        third = quotient;
        break;
      case 1:
        third = 1 + quotient(m, n);
        break;
      default:
        third = quotient(m, 2) - quotient(n, 2);
    }
    third += quotient(n, m | 1);
    return first + second * 10 + third + get(buffer, 0);
  }
}
