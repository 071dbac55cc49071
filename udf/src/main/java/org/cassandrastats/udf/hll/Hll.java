/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.hll;

import static org.cassandrastats.udf.state.LittleEndian.getInt;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.annotation.CqlFunction;
import org.cassandrastats.udf.annotation.Experimental;
import org.cassandrastats.udf.state.Buffers;

/**
 * What can be asked of an hll state: about how many different values there were, and within which
 * bounds.
 *
 * <p>Every accessor gives null for a null or empty state. A blob that is no hll state is an error
 * that says what was expected and found. What the states are is described at {@link HllState}.
 */
@Experimental
public final class Hll {
  private Hll() {}

  /**
   * An estimate of the number of different values, equal to that of Apache DataSketches. Its
   * standard error is 0.83 / sqrt(2^lg_k) of the number, 1.3 % for an lg_k of 12, and 1.04 /
   * sqrt(2^lg_k), 1.6 %, where states were merged. A few hundred values, 3/32 of 2^lg_k, are
   * counted all but exactly.
   *
   * @param state an hll state; null or empty gives null
   * @throws IllegalArgumentException if the blob is not an hll state
   */
  @CqlFunction(
      value = "hll_estimate",
      calledOnNullInput = true,
      examples = "hll_estimate(hll(position)) = 3.000000014901161")
  public static Double estimate(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    ByteBuffer view = HllState.readable(state);
    double estimate = HllEstimate.of(view);
    return estimate;
  }

  /**
   * The estimate as a whole number: the nearest one, the larger of two.
   *
   * @param state an hll state; null or empty gives null
   * @throws IllegalArgumentException if the blob is not an hll state
   */
  @CqlFunction(
      value = "hll_distinct",
      calledOnNullInput = true,
      examples = "hll_distinct(hll(position)) = 3")
  public static Long distinct(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    ByteBuffer view = HllState.readable(state);
    double estimate = HllEstimate.of(view);
    return Math.round(estimate);
  }

  /**
   * A number that the number of different values is not below, by one, two or three standard
   * deviations: with a probability of about 84, 97.7 or 99.87 %. It is at least the number of
   * values that are known to be different.
   *
   * @param state an hll state; null or empty gives null
   * @param deviations 1, 2 or 3; null gives null
   * @throws IllegalArgumentException if the blob is not an hll state, or if the number of
   *     deviations is out of range
   */
  @CqlFunction(
      value = "hll_lower_bound",
      calledOnNullInput = true,
      examples = "hll_lower_bound(hll(position), 2) = 3.0")
  public static Double lowerBound(ByteBuffer state, Integer deviations) {
    if (state == null || state.remaining() == 0 || deviations == null) {
      return null;
    }
    HllBounds.require(deviations);
    ByteBuffer view = HllState.readable(state);
    double estimate = HllEstimate.of(view);
    double error = HllBounds.below(view, deviations);
    int least = HllBounds.least(view);
    return Math.max(estimate / (1 + error), least);
  }

  /**
   * A number that the number of different values is not above, by one, two or three standard
   * deviations: with a probability of about 84, 97.7 or 99.87 %.
   *
   * @param state an hll state; null or empty gives null
   * @param deviations 1, 2 or 3; null gives null
   * @throws IllegalArgumentException if the blob is not an hll state, or if the number of
   *     deviations is out of range
   */
  @CqlFunction(
      value = "hll_upper_bound",
      calledOnNullInput = true,
      examples = "hll_upper_bound(hll(position), 2) = 3.000299605364685")
  public static Double upperBound(ByteBuffer state, Integer deviations) {
    if (state == null || state.remaining() == 0 || deviations == null) {
      return null;
    }
    HllBounds.require(deviations);
    ByteBuffer view = HllState.readable(state);
    double estimate = HllEstimate.of(view);
    double error = HllBounds.above(view, deviations);
    return estimate / (1 - error);
  }

  /**
   * The binary logarithm of the number of slots, which the state was made with.
   *
   * @param state an hll state; null or empty gives null
   * @throws IllegalArgumentException if the blob is not an hll state
   */
  @CqlFunction(
      value = "hll_lg_k",
      calledOnNullInput = true,
      examples = "hll_lg_k(hll(position, 10)) = 10")
  public static Integer lgK(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    ByteBuffer view = HllState.readable(state);
    int lgK = view.get(HllState.LG_K);
    return lgK;
  }

  /**
   * The final state of the rows: what is stored. It is the end of the aggregates {@code hll} and
   * {@code hll_merge}.
   *
   * @param state an hll state; null gives null, the empty blob itself
   * @return the state in as few bytes as its values need, at most 40 + 2^lg_k
   * @throws IllegalArgumentException if the blob is not an hll state
   */
  @CqlFunction(
      value = "hll_state",
      calledOnNullInput = true,
      examples = "hll_estimate(hll_state(hll_accumulate((blob) 0x, (bigint) 7))) = 1.0")
  public static ByteBuffer state(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return state;
    }
    if (Buffers.startsMerge(state)) {
      return ByteBuffer.allocate(0);
    }
    if (HllState.isOwn(state)) {
      return HllState.finalState(state);
    }
    return HllState.readable(state);
  }

  /**
   * Whether a blob is an hll state that every function accepts: an image of HLL_4, HLL_6 or HLL_8
   * in any mode, compact or not. The empty blob is: it is the state before the first row.
   *
   * @param state any blob; null gives null
   */
  @CqlFunction(value = "hll_is_valid", examples = "hll_is_valid(hll(position)) = true")
  public static boolean isValid(ByteBuffer state) {
    if (state.remaining() == 0) {
      return true;
    }
    try {
      HllCheck.checked(state);
      return true;
    } catch (IllegalArgumentException refused) {
      return false;
    }
  }

  /**
   * The state in words, for reading in cqlsh: lg_k, the mode, and the number of coupons, or of what
   * bits and slots there are and how many of these are zero, and whether slots were merged.
   *
   * @param state an hll state; null or empty gives null
   * @throws IllegalArgumentException if the blob is not an hll state
   */
  @CqlFunction(
      value = "hll_text",
      calledOnNullInput = true,
      examples = "hll_text(hll(position)) = 'hll lg_k=12 mode=list coupons=3'")
  public static String text(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    ByteBuffer view = HllState.readable(state);
    int mode = HllState.mode(view);
    String start = "hll lg_k=" + view.get(HllState.LG_K);
    if (mode != HllState.SLOTS) {
      return start
          + " mode="
          + (mode == HllState.LIST ? "list" : "set")
          + " coupons="
          + HllState.count(view);
    }
    return start
        + " mode=slots bits="
        + (4 + 2 * (view.get(HllState.MODE) >>> 2))
        + " zeros="
        + (view.get(HllState.SMALLEST) == 0 ? getInt(view, HllState.AT_SMALLEST) : 0)
        + " merged="
        + ((view.get(HllState.FLAGS) & HllState.OUT_OF_ORDER) != 0);
  }
}
