// expected: its result is not used
/* SPDX-License-Identifier: Apache-2.0 */
package example;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import org.cassandrastats.udf.annotation.CqlFunction;
import org.cassandrastats.udf.annotation.CqlFunction.Aggregate;
import org.cassandrastats.udf.annotation.Overloads;

final class UnusedResult {
  static int twice(int n) {
    return n + n;
  }

  @CqlFunction("refused")
  public static int refused(int n) {
    twice(n); // here
    return n;
  }
}
