/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.hll;

import static org.cassandrastats.udf.state.LittleEndian.getDouble;
import static org.cassandrastats.udf.state.LittleEndian.getInt;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** The full check of an HLL sketch. */
public final class HllCheck {
  /** What sums may differ by: libraries round them differently. */
  private static final double TOLERANCE = 1e-9;

  private HllCheck() {}

  /**
   * The state from offset 0 of a view, if its structure, its coupons and its slots are those of an
   * HLL sketch. Slots of 4 or 6 bits come as a copy with slots of 8 bits.
   */
  public static ByteBuffer checked(ByteBuffer state) {
    ByteBuffer view = HllState.readable(state);
    if (HllState.mode(view) == HllState.SLOTS) {
      int type = view.get(HllState.MODE) >>> 2;
      if (type == HllState.HLL_6) {
        view = ofSixBits(view);
      } else if (type == HllState.HLL_4) {
        view = ofFourBits(view);
      }
      requireSlots(view);
    } else {
      requireCoupons(view);
    }
    return view;
  }

  private static void requireCoupons(ByteBuffer state) {
    int start = HllState.coupons(HllState.mode(state));
    int count = HllState.count(state);
    long[] coupons = new long[count];
    int found = 0;
    int wrong = 0;
    for (int offset = start; offset < state.limit(); offset += 4) {
      int coupon = getInt(state, offset);
      if (coupon != 0) {
        if (found < count) {
          coupons[found] = coupon & 0xffffffffL;
        }
        found++;
        // Every coupon has a value.
        wrong += coupon >>> HllState.KEY_BITS == 0 ? 1 : 0;
      }
    }
    Arrays.sort(coupons);
    for (int i = 1; i < count; i++) {
      wrong += coupons[i - 1] == coupons[i] ? 1 : 0;
    }
    if (found != count || wrong != 0) {
      throw new IllegalArgumentException(
          "not an hll state: expected "
              + count
              + " different coupons with values, found "
              + found
              + ", of which "
              + wrong
              + " are not");
    }
  }

  private static void requireSlots(ByteBuffer state) {
    int lgK = state.get(HllState.LG_K);
    int smallest = state.get(HllState.SMALLEST);
    int atSmallest = 0;
    int zeros = 0;
    int wrong = 0;
    double sum = 0;
    for (int slot = 0; slot < 1 << lgK; slot++) {
      int value = state.get(HllState.DATA + slot);
      wrong |= value | (value - smallest);
      atSmallest += value == smallest ? 1 : 0;
      zeros += value == 0 ? 1 : 0;
      sum += HllState.weight(value & HllState.MAXIMUM_VALUE);
    }
    double stated = getDouble(state, HllState.SUM) + getDouble(state, HllState.SMALL_SUM);
    boolean isMerged = (state.get(HllState.FLAGS) & HllState.OUT_OF_ORDER) != 0;
    double least = isMerged ? 0 : ((1 << lgK) - zeros) * (1 - TOLERANCE);
    if ((wrong & ~HllState.MAXIMUM_VALUE) != 0
        || atSmallest != getInt(state, HllState.AT_SMALLEST)
        || Math.abs(stated - sum) > TOLERANCE * sum
        || getDouble(state, HllState.HIP) < least) {
      throw new IllegalArgumentException(
          "not an hll state: expected "
              + atSmallest
              + " slots of the smallest value, the sum "
              + sum
              + " and a HIP sum from "
              + least
              + " on, found "
              + getInt(state, HllState.AT_SMALLEST)
              + ", "
              + stated
              + " and "
              + getDouble(state, HllState.HIP));
    }
  }

  /** A state of HLL_8 with the header of another one. */
  private static ByteBuffer ofEightBits(ByteBuffer state) {
    ByteBuffer slots = ByteBuffer.allocate(HllState.DATA + (1 << state.get(HllState.LG_K)));
    for (int offset = 0; offset < HllState.DATA; offset += 8) {
      slots.putLong(offset, state.getLong(offset));
    }
    slots.put(HllState.MODE, (byte) (HllState.HLL_8 << 2 | HllState.SLOTS));
    return slots;
  }

  private static ByteBuffer ofSixBits(ByteBuffer state) {
    ByteBuffer slots = ofEightBits(state);
    int count = 1 << state.get(HllState.LG_K);
    for (int slot = 0; slot < count; slot++) {
      int bit = 6 * slot;
      int offset = HllState.DATA + (bit >>> 3);
      int bits = (state.get(offset) & 0xff) | (state.get(offset + 1) & 0xff) << 8;
      slots.put(HllState.DATA + slot, (byte) ((bits >>> (bit & 7)) & HllState.MAXIMUM_VALUE));
    }
    return slots;
  }

  /** What is 15 above the smallest value, or more, is among the exceptions. */
  private static ByteBuffer ofFourBits(ByteBuffer state) {
    ByteBuffer slots = ofEightBits(state);
    int count = 1 << state.get(HllState.LG_K);
    int smallest = state.get(HllState.SMALLEST);
    int exceptions = 0;
    for (int slot = 0; slot < count; slot++) {
      int bits = (state.get(HllState.DATA + (slot >>> 1)) >>> (4 * (slot & 1))) & 15;
      exceptions += bits == 15 ? 1 : 0;
      slots.put(HllState.DATA + slot, (byte) (bits == 15 ? 127 : bits + smallest));
    }
    int found = 0;
    int missing = exceptions;
    for (int offset = HllState.DATA + (count >>> 1); offset < state.limit(); offset += 4) {
      int coupon = getInt(state, offset);
      int slot = HllState.DATA + (coupon & (count - 1));
      if (coupon != 0) {
        found++;
        missing -= slots.get(slot) == 127 ? 1 : 0;
        slots.put(slot, (byte) (coupon >>> HllState.KEY_BITS));
      }
    }
    if (found != exceptions || missing != 0 || found != getInt(state, HllState.EXCEPTIONS)) {
      throw new IllegalArgumentException(
          "not an hll state: expected "
              + exceptions
              + " exceptions, found "
              + found
              + " for "
              + getInt(state, HllState.EXCEPTIONS));
    }
    return slots;
  }
}
