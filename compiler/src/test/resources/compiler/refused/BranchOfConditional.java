// expected: the branches of ?: are not always evaluated
/* SPDX-License-Identifier: Apache-2.0 */
package example;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import org.cassandrastats.udf.annotation.CqlFunction;
import org.cassandrastats.udf.annotation.CqlFunction.Aggregate;
import org.cassandrastats.udf.annotation.Overloads;

final class BranchOfConditional {
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
    return n > 2 ? failing(n) : 0; // here
  }
}
