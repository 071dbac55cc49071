// expected: a loop evaluates its condition every time
/* SPDX-License-Identifier: Apache-2.0 */
package example;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import org.cassandrastats.udf.annotation.CqlFunction;
import org.cassandrastats.udf.annotation.CqlFunction.Aggregate;
import org.cassandrastats.udf.annotation.Overloads;

final class LoopCondition {
  static int block(int n) {
    if (n > 3) {
      return 1;
    }
    return n * n;
  }

  @CqlFunction("refused")
  public static int refused(int n) {
    int i = 0;
    while (block(i) < n) { // here
      i++;
    }
    return i;
  }
}
