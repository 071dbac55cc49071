/* SPDX-License-Identifier: Apache-2.0 */
package example;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import org.cassandrastats.udf.annotation.CqlFunction;
import org.cassandrastats.udf.annotation.CqlFunction.Aggregate;
import org.cassandrastats.udf.annotation.Overloads;

final class Blocks {
  static int sign(double value) {
    if (value > 0) {
      return 1;
    }
    if (value < 0) {
      return -1;
    }
    return 0;
  }

  static int firstAbove(double limit, int count) {
    double sum = 0;
    for (int i = 0; i < count; i++) {
      sum += Math.sqrt(i);
      if (sum > limit) {
        return i;
      }
    }
    int none = -1;
    return none;
  }

  static long factorial(int n) {
    long product = 1;
    while (n > 1) {
      product *= n;
      n--;
    }
    return product;
  }

  static double sumOfSquares(double left, double right) {
    double square = left * left;
    return square + right * right;
  }

  /** In an initialiser, an assignment, a condition, operands and a return. */
  @CqlFunction("blocks")
  public static double blocks(double value, int n) {
    int sign = sign(value);
    int count = 0;
    count = firstAbove(value, 20);
    if (sign(value - 1) == 0) {
      count++;
    } else if (firstAbove(1, n & 7) > 2) {
      count += 2;
    }
    long product = factorial(count & 7) + factorial(n & 3);
    double sum = 0;
    for (int i = 0; i < 3; i++) {
      double square = i;
      sum += sumOfSquares(square, value);
    }
    return sumOfSquares(sign, product) + sum + count + sign(sum);
  }

  /** A helper's returns stay returns behind a return. */
  @CqlFunction("tail")
  public static double tail(double value) {
    return firstAbove(value, 10);
  }

  /** A parameter that a helper changes is not the caller's variable. */
  @CqlFunction("unchanged")
  public static long unchanged(int n) {
    int product = n & 15;
    long factorial = factorial(product);
    return factorial * 100 + product;
  }
}
