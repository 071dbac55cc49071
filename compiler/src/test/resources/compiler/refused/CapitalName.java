// expected: the parameter name 'firstValue' is not an unquoted CQL name
/* SPDX-License-Identifier: Apache-2.0 */
package example;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import org.cassandrastats.udf.annotation.CqlFunction;
import org.cassandrastats.udf.annotation.CqlFunction.Aggregate;
import org.cassandrastats.udf.annotation.Overloads;

final class CapitalName {
  @CqlFunction("refused")
  public static int refused(int firstValue) { // here
    return firstValue;
  }
}
