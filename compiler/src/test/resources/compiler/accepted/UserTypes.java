/* SPDX-License-Identifier: Apache-2.0 */
package example;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import org.cassandrastats.udf.annotation.CqlFunction;
import org.cassandrastats.udf.annotation.CqlFunction.Aggregate;
import org.cassandrastats.udf.annotation.Overloads;

final class UserTypes {
  /** Two ends. */
  public static final class OpenRange {
    public final Double lowEnd;
    public final Double highEnd;
    public final Long count;

    public OpenRange(Double lowEnd, Double highEnd, Long count) {
      this.lowEnd = lowEnd;
      this.highEnd = highEnd;
      this.count = count;
    }
  }

  static Double orNull(double value) {
    return value > 0 ? Double.valueOf(value) : null;
  }

  /** A final class with public final fields becomes a type. */
  @CqlFunction(value = "open_range", calledOnNullInput = true)
  public static OpenRange range(Double low, Double high) {
    if (low == null || high == null) {
      return null;
    }
    Double result = high - low;
    return new OpenRange(orNull(low), orNull(result + 1), 2L);
  }
}
