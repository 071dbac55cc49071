/* SPDX-License-Identifier: Apache-2.0 */
package example;

import java.nio.ByteBuffer;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.cassandrastats.udf.annotation.CqlFunction;
import org.cassandrastats.udf.annotation.CqlFunction.Aggregate;
import org.cassandrastats.udf.annotation.Overloads;

final class Maps {
  private Maps() {}

  /** How often each number is in a list. */
  @CqlFunction("frequencies")
  public static Map<Double, Long> frequencies(List<Double> values) {
    Map<Double, Long> frequencies = new LinkedHashMap<Double, Long>();
    for (Double value : values) {
      Long before = frequencies.get(value);
      frequencies.put(value, before == null ? 1L : before + 1);
    }
    return frequencies;
  }
}
