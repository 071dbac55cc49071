/* SPDX-License-Identifier: Apache-2.0 */
package example;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import org.cassandrastats.udf.annotation.CqlFunction;
import org.cassandrastats.udf.annotation.CqlFunction.Aggregate;
import org.cassandrastats.udf.annotation.Overloads;

final class Lists {
  private Lists() {}

  /** Lists in and out. */
  @CqlFunction("running_sums")
  public static List<Double> sums(List<Double> values) {
    List<Double> sums = new ArrayList<Double>();
    double sum = 0;
    for (Double value : values) {
      sum += value;
      sums.add(sum);
    }
    return sums;
  }
}
