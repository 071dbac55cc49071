/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.theta;

import static org.cassandrastats.udf.state.LittleEndian.getLong;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.annotation.CqlFunction;
import org.cassandrastats.udf.annotation.CqlFunction.Aggregate;
import org.cassandrastats.udf.state.Buffers;
import org.cassandrastats.udf.theta.ThetaCheck;
import org.cassandrastats.udf.theta.ThetaState;

/** How theta states are merged. The layout is that of {@link ThetaState}. */
public final class ThetaUnion {
  private ThetaUnion() {}

  /**
   * The state of the values of two states together; what both have counts once. It keeps the
   * smaller lg_k. The bytes are those of the undivided rows, in whatever order and grouping states
   * are merged.
   *
   * <p>It is the state function of {@code theta_merge}, which starts from the byte 0x00: the sum
   * then is changed in place, and is no final state before {@code theta_state} ends it.
   *
   * @param left a theta state, or the empty blob; null gives null
   * @param right a theta state, or the empty blob; null gives null
   * @return the final state, of at most 24 + 8 * 2^lg_k bytes
   * @throws IllegalArgumentException if either blob is not a theta state
   */
  @CqlFunction(
      value = "theta_union",
      examples = "theta_estimate(theta_union(theta(position), theta(position + 1))) = 4.0",
      aggregates =
          @Aggregate(
              value = "theta_merge",
              initial = Buffers.MERGE,
              finish = "theta_state",
              summary =
                  "State of the values of all the states, for example those of a rollup table.",
              examples =
                  "theta_estimate(theta_merge(theta_state("
                      + "theta_accumulate((blob) 0x, position)))) = 3.0"))
  public static ByteBuffer union(ByteBuffer left, ByteBuffer right) {
    // A state that is merged with itself must not change while it is read.
    boolean isOwn = ThetaState.isMerged(left) && !Buffers.shareBytes(left, right);
    boolean isMerge = isOwn || Buffers.startsMerge(left);
    ByteBuffer sum = isOwn ? left : ByteBuffer.allocate(0);
    // One loop, so that a body holds what checks a state once. An empty state adds nothing.
    for (int side = isMerge ? 1 : 0; side < 2; side++) {
      ByteBuffer part = side == 0 ? left : right;
      if (part.remaining() > 0) {
        sum = added(sum, part);
      }
    }
    if (sum.remaining() == 0) {
      return isMerge ? left : sum;
    }
    if (isMerge) {
      return sum;
    }
    return ThetaState.finalState(sum);
  }

  /** The values of a state that is changed in place, or of none, with those of a stored one. */
  private static ByteBuffer added(ByteBuffer state, ByteBuffer part) {
    ByteBuffer other = ThetaCheck.checked(part);
    int lgK = other.get(ThetaState.LG_K);
    long theta = ThetaState.theta(other);
    ByteBuffer sum = state;
    if (state.remaining() == 0) {
      sum = ThetaState.startOfMerge(lgK);
    }
    lgK = ThetaState.least(sum.get(ThetaState.LG_K), lgK);
    theta = Math.min(sum.getLong(ThetaState.THETA), theta);
    sum.put(ThetaState.LG_K, (byte) lgK);
    sum.putLong(ThetaState.THETA, theta);
    for (int offset = ThetaState.hashes(other); offset < other.limit(); offset += 8) {
      long hash = getLong(other, offset);
      sum = ThetaTable.add(sum, hash);
    }
    return sum;
  }
}
