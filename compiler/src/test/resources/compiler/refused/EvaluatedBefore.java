// expected: what stands before it in the statement has to be evaluated first
/* SPDX-License-Identifier: Apache-2.0 */
package example;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import org.cassandrastats.udf.annotation.CqlFunction;
import org.cassandrastats.udf.annotation.CqlFunction.Aggregate;
import org.cassandrastats.udf.annotation.Overloads;

final class EvaluatedBefore {
  static int failing(int n) {
    if (n > 3) {
      throw new IllegalArgumentException("too large");
    }
    return n;
  }

  static int change(int[] counter) {
    counter[0]++;
    return counter[0] * 2;
  }

  @CqlFunction("refused")
  public static int refused(int n) {
    int[] counter = {n};
    return counter[0] + failing(change(counter)); // here
  }
}
