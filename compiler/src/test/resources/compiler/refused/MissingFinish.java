// expected: no function nothing(blob) finishes the aggregate
/* SPDX-License-Identifier: Apache-2.0 */
package example;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import org.cassandrastats.udf.annotation.CqlFunction;
import org.cassandrastats.udf.annotation.CqlFunction.Aggregate;
import org.cassandrastats.udf.annotation.Overloads;

final class MissingFinish {
  @CqlFunction(
      value = "refused_accumulate",
      aggregates = @Aggregate(value = "refused", finish = "nothing", summary = "None."))
  public static ByteBuffer refused(ByteBuffer state, int n) { // here
    return state;
  }
}
