/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.hll;

import static org.cassandrastats.udf.state.LittleEndian.getInt;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.annotation.CqlFunction;
import org.cassandrastats.udf.annotation.CqlFunction.Aggregate;
import org.cassandrastats.udf.hll.HllCheck;
import org.cassandrastats.udf.hll.HllState;
import org.cassandrastats.udf.state.Buffers;

/** How hll states are merged. The layout is that of {@link HllState}. */
public final class HllUnion {
  /** The highest bit of each of eight slots, whose values have six. */
  private static final long TOP_BITS = 0x8080808080808080L;

  private HllUnion() {}

  /**
   * The state of the values of two states together; what both have counts once. It keeps the
   * smaller lg_k. Coupons and slots are those of the undivided rows, in whatever order and grouping
   * states are merged.
   *
   * <p>It is the state function of {@code hll_merge}, which starts from the byte 0x00: the sum then
   * is changed in place, and is no final state before {@code hll_state} ends it.
   *
   * @param left an hll state, or the empty blob; null gives null
   * @param right an hll state, or the empty blob; null gives null
   * @return the final state, of at most 40 + 2^lg_k bytes
   * @throws IllegalArgumentException if either blob is not an hll state
   */
  @CqlFunction(
      value = "hll_union",
      examples = "hll_estimate(hll_union(hll(position), hll(position))) = 3.000000014901161",
      aggregates =
          @Aggregate(
              value = "hll_merge",
              initial = Buffers.MERGE,
              finish = "hll_state",
              summary =
                  "State of the values of all the states, for example those of a rollup table.",
              examples =
                  "hll_estimate(hll_merge(hll_state(hll_accumulate((blob) 0x, position)))) ="
                      + " 3.000000014901161"))
  public static ByteBuffer union(ByteBuffer left, ByteBuffer right) {
    // A state that is merged with itself must not change while it is read.
    boolean isOwn = HllState.isMerged(left) && !Buffers.shareBytes(left, right);
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
    return HllState.finalState(sum);
  }

  /** The values of a state that is changed in place, or of none, with those of a stored one. */
  private static ByteBuffer added(ByteBuffer state, ByteBuffer part) {
    ByteBuffer other = HllCheck.checked(part);
    ByteBuffer working = state;
    if (state.remaining() == 0) {
      working = HllState.list(other.get(HllState.LG_K), Buffers.MERGED_TAIL);
    }
    boolean hasSlots = HllState.mode(working) == HllState.SLOTS;
    boolean bringsSlots = HllState.mode(other) == HllState.SLOTS;
    int lgK = Math.min(working.get(HllState.LG_K), other.get(HllState.LG_K));
    ByteBuffer sum = working;
    ByteBuffer first = other;
    ByteBuffer second = other;
    int parts = 1;
    if (lgK < working.get(HllState.LG_K) || (bringsSlots && !hasSlots)) {
      // A new state; slots come first, because coupons can be added to them.
      sum = HllState.list(lgK, Buffers.MERGED_TAIL);
      if (hasSlots || bringsSlots) {
        sum = HllState.slots(lgK, Buffers.MERGED_TAIL);
      }
      first = bringsSlots && !hasSlots ? other : working;
      second = bringsSlots && !hasSlots ? working : other;
      parts = 2;
    }
    for (int i = 0; i < parts; i++) {
      ByteBuffer added = i == 0 ? first : second;
      boolean isSlots = HllState.mode(added) == HllState.SLOTS;
      int start = isSlots ? HllState.DATA : HllState.coupons(HllState.mode(added));
      int step = isSlots ? 1 : 4;
      boolean isAlike = isSlots && parts == 1 && added.get(HllState.LG_K) == lgK;
      int offset = start;
      while (offset < added.limit()) {
        // Most slots of a merge have their largest value already: one test skips eight of them.
        boolean isKept =
            isAlike
                && (offset & 7) == 0
                && (((sum.getLong(offset) | TOP_BITS) - added.getLong(offset)) & TOP_BITS)
                    == TOP_BITS;
        if (isKept) {
          offset += 8;
        } else {
          int coupon =
              isSlots
                  ? added.get(offset) << HllState.KEY_BITS | (offset - HllState.DATA)
                  : getInt(added, offset);
          if (coupon >>> HllState.KEY_BITS != 0) {
            sum = Coupons.add(sum, coupon);
          }
          offset += step;
        }
      }
      if (isSlots) {
        // The first slots keep their HIP sum; those of two states have none.
        boolean isFirst = parts == 2 && i == 0;
        int flags = isFirst ? added.get(HllState.FLAGS) : HllState.OUT_OF_ORDER;
        long hip = added.getLong(HllState.HIP);
        sum.put(HllState.FLAGS, (byte) (flags & HllState.OUT_OF_ORDER));
        sum.putLong(HllState.HIP, (flags & HllState.OUT_OF_ORDER) == 0 ? hip : 0);
      }
    }
    return sum;
  }
}
