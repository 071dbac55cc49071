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
    return accumulate(state, value, ThetaState.DEFAULT_LG_K);
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
    return accumulate(state, value, ThetaState.DEFAULT_LG_K);
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
    return accumulate(state, value, ThetaState.DEFAULT_LG_K);
  }

  /**
   * Adds one integer.
   *
   * @param state the empty blob, or the state that the call for the row before returned, which is
   *     changed in place; null gives null
   * @param value the value, a timestamp in milliseconds since 1970; null gives null
   * @param lgk lg_k: accuracy and size, 4 to 15, the same for every row; null gives null
   * @return the state, at most 24 + 8 * 2^lg_k bytes once it is finished
   * @throws IllegalArgumentException if lg_k is out of range or changes, or if the state is any
   *     other blob
   */
  @CqlFunction(
      value = "theta_accumulate",
      examples = "theta_estimate(theta_accumulate((blob) 0x, (bigint) 7, 10)) = 1.0",
      aggregates = {
        @Aggregate(
            value = "theta",
            finish = "theta_state",
            summary = "State of the different values, of at most 2^lg_k hashes.",
            examples = {
              "theta_estimate(theta(position, 10)) = 3.0",
              "theta_estimate(theta(CAST(position AS double), 10)) = 3.0",
              "theta_estimate(theta(CAST(position AS text), 10)) = 3.0"
            },
            largest = {
              @Largest(arguments = "4", bytes = 24 + (8 << 4)),
              @Largest(arguments = "10", bytes = 24 + (8 << 10))
            })
      })
  public static ByteBuffer accumulate(
      ByteBuffer state,
      @Overloads(
              value = {"int", "bigint", "timestamp"},
              exactly = true)
          long value,
      int lgk) {
    ByteBuffer working = working(state, lgk);
    long hash = ThetaHash.ofLong(value);
    working = ThetaTable.add(working, hash);
    return working;
  }

  /**
   * Adds one number. NaN and infinities change nothing; 0.0 and -0.0 are equal.
   *
   * @param state the empty blob, or the state that the call for the row before returned, which is
   *     changed in place; null gives null
   * @param value the value; null gives null
   * @param lgk lg_k: accuracy and size, 4 to 15, the same for every row; null gives null
   * @return the state, at most 24 + 8 * 2^lg_k bytes once it is finished, or the empty blob where
   *     no value was accepted yet
   * @throws IllegalArgumentException if lg_k is out of range or changes, or if the state is any
   *     other blob
   */
  @CqlFunction(
      value = "theta_accumulate",
      examples = "theta_estimate(theta_accumulate((blob) 0x, (double) 2.5, 10)) = 1.0")
  public static ByteBuffer accumulate(
      ByteBuffer state,
      @Overloads(
              value = {"float", "double"},
              exactly = true)
          double value,
      int lgk) {
    ByteBuffer working = working(state, lgk);
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
   * Adds one value of any other type as its bytes. A value without bytes, such as the empty text,
   * changes nothing.
   *
   * @param state the empty blob, or the state that the call for the row before returned, which is
   *     changed in place; null gives null
   * @param value the value; null gives null
   * @param lgk lg_k: accuracy and size, 4 to 15, the same for every row; null gives null
   * @return the state, at most 24 + 8 * 2^lg_k bytes once it is finished, or the empty blob where
   *     no value was accepted yet
   * @throws IllegalArgumentException if lg_k is out of range or changes, or if the state is any
   *     other blob
   */
  @CqlFunction(
      value = "theta_accumulate",
      examples = "theta_estimate(theta_accumulate((blob) 0x, (text) 'on', 10)) = 1.0")
  public static ByteBuffer accumulate(
      ByteBuffer state, @Overloads("blob") ByteBuffer value, int lgk) {
    ByteBuffer working = working(state, lgk);
    if (value.remaining() == 0) {
      return state;
    }
    long hash = ThetaHash.ofBytes(value);
    working = ThetaTable.add(working, hash);
    return working;
  }

  /** The state of the rows before, or a new one. */
  private static ByteBuffer working(ByteBuffer state, int lgk) {
    if (lgk < ThetaState.MINIMUM_LG_K || lgk > ThetaState.MAXIMUM_LG_K) {
      throw new IllegalArgumentException("theta: expected an lg_k from 4 to 15, found " + lgk);
    }
    ByteBuffer working = state;
    if (!ThetaState.isWorking(state, lgk)) {
      working = ThetaState.start(state, lgk);
    }
    return working;
  }
}
