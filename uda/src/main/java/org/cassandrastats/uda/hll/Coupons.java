/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.hll;

import static org.cassandrastats.udf.state.LittleEndian.getDouble;
import static org.cassandrastats.udf.state.LittleEndian.getInt;
import static org.cassandrastats.udf.state.LittleEndian.putDouble;
import static org.cassandrastats.udf.state.LittleEndian.putInt;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.hll.HllState;

/**
 * Adds coupons to a state that is changed in place, and makes a set of a full list, and slots of a
 * full set, when Apache DataSketches does: the HIP sum depends on it.
 */
final class Coupons {
  private Coupons() {}

  /** The state with one more coupon: the same buffer, or a larger one. */
  static ByteBuffer add(ByteBuffer state, int coupon) {
    ByteBuffer sketch = state;
    ByteBuffer full = state;
    int at = 0;
    int end = 0;
    int next = coupon;
    // The coupon; where it fills a list or set, all of that once more, in the larger buffer.
    while (next != 0) {
      boolean isFull = false;
      if (HllState.mode(sketch) == HllState.SLOTS) {
        putInSlot(sketch, next);
      } else {
        boolean isNew = isNew(sketch, next);
        if (isNew) {
          isFull = fills(sketch);
        }
      }
      if (isFull) {
        full = sketch;
        at = HllState.coupons(HllState.mode(full));
        end = full.limit();
        sketch = larger(full);
      }
      next = 0;
      while (next == 0 && at < end) {
        next = getInt(full, at);
        at += 4;
      }
    }
    if (end > 0 && HllState.mode(sketch) == HllState.SLOTS) {
      putDouble(sketch, HllState.HIP, estimateOfFull(sketch.get(HllState.LG_K)));
    }
    return sketch;
  }

  /** Whether a list or set had not a coupon, which it has now. */
  private static boolean isNew(ByteBuffer state, int coupon) {
    int mode = HllState.mode(state);
    int start = HllState.coupons(mode);
    int lgRoom = state.get(HllState.LG_ROOM);
    int key = coupon & ((1 << HllState.KEY_BITS) - 1);
    int index = mode == HllState.LIST ? 0 : key;
    int step = mode == HllState.LIST ? 1 : (key >>> lgRoom) | 1;
    int offset = start + 4 * (index & ((1 << lgRoom) - 1));
    int found = getInt(state, offset);
    // There is always room, but for a state that somebody forged.
    for (int left = 1 << lgRoom; left > 0 && found != 0 && found != coupon; left--) {
      index += step;
      offset = start + 4 * (index & ((1 << lgRoom) - 1));
      found = getInt(state, offset);
    }
    putInt(state, offset, coupon);
    return found == 0;
  }

  /** Counts one more coupon. Whether the list or set is full by it. */
  private static boolean fills(ByteBuffer state) {
    int count = HllState.count(state) + 1;
    if (HllState.mode(state) == HllState.LIST) {
      state.put(HllState.LIST_COUNT, (byte) count);
      return count == HllState.LIST_ROOM;
    }
    putInt(state, HllState.SET_COUNT, count);
    return 4 * count > 3 << state.get(HllState.LG_ROOM);
  }

  /** What follows a full list or set, without its coupons. */
  private static ByteBuffer larger(ByteBuffer full) {
    int lgK = full.get(HllState.LG_K);
    int lgRoom = full.get(HllState.LG_ROOM);
    boolean isList = HllState.mode(full) == HllState.LIST;
    ByteBuffer larger = full;
    if (isList ? lgK < HllState.MINIMUM_LG_K_OF_SETS : lgRoom == lgK - 3) {
      larger = HllState.slots(lgK, full.capacity() & 7);
    } else {
      larger = HllState.set(lgK, isList ? 5 : lgRoom + 1, full.capacity() & 7);
    }
    return larger;
  }

  /** Slots keep their largest value. */
  private static void putInSlot(ByteBuffer state, int coupon) {
    int k = 1 << state.get(HllState.LG_K);
    int offset = HllState.DATA + (coupon & (k - 1));
    int zeros = coupon >>> HllState.KEY_BITS;
    int before = state.get(offset);
    if (zeros > before) {
      double sum = getDouble(state, HllState.SUM);
      double smallSum = getDouble(state, HllState.SMALL_SUM);
      putDouble(state, HllState.HIP, getDouble(state, HllState.HIP) + k / (sum + smallSum));
      // All weights are powers of two, of which either sum holds every bit.
      sum -= before < 32 ? HllState.weight(before) : 0;
      smallSum -= before < 32 ? 0 : HllState.weight(before);
      putDouble(state, HllState.SUM, sum + (zeros < 32 ? HllState.weight(zeros) : 0));
      putDouble(state, HllState.SMALL_SUM, smallSum + (zeros < 32 ? 0 : HllState.weight(zeros)));
      state.put(offset, (byte) zeros);
      int first = before == 0 ? 1 : 0;
      putInt(state, HllState.AT_SMALLEST, getInt(state, HllState.AT_SMALLEST) - first);
    }
  }

  /** The estimate of the coupons that make slots of a list or set, by lg_k from 7 on. */
  private static double estimateOfFull(int lgK) {
    double[] estimates =
        new double[] {
          8.000000139077509,
          25.000001490116226,
          49.000005841256005,
          97.00002312660857,
          193.0000920296221,
          385.00036716501364,
          769.0014667542962,
          1537.0058632152502,
          3073.0234453338026,
          6145.093766894186,
          12289.375043556112,
          24578.500165384026
        };
    return estimates[Math.max(lgK, 7) - 7];
  }
}
