/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.theta;

import static org.cassandrastats.udf.state.LittleEndian.getLong;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.annotation.CqlFunction;
import org.cassandrastats.udf.theta.ThetaCheck;
import org.cassandrastats.udf.theta.ThetaState;

/** What two theta states have in common, and what one has alone. */
public final class ThetaSets {
  private ThetaSets() {}

  /**
   * The state of the values that both states have: who came back. With n hashes left of more values
   * its standard error is about 1 / sqrt(n), so that a small part of large sets is uncertain.
   *
   * @param left a theta state, or the empty blob; null gives null
   * @param right a theta state, or the empty blob; null gives null
   * @return the final state; that of no values has an estimate of 0. The empty blob where either is
   * @throws IllegalArgumentException if either blob is not a theta state
   */
  @CqlFunction(
      value = "theta_intersection",
      examples = "theta_estimate(theta_intersection(theta(position), theta(position + 1))) = 2.0")
  public static ByteBuffer intersection(ByteBuffer left, ByteBuffer right) {
    ByteBuffer common = of(left, right, true);
    return common;
  }

  /**
   * The state of the values that the left state has and the right one has not: who is new, or has
   * left.
   *
   * @param left a theta state, or the empty blob; null gives null
   * @param right a theta state, or the empty blob; null gives null
   * @return the final state; that of no values has an estimate of 0. The empty blob where the left
   *     one is
   * @throws IllegalArgumentException if either blob is not a theta state
   */
  @CqlFunction(
      value = "theta_a_not_b",
      elsewhere = {"theta_sketch_a_not_b (PostgreSQL)", "theta_difference (Spark)"},
      examples = "theta_estimate(theta_a_not_b(theta(position), theta(position + 1))) = 1.0")
  public static ByteBuffer aNotB(ByteBuffer left, ByteBuffer right) {
    ByteBuffer rest = of(left, right, false);
    return rest;
  }

  /** The values of the left state that the right one has, or has not. */
  private static ByteBuffer of(ByteBuffer left, ByteBuffer right, boolean isCommon) {
    // One loop, so that a body holds what checks a state once.
    ByteBuffer[] states = new ByteBuffer[] {left, right};
    for (int side = 0; side < 2; side++) {
      ByteBuffer view = states[side];
      if (view.remaining() > 0) {
        view = ThetaCheck.checked(view);
      }
      states[side] = view;
    }
    ByteBuffer first = states[0];
    ByteBuffer second = states[1];
    boolean hasFirst = first.remaining() > 0;
    boolean hasSecond = second.remaining() > 0;
    ByteBuffer set = ByteBuffer.allocate(0);
    if (hasFirst && (hasSecond || !isCommon)) {
      int lgK = first.get(ThetaState.LG_K);
      long theta = ThetaState.theta(first);
      // Of no values at all nothing is unknown.
      boolean isNone = (first.get(ThetaState.FLAGS) & ThetaState.EMPTY) != 0;
      int at = 0;
      int end = 0;
      if (hasSecond) {
        lgK = ThetaState.least(lgK, second.get(ThetaState.LG_K));
        if (isCommon && (second.get(ThetaState.FLAGS) & ThetaState.EMPTY) != 0) {
          isNone = true;
        }
        theta = Math.min(theta, ThetaState.theta(second));
        at = ThetaState.hashes(second);
        end = second.limit();
      }
      long[] kept = new long[ThetaState.count(first)];
      int count = 0;
      for (int offset = ThetaState.hashes(first); offset < first.limit(); offset += 8) {
        long hash = getLong(first, offset);
        while (at < end && getLong(second, at) < hash) {
          at += 8;
        }
        boolean isInBoth = at < end && getLong(second, at) == hash;
        if (hash < theta && isInBoth == isCommon) {
          kept[count] = hash;
          count++;
        }
      }
      int most = ThetaState.most(lgK);
      if (count > most) {
        theta = kept[most];
        count = most;
      }
      set = ThetaState.image(kept, count, isNone ? ThetaState.ALL : theta, lgK);
    }
    return set;
  }
}
