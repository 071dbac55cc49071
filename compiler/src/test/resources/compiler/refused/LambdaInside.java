// expected: rule LAMBDA
/* SPDX-License-Identifier: Apache-2.0 */
package example;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import org.cassandrastats.udf.annotation.CqlFunction;
import org.cassandrastats.udf.annotation.CqlFunction.Aggregate;
import org.cassandrastats.udf.annotation.Overloads;

final class LambdaInside {

  @CqlFunction("refused")
  public static int refused(int n) {
    java.util.function.IntSupplier supplier = () -> n; // here
    return supplier.getAsInt();
  }
}
