/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.hll;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.annotation.CqlFunction;
import org.cassandrastats.udf.annotation.CqlFunction.Aggregate;
import org.cassandrastats.udf.annotation.CqlFunction.Largest;
import org.cassandrastats.udf.annotation.Overloads;
import org.cassandrastats.udf.hll.HllState;

/**
 * How rows become an hll state. The layout is that of {@link HllState}. Values are hashed as Apache
 * DataSketches hashes them: an int and a timestamp as the bigint of the same number, a float as the
 * double, and all other types as their bytes.
 */
public final class HllAggregates {
  private HllAggregates() {}

  /**
   * Adds one integer, with an lg_k of 12.
   *
   * @param state the empty blob, or the state that the call for the row before returned, which is
   *     changed in place; null gives null
   * @param value the value, a timestamp in milliseconds since 1970; null gives null
   * @return the state, at most 4136 bytes
   * @throws IllegalArgumentException if the state is any other blob
   */
  @CqlFunction(
      value = "hll_accumulate",
      examples = "hll_estimate(hll_accumulate((blob) 0x, (bigint) 7)) = 1.0",
      aggregates = {
        @Aggregate(
            value = "hll",
            finish = "hll_state",
            summary = "State of the different values, for estimates of their number.",
            examples = {
              "hll_estimate(hll(position)) = 3.000000014901161",
              "hll_estimate(hll(CAST(position AS double))) = 3.000000014901161",
              "hll_estimate(hll(CAST(position AS text))) = 3.000000014901161"
            },
            largest = @Largest(bytes = HllState.DATA + (1 << HllState.DEFAULT_LG_K))),
        @Aggregate(
            value = "approx_count_distinct",
            finish = "hll_distinct",
            summary = "About how many different values there are; null without any.",
            examples = {
              "approx_count_distinct(position) = 3",
              "approx_count_distinct(CAST(position AS double)) = 3",
              "approx_count_distinct(CAST(position AS text)) = 3"
            })
      })
  public static ByteBuffer accumulate(
      ByteBuffer state,
      @Overloads(
              value = {"int", "bigint", "timestamp"},
              exactly = true)
          long value) {
    return accumulate(state, value, HllState.DEFAULT_LG_K);
  }

  /**
   * Adds one number, with an lg_k of 12. NaN and infinities change nothing; 0.0 and -0.0 are equal.
   *
   * @param state the empty blob, or the state that the call for the row before returned, which is
   *     changed in place; null gives null
   * @param value the value; null gives null
   * @return the state, at most 4136 bytes, or the empty blob where no value was accepted yet
   * @throws IllegalArgumentException if the state is any other blob
   */
  @CqlFunction(
      value = "hll_accumulate",
      examples = "hll_estimate(hll_accumulate((blob) 0x, (double) 2.5)) = 1.0")
  public static ByteBuffer accumulate(
      ByteBuffer state,
      @Overloads(
              value = {"float", "double"},
              exactly = true)
          double value) {
    return accumulate(state, value, HllState.DEFAULT_LG_K);
  }

  /**
   * Adds one value of any other type as its bytes, with an lg_k of 12: of a text its UTF-8, of a
   * uuid 16 bytes. A value without bytes, such as the empty text, changes nothing.
   *
   * @param state the empty blob, or the state that the call for the row before returned, which is
   *     changed in place; null gives null
   * @param value the value; null gives null
   * @return the state, at most 4136 bytes, or the empty blob where no value was accepted yet
   * @throws IllegalArgumentException if the state is any other blob
   */
  @CqlFunction(
      value = "hll_accumulate",
      examples = "hll_estimate(hll_accumulate((blob) 0x, (text) 'on')) = 1.0")
  public static ByteBuffer accumulate(ByteBuffer state, @Overloads("blob") ByteBuffer value) {
    return accumulate(state, value, HllState.DEFAULT_LG_K);
  }

  /**
   * Adds one integer.
   *
   * @param state the empty blob, or the state that the call for the row before returned, which is
   *     changed in place; null gives null
   * @param value the value, a timestamp in milliseconds since 1970; null gives null
   * @param lgk lg_k: accuracy and size, 4 to 18, the same for every row; null gives null
   * @return the state, at most 40 + 2^lg_k bytes
   * @throws IllegalArgumentException if lg_k is out of range or changes, or if the state is any
   *     other blob
   */
  @CqlFunction(
      value = "hll_accumulate",
      examples = "hll_estimate(hll_accumulate((blob) 0x, (bigint) 7, 10)) = 1.0",
      aggregates = {
        @Aggregate(
            value = "hll",
            finish = "hll_state",
            summary = "State of the different values, of 2^lg_k slots.",
            examples = {
              "hll_estimate(hll(position, 10)) = 3.000000014901161",
              "hll_estimate(hll(CAST(position AS double), 10)) = 3.000000014901161",
              "hll_estimate(hll(CAST(position AS text), 10)) = 3.000000014901161"
            },
            largest = {
              @Largest(arguments = "4", bytes = 40 + (1 << 4)),
              @Largest(arguments = "15", bytes = 40 + (1 << 15))
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
    int coupon = CouponHash.ofLong(value);
    working = Coupons.add(working, coupon);
    return working;
  }

  /**
   * Adds one number. NaN and infinities change nothing; 0.0 and -0.0 are equal.
   *
   * @param state the empty blob, or the state that the call for the row before returned, which is
   *     changed in place; null gives null
   * @param value the value; null gives null
   * @param lgk lg_k: accuracy and size, 4 to 18, the same for every row; null gives null
   * @return the state, at most 40 + 2^lg_k bytes, or the empty blob where no value was accepted yet
   * @throws IllegalArgumentException if lg_k is out of range or changes, or if the state is any
   *     other blob
   */
  @CqlFunction(
      value = "hll_accumulate",
      examples = "hll_estimate(hll_accumulate((blob) 0x, (double) 2.5, 10)) = 1.0")
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
    int coupon = CouponHash.ofLong(Double.doubleToLongBits(value + 0.0));
    working = Coupons.add(working, coupon);
    return working;
  }

  /**
   * Adds one value of any other type as its bytes. A value without bytes, such as the empty text,
   * changes nothing.
   *
   * @param state the empty blob, or the state that the call for the row before returned, which is
   *     changed in place; null gives null
   * @param value the value; null gives null
   * @param lgk lg_k: accuracy and size, 4 to 18, the same for every row; null gives null
   * @return the state, at most 40 + 2^lg_k bytes, or the empty blob where no value was accepted yet
   * @throws IllegalArgumentException if lg_k is out of range or changes, or if the state is any
   *     other blob
   */
  @CqlFunction(
      value = "hll_accumulate",
      examples = "hll_estimate(hll_accumulate((blob) 0x, (text) 'on', 10)) = 1.0")
  public static ByteBuffer accumulate(
      ByteBuffer state, @Overloads("blob") ByteBuffer value, int lgk) {
    ByteBuffer working = working(state, lgk);
    if (value.remaining() == 0) {
      return state;
    }
    int coupon = CouponHash.ofBytes(value);
    working = Coupons.add(working, coupon);
    return working;
  }

  /** The state of the rows before, or a new one. */
  private static ByteBuffer working(ByteBuffer state, int lgk) {
    if (lgk < HllState.MINIMUM_LG_K || lgk > HllState.MAXIMUM_LG_K) {
      throw new IllegalArgumentException("hll: expected an lg_k from 4 to 18, found " + lgk);
    }
    ByteBuffer working = state;
    if (!HllState.isWorking(state, lgk)) {
      working = HllState.start(state, lgk);
    }
    return working;
  }
}
