/* SPDX-License-Identifier: Apache-2.0 */
package example;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import org.cassandrastats.udf.annotation.CqlFunction;
import org.cassandrastats.udf.annotation.CqlFunction.Aggregate;
import org.cassandrastats.udf.annotation.Overloads;

final class Renaming {
  static double mean(List<Double> values) {
    double sum = 0;
    int count = 0;
    for (double value : values) {
      sum += value;
      count++;
    }
    if (count == 0) {
      return 0;
    }
    return sum / count;
  }

  static double spread(List<Double> values) {
    double mean = mean(values);
    double sum = 0;
    for (double value : values) {
      sum += (value - mean) * (value - mean);
    }
    return sum;
  }

  /** Names that meet are told apart by numbers, and the others stay. */
  @CqlFunction("renaming")
  public static double renaming(List<Double> values, double sum) {
    double count = mean(values) + sum;
    double value = spread(values);
    if (sum > 0) {
      double mean = 1;
      count += mean;
    }
    double mean = mean(values);
    return mean + count + value + sum;
  }
}
