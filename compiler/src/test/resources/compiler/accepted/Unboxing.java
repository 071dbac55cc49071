/* SPDX-License-Identifier: Apache-2.0 */
package example;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import org.cassandrastats.udf.annotation.CqlFunction;
import org.cassandrastats.udf.annotation.CqlFunction.Aggregate;
import org.cassandrastats.udf.annotation.Overloads;

final class Unboxing {
  static boolean isWhole(double value) {
    return value == Math.floor(value) && value < 100;
  }

  static double orZero(boolean isUsed, double value) {
    return isUsed ? value : 0;
  }

  static double root(double value) {
    double square = value * value;
    return Math.sqrt(square + value);
  }

  /** A null that the method does not unbox is not unboxed here, and the other way round. */
  @CqlFunction(value = "unboxing", calledOnNullInput = true)
  public static String unboxing(Double value, Integer n) {
    boolean isWhole = false;
    if (value != null) {
      isWhole = isWhole(value + 1);
    }
    double root = root(n + 1);
    return "" + isWhole + root + orZero(n > 3, value);
  }
}
