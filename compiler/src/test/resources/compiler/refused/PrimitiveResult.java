// expected: the result of a function that is called on null input cannot be primitive
/* SPDX-License-Identifier: Apache-2.0 */
package example;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import org.cassandrastats.udf.annotation.CqlFunction;
import org.cassandrastats.udf.annotation.CqlFunction.Aggregate;
import org.cassandrastats.udf.annotation.Overloads;

final class PrimitiveResult {
  @CqlFunction(value = "refused", calledOnNullInput = true)
  public static int refused(Integer n) { // here
    return n;
  }
}
