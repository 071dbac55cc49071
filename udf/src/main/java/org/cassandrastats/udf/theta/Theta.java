/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.theta;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.annotation.CqlFunction;
import org.cassandrastats.udf.annotation.Experimental;
import org.cassandrastats.udf.state.Buffers;

/**
 * What can be asked of a theta state: about how many different values there were, and within which
 * bounds. Unlike hll states, theta states also intersect: how many came back.
 *
 * <p>Every accessor gives null for a null or empty state. A blob that is not a theta state is an
 * error that says what was expected and found. What the states are is described at {@link
 * ThetaState}.
 */
@Experimental
public final class Theta {
  private Theta() {}

  /**
   * An estimate of the number of different values, equal to that of Apache DataSketches. Up to
   * 2^lg_k values it is their number. The standard error of more is 1 / sqrt(2^lg_k) of it, 1.6 %
   * for an lg_k of 12; of an intersection or difference that is left with n hashes it is about 1 /
   * sqrt(n).
   *
   * @param state a theta state; null or empty gives null
   * @throws IllegalArgumentException if the blob is not a theta state
   */
  @CqlFunction(
      value = "theta_estimate",
      calledOnNullInput = true,
      examples = "theta_estimate(theta(position)) = 3.0")
  public static Double estimate(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    ByteBuffer view = ThetaState.readable(state);
    return ThetaBounds.estimate(view);
  }

  /**
   * A number that the number of different values is not below, by one, two or three standard
   * deviations: with a probability of about 84, 97.7 or 99.87 %. It is at least the number of
   * hashes.
   *
   * @param state a theta state; null or empty gives null
   * @param deviations 1, 2 or 3; null gives null
   * @throws IllegalArgumentException if the blob is not a theta state, or if the number of
   *     deviations is out of range
   */
  @CqlFunction(
      value = "theta_lower_bound",
      calledOnNullInput = true,
      examples = "theta_lower_bound(theta(position), 2) = 3.0")
  public static Double lowerBound(ByteBuffer state, Integer deviations) {
    if (state == null || state.remaining() == 0 || deviations == null) {
      return null;
    }
    ThetaBounds.require(deviations);
    ByteBuffer view = ThetaState.readable(state);
    double bound = ThetaBounds.bound(view, -deviations);
    return bound;
  }

  /**
   * A number that the number of different values is not above, by one, two or three standard
   * deviations: with a probability of about 84, 97.7 or 99.87 %.
   *
   * @param state a theta state; null or empty gives null
   * @param deviations 1, 2 or 3; null gives null
   * @throws IllegalArgumentException if the blob is not a theta state, or if the number of
   *     deviations is out of range
   */
  @CqlFunction(
      value = "theta_upper_bound",
      calledOnNullInput = true,
      examples = "theta_upper_bound(theta(position), 2) = 3.0")
  public static Double upperBound(ByteBuffer state, Integer deviations) {
    if (state == null || state.remaining() == 0 || deviations == null) {
      return null;
    }
    ThetaBounds.require(deviations);
    ByteBuffer view = ThetaState.readable(state);
    double bound = ThetaBounds.bound(view, deviations);
    return bound;
  }

  /**
   * The final state of the rows: what is stored. It is the end of the aggregates {@code theta} and
   * {@code theta_merge}.
   *
   * @param state a theta state; null gives null, the empty blob itself
   * @return the state, at most 24 + 8 * 2^lg_k bytes
   * @throws IllegalArgumentException if the blob is not a theta state
   */
  @CqlFunction(
      value = "theta_state",
      calledOnNullInput = true,
      examples = "theta_estimate(theta_state(theta_accumulate((blob) 0x, (bigint) 7))) = 1.0")
  public static ByteBuffer state(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return state;
    }
    if (Buffers.startsMerge(state)) {
      return ByteBuffer.allocate(0);
    }
    ByteBuffer view = ThetaState.readable(state);
    return view;
  }

  /**
   * Whether a blob is a theta state that every function accepts: a compact image of a theta sketch,
   * ordered or not. The empty blob is: it is the state before the first row.
   *
   * @param state any blob; null gives null
   */
  @CqlFunction(value = "theta_is_valid", examples = "theta_is_valid(theta(position)) = true")
  public static boolean isValid(ByteBuffer state) {
    if (state.remaining() == 0) {
      return true;
    }
    try {
      ThetaCheck.checked(state);
      return true;
    } catch (IllegalArgumentException refused) {
      return false;
    }
  }

  /**
   * The state in words, for reading in cqlsh: lg_k, 0 if another library wrote it; the number of
   * hashes; and theta, the part of all hashes that is kept.
   *
   * @param state a theta state; null or empty gives null
   * @throws IllegalArgumentException if the blob is not a theta state
   */
  @CqlFunction(
      value = "theta_text",
      calledOnNullInput = true,
      examples = "theta_text(theta(position)) = 'theta lg_k=12 hashes=3 theta=1.0'")
  public static String text(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    ByteBuffer view = ThetaState.readable(state);
    return "theta lg_k="
        + view.get(ThetaState.LG_K)
        + " hashes="
        + ThetaState.count(view)
        + " theta="
        + ThetaState.theta(view) / 0x1p63;
  }
}
