/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.theta;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.annotation.CqlFunction;
import org.cassandrastats.udf.annotation.CqlFunction.Aggregate;
import org.cassandrastats.udf.annotation.CqlFunction.Largest;
import org.cassandrastats.udf.annotation.Overloads;
import org.cassandrastats.udf.theta.ThetaState;

/**
 * How rows become a theta state. The layout is that of {@link ThetaState}. Values are hashed as
 * Apache DataSketches hashes them: an int and a timestamp as the bigint of the same number, a float
 * as the double, and all other types as their bytes.
 */
public final class ThetaAggregates {
  private ThetaAggregates() {}

  /**
   * Adds one integer, with an lg_k of 12.
   *
   * @param state the empty blob, or the state that the call for the row before returned, which is
   *     changed in place; null gives null
   * @param value the value, a timestamp in milliseconds since 1970; null gives null
   * @return the state, at most 32792 bytes once it is finished
   * @throws IllegalArgumentException if the state is any other blob
   */
  @CqlFunction(
      value = "theta_accumulate",
      examples = "theta_estimate(theta_accumulate((blob) 0x, (bigint) 7)) = 1.0",
      aggregates = {
        @Aggregate(
            value = "theta",
            finish = "theta_state",
            summary =
                "State of the different values, for estimates of their number and of common ones.",
            examples = {
              "theta_estimate(theta(position)) = 3.0",
              "theta_estimate(theta(CAST(position AS double))) = 3.0",
              "theta_estimate(theta(CAST(position AS text))) = 3.0"
            },
            largest = @Largest(bytes = ThetaState.TABLE + (8 << ThetaState.DEFAULT_LG_K)))
      })
  public static ByteBuffer accumulate(
      ByteBuffer state,
      @Overloads(
              value = {"int", "bigint", "timestamp"},
              exactly = true)
          long value) {
    ByteBuffer working = state;
    if (!ThetaState.isWorking(state, ThetaState.DEFAULT_LG_K)) {
      working = ThetaState.start(state, ThetaState.DEFAULT_LG_K);
    }
    long hash = ThetaHash.ofLong(value);
    working = ThetaTable.add(working, hash);
    return working;
  }

  /**
   * Adds one number, with an lg_k of 12. NaN and infinities change nothing; 0.0 and -0.0 are equal.
   *
   * @param state the empty blob, or the state that the call for the row before returned, which is
   *     changed in place; null gives null
   * @param value the value; null gives null
   * @return the state, at most 32792 bytes once it is finished, or the empty blob where no value
   *     was accepted yet
   * @throws IllegalArgumentException if the state is any other blob
   */
  @CqlFunction(
      value = "theta_accumulate",
      examples = "theta_estimate(theta_accumulate((blob) 0x, (double) 2.5)) = 1.0")
  public static ByteBuffer accumulate(
      ByteBuffer state,
      @Overloads(
              value = {"float", "double"},
              exactly = true)
          double value) {
    ByteBuffer working = state;
    if (!ThetaState.isWorking(state, ThetaState.DEFAULT_LG_K)) {
      working = ThetaState.start(state, ThetaState.DEFAULT_LG_K);
    }
    // A NaN is in no interval.
    if (!(Math.abs(value) <= Double.MAX_VALUE)) {
      return state;
    }
    // Adding 0.0 makes -0.0 to 0.0.
    long hash = ThetaHash.ofLong(Double.doubleToLongBits(value + 0.0));
    working = ThetaTable.add(working, hash);
    return working;
  }

  /**
   * Adds one value of any other type as its bytes, with an lg_k of 12: of a text its UTF-8, of a
   * uuid 16 bytes. A value without bytes, such as the empty text, changes nothing.
   *
   * @param state the empty blob, or the state that the call for the row before returned, which is
   *     changed in place; null gives null
   * @param value the value; null gives null
   * @return the state, at most 32792 bytes once it is finished, or the empty blob where no value
   *     was accepted yet
   * @throws IllegalArgumentException if the state is any other blob
   */
  @CqlFunction(
      value = "theta_accumulate",
      examples = "theta_estimate(theta_accumulate((blob) 0x, (text) 'on')) = 1.0")
  public static ByteBuffer accumulate(ByteBuffer state, @Overloads("blob") ByteBuffer value) {
    ByteBuffer working = state;
    if (!ThetaState.isWorking(state, ThetaState.DEFAULT_LG_K)) {
      working = ThetaState.start(state, ThetaState.DEFAULT_LG_K);
    }
    if (value.remaining() == 0) {
      return state;
    }
    long hash = ThetaHash.ofBytes(value);
    working = ThetaTable.add(working, hash);
    return working;
  }
}
