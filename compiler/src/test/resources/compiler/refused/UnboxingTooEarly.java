// expected: the right operand of && is not always evaluated
/* SPDX-License-Identifier: Apache-2.0 */
package example;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import org.cassandrastats.udf.annotation.CqlFunction;
import org.cassandrastats.udf.annotation.CqlFunction.Aggregate;
import org.cassandrastats.udf.annotation.Overloads;

final class UnboxingTooEarly {
  static boolean isWhole(double value) {
    return value == Math.floor(value) && value < 100;
  }

  @CqlFunction(value = "refused", calledOnNullInput = true)
  public static Boolean refused(Double value) {
    return value != null && isWhole(value + 1); // here
  }
}
