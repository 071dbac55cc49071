/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.tdigest;

import static org.cassandrastats.udf.state.LittleEndian.getDouble;
import static org.cassandrastats.udf.state.LittleEndian.getInt;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.cassandrastats.udf.annotation.CqlFunction;
import org.cassandrastats.udf.annotation.CqlFunction.Example;
import org.cassandrastats.udf.state.Preamble;

/** The answers of approx_quantile and approx_quantiles. */
public final class ApproxQuantiles {
  private ApproxQuantiles() {}

  /**
   * The value at the quantile that an approx_quantile state was made for.
   *
   * @param state an approx_quantile state; null or empty gives null
   * @throws IllegalArgumentException if the blob is not an approx_quantile state
   */
  @CqlFunction(
      value = "approx_quantile_value",
      calledOnNullInput = true,
      examples =
          @Example(
              call = "approx_quantile_value(approx_quantile_accumulate(0x, (double) 2.5, 0.9))",
              result = "2.5"))
  public static Double value(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    ByteBuffer asked = QuantilesState.checked(state);
    double quantile = getDouble(asked, QuantilesState.QUANTILES);
    asked.position(QuantilesState.base(getInt(asked, Preamble.PARAMETER)));
    double[] knots = Knots.of(asked);
    if (knots == null) {
      return null;
    }
    double count = Knots.count(knots);
    double position = Knots.position(quantile, count);
    return Knots.value(knots, position);
  }

  /**
   * The values at the quantiles that an approx_quantiles state was made for, in their order.
   *
   * @param state an approx_quantiles state; null or empty gives null
   * @throws IllegalArgumentException if the blob is not an approx_quantiles state
   */
  @CqlFunction(
      value = "approx_quantiles_values",
      calledOnNullInput = true,
      examples =
          @Example(
              call =
                  "approx_quantiles_values(approx_quantiles_accumulate(0x, (double) 2.5, [0.5, 0.9]))",
              result = "[2.5,2.5]"))
  public static List<Double> values(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    ByteBuffer asked = QuantilesState.checked(state);
    int quantiles = getInt(asked, Preamble.PARAMETER);
    asked.position(QuantilesState.base(quantiles));
    double[] knots = Knots.of(asked);
    if (knots == null) {
      return null;
    }
    double count = Knots.count(knots);
    List<Double> values = new ArrayList<Double>(quantiles);
    for (int i = 0; i < quantiles; i++) {
      double quantile = getDouble(asked, QuantilesState.QUANTILES + 8 * i);
      double position = Knots.position(quantile, count);
      double value = Knots.value(knots, position);
      values.add(value);
    }
    return values;
  }
}
