// expected: recursion cannot be inlined: example.Recursion.even(int) -> example.Recursion.odd(int) -> example.Recursion.even(int)
/* SPDX-License-Identifier: Apache-2.0 */
package example;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import org.cassandrastats.udf.annotation.CqlFunction;
import org.cassandrastats.udf.annotation.CqlFunction.Aggregate;
import org.cassandrastats.udf.annotation.Overloads;

final class Recursion {
  static boolean even(int n) {
    return n == 0 || odd(n - 1);
  }

  static boolean odd(int n) {
    return n != 0 && even(n - 1); // here
  }

  @CqlFunction("recursion")
  public static boolean recursion(int n) {
    return even(n);
  }
}
