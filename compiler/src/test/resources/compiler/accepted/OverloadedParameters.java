/* SPDX-License-Identifier: Apache-2.0 */
package example;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import org.cassandrastats.udf.annotation.CqlFunction;
import org.cassandrastats.udf.annotation.CqlFunction.Aggregate;
import org.cassandrastats.udf.annotation.Overloads;

final class OverloadedParameters {
  private OverloadedParameters() {}

  /** One function for each pair of types. */
  @CqlFunction("overloaded")
  public static double overloaded(
      @Overloads({"int", "double"}) double value, @Overloads({"bigint", "timestamp"}) long key) {
    return value + key;
  }

  /** Boxed where null may come. */
  @CqlFunction(value = "overloaded_or_null", calledOnNullInput = true)
  public static Double orNull(
      @Overloads({"float", "double"}) Double value, @Overloads({"timestamp"}) Long key) {
    if (value == null || key == null) {
      return null;
    }
    return value + key;
  }

  /** A varint is refused where no long holds it, and infinite where no double does. */
  @CqlFunction("overloaded_varint")
  public static double ofVarint(
      @Overloads("varint") double value, @Overloads("varint") long key) {
    return value + key;
  }

  /** Or null. */
  @CqlFunction(value = "overloaded_varint_or_null", calledOnNullInput = true)
  public static Long ofVarintOrNull(@Overloads("varint") Long key) {
    return key;
  }
}
