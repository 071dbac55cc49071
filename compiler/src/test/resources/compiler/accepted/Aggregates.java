/* SPDX-License-Identifier: Apache-2.0 */
package example;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import org.cassandrastats.udf.annotation.CqlFunction;
import org.cassandrastats.udf.annotation.CqlFunction.Aggregate;
import org.cassandrastats.udf.annotation.Overloads;

final class Aggregates {
  private Aggregates() {}

  /** A final class becomes a type. */
  public static final class Unused {}

  /** Counts, for each type of value. */
  @CqlFunction(
      value = "count_accumulate",
      aggregates = {
        @Aggregate(value = "counter", summary = "The state."),
        @Aggregate(value = "counted", finish = "count_of_{value}", summary = "The count.")
      })
  public static ByteBuffer accumulate(
      ByteBuffer state, @Overloads({"int", "double"}) double value) {
    ByteBuffer working = state;
    if (state.remaining() != 8) {
      working = ByteBuffer.allocate(8);
    }
    working.putLong(0, working.getLong(0) + (value > 0 ? 2 : 1));
    return working;
  }

  /** The count of ints. */
  @CqlFunction(value = "count_of_int", calledOnNullInput = true)
  public static Integer ofInt(ByteBuffer state) {
    return state == null || state.remaining() != 8 ? null : Integer.valueOf((int) state.getLong(state.position()));
  }

  /** The count of doubles. */
  @CqlFunction(value = "count_of_double", calledOnNullInput = true)
  public static Double ofDouble(ByteBuffer state) {
    return state == null || state.remaining() != 8 ? null : Double.valueOf(state.getLong(state.position()));
  }
}
