// expected: has no literal form
/* SPDX-License-Identifier: Apache-2.0 */
package example;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import org.cassandrastats.udf.annotation.CqlFunction;
import org.cassandrastats.udf.annotation.CqlFunction.Aggregate;
import org.cassandrastats.udf.annotation.Overloads;

final class ArrayConstant {
  static final int[] POWERS = {1, 10, 100};

  @CqlFunction("refused")
  public static int refused(int n) {
    return POWERS[n & 1]; // here
  }
}
