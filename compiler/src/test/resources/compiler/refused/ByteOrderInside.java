// expected: rule BYTE_ORDER
/* SPDX-License-Identifier: Apache-2.0 */
package example;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import org.cassandrastats.udf.annotation.CqlFunction;
import org.cassandrastats.udf.annotation.CqlFunction.Aggregate;
import org.cassandrastats.udf.annotation.Overloads;

final class ByteOrderInside {

  @CqlFunction("refused")
  public static int refused(int n) {
    ByteBuffer buffer = ByteBuffer.allocate(4);
    buffer.order(java.nio.ByteOrder.LITTLE_ENDIAN); // here
    return buffer.getInt(0);
  }
}
