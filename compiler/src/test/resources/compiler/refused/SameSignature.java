// expected: refused(int) is made from example.SameSignature.first already
/* SPDX-License-Identifier: Apache-2.0 */
package example;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import org.cassandrastats.udf.annotation.CqlFunction;
import org.cassandrastats.udf.annotation.CqlFunction.Aggregate;
import org.cassandrastats.udf.annotation.Overloads;

final class SameSignature {
  @CqlFunction("refused")
  public static int first(int n) {
    return n;
  }

  @CqlFunction("refused")
  public static int second(int n) { // here
    return n;
  }
}
