/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.hll;

import static org.cassandrastats.udf.state.LittleEndian.getDouble;
import static org.cassandrastats.udf.state.LittleEndian.getInt;
import static org.cassandrastats.udf.state.LittleEndian.putDouble;
import static org.cassandrastats.udf.state.LittleEndian.putInt;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.cassandrastats.udf.state.Buffers;
import org.cassandrastats.udf.state.Preamble;

/**
 * Layout of an hll state: the image of an HLL sketch of Apache DataSketches, so that its libraries
 * read and write it. Little-endian.
 *
 * <pre>
 *  0  u8 preamble length in ints: 2 for a list, 3 for a set, 10 for slots
 *  1  u8 serial version 1
 *  2  u8 sketch type 7
 *  3  u8 lg_k, the binary logarithm of the number of slots
 *  4  u8 binary logarithm of the room for coupons
 *  5  u8 flags: 4 empty, 8 compact, 16 out of order: merged, so that the HIP sum is not usable
 *  6  u8 number of coupons of a list; the smallest value of slots, 0 for HLL_6 and HLL_8
 *  7  u8 mode (0 list, 1 set, 2 slots) + 4 x type (0 HLL_4, 1 HLL_6, 2 HLL_8)
 *  8  list: its coupons; set: u32 their number, then these from 12 on. A coupon is an u32: 26 bits
 *     of the hash, and from bit 26 on the length of a run of zeros in it plus 1. Compact ones are
 *     as many as there are, others fill their room with zeros.
 *  8  slots: f64 HIP sum, f64 and f64 sum of 2^-value over values below and from 32
 * 32  u32 number of slots with the smallest value, u32 number of exceptions
 * 40  2^lg_k slots of 4, 6 or 8 bits; for HLL_4 the exceptions as coupons
 * </pre>
 *
 * <p>Final states are compact and HLL_8, with coupons in ascending order: 8 + 4c bytes for a list
 * of c coupons, at most 7; 12 + 4c for a set of at most 3/32 of the slots; 40 + 2^lg_k, 4136 for
 * the default lg_k of 12. HLL_8 because a row then changes one byte, and because what is merged is
 * HLL_8 in every library.
 */
public final class HllState {
  public static final int FAMILY = 7;

  public static final int DEFAULT_LG_K = 12;
  public static final int MINIMUM_LG_K = 4;
  public static final int MAXIMUM_LG_K = 18;

  public static final int LIST = 0;
  public static final int SET = 1;
  public static final int SLOTS = 2;

  public static final int HLL_4 = 0;
  public static final int HLL_6 = 1;
  public static final int HLL_8 = 2;

  public static final int COMPACT = 8;
  public static final int OUT_OF_ORDER = 16;

  /** Set between two steps of a union, when the sums are not those of the slots. */
  private static final int REBUILD = 32;

  public static final int LG_K = 3;
  public static final int LG_ROOM = 4;
  public static final int FLAGS = 5;
  public static final int LIST_COUNT = 6;
  public static final int SMALLEST = 6;
  public static final int MODE = 7;
  public static final int SET_COUNT = 8;
  public static final int HIP = 8;
  public static final int SUM = 16;
  public static final int SMALL_SUM = 24;
  public static final int AT_SMALLEST = 32;
  public static final int EXCEPTIONS = 36;
  public static final int DATA = 40;

  /** Coupons that a list has room for; with as many it becomes something else. */
  public static final int LIST_ROOM = 8;

  /** The smallest lg_k with sets. */
  public static final int MINIMUM_LG_K_OF_SETS = 8;

  /** Bits of a coupon below its value. */
  public static final int KEY_BITS = 26;

  /** The largest value of a slot. */
  public static final int MAXIMUM_VALUE = 63;

  /** More than any number of rows. */
  private static final double LARGEST_SUM = 1e30;

  private HllState() {}

  public static int mode(ByteBuffer state) {
    return state.get(MODE) & 3;
  }

  /** Offset of the coupons of a list or set. */
  public static int coupons(int mode) {
    return 8 + 4 * mode;
  }

  /** Number of coupons of a list or set. */
  public static int count(ByteBuffer state) {
    return (state.get(MODE) & 3) == LIST ? state.get(LIST_COUNT) & 0xff : getInt(state, SET_COUNT);
  }

  /** 2^-value. */
  public static double weight(int value) {
    return Double.longBitsToDouble((1023L - value) << 52);
  }

  /** Whether a function of rows made this buffer for states of this lg_k. */
  public static boolean isWorking(ByteBuffer state, int lgK) {
    return (state.capacity() & 7) == Buffers.WORKING_TAIL
        && state.limit() < state.capacity()
        && state.limit() >= DATA
        && state.position() == 0
        && (state.getInt(0) & 0xffffff) == (0x010700 | lgK);
  }

  /** Whether states are merged in this buffer. */
  public static boolean isMerged(ByteBuffer state) {
    return (state.capacity() & 7) == Buffers.MERGED_TAIL && isInRoom(state);
  }

  /** Whether it is a buffer of rows or of merged states. */
  public static boolean isOwn(ByteBuffer state) {
    return (state.capacity() & 5) == Buffers.WORKING_TAIL && isInRoom(state);
  }

  private static boolean isInRoom(ByteBuffer state) {
    return state.limit() < state.capacity()
        && state.limit() >= DATA
        && state.position() == 0
        && ((state.getInt(0) >>> 8) & 0xffff) == 0x0107;
  }

  /** A state without coupons, for a state function to start from. */
  public static ByteBuffer start(ByteBuffer state, int lgK) {
    if (state.remaining() != 0) {
      throw new IllegalArgumentException(
          "hll: expected the empty blob 0x or the state of its own last call (lg_k must be the same"
              + " for every row), found "
              + state.remaining()
              + " other bytes; join stored states with hll_union");
    }
    return list(lgK, Buffers.WORKING_TAIL);
  }

  /** A list without coupons. */
  public static ByteBuffer list(int lgK, int tail) {
    ByteBuffer working = allocate(DATA, tail);
    working.putLong(0, 0x0201070003000008L | (long) lgK << 32);
    return working;
  }

  /** A set without coupons. */
  public static ByteBuffer set(int lgK, int lgSize, int tail) {
    ByteBuffer working = allocate(12 + (4 << lgSize), tail);
    working.putLong(0, 0x0301070000000009L | (long) lgK << 32 | (long) lgSize << 24);
    return working;
  }

  /** Slots that are all zero. */
  public static ByteBuffer slots(int lgK, int tail) {
    ByteBuffer working = allocate(DATA + (1 << lgK), tail);
    working.putLong(0, 0x0a0107000000000aL | (long) lgK << 32);
    putDouble(working, SUM, 1 << lgK);
    putInt(working, AT_SMALLEST, 1 << lgK);
    return working;
  }

  private static ByteBuffer allocate(int size, int tail) {
    ByteBuffer working = ByteBuffer.allocate(((size + 7) & ~7) + tail);
    working.limit(size);
    return working;
  }

  /** A state of an own buffer as it is stored. */
  public static ByteBuffer finalState(ByteBuffer working) {
    int mode = mode(working);
    int count = mode == SLOTS ? 0 : count(working);
    int start = coupons(mode);
    int size = mode == SLOTS ? working.limit() : start + 4 * count;
    ByteBuffer state = ByteBuffer.allocate(size);
    if (mode == SLOTS) {
      for (int offset = 0; offset < size; offset += 8) {
        state.putLong(offset, working.getLong(offset));
      }
    } else {
      long[] coupons = new long[count];
      int found = 0;
      for (int offset = start; offset < working.limit(); offset += 4) {
        int coupon = getInt(working, offset);
        if (coupon != 0 && found < count) {
          // By their hashes first: whoever adds them to slots counts on values in no order.
          coupons[found] = Integer.rotateLeft(coupon, 6) & 0xffffffffL;
          found++;
        }
      }
      Arrays.sort(coupons);
      state.putLong(0, working.getLong(0));
      state.put(FLAGS, (byte) COMPACT);
      if (mode == SET) {
        putInt(state, SET_COUNT, count);
      }
      for (int i = 0; i < count; i++) {
        putInt(state, start + 4 * i, Integer.rotateRight((int) coupons[i], 6));
      }
    }
    return state;
  }

  /**
   * The state from offset 0 of a view, if its structure is that of an HLL sketch and it is not the
   * empty blob. Its coupons and slots are checked where they are merged.
   */
  public static ByteBuffer readable(ByteBuffer state) {
    ByteBuffer view = Preamble.view(state);
    requireStructure(view);
    return view;
  }

  private static void requireStructure(ByteBuffer state) {
    int size = state.limit();
    int lgK = size < 8 ? 0 : state.get(LG_K);
    int flags = size < 8 ? 0 : state.get(FLAGS) & 0xff;
    int kind = size < 8 ? 0 : state.get(MODE) & 0xff;
    int mode = kind & 3;
    int type = kind >>> 2;
    if (size < 8
        || state.get(2) != FAMILY
        || state.get(1) != 1
        || mode > SLOTS
        || type > HLL_8
        || state.get(0) != (mode == SLOTS ? 10 : 2 + mode)
        || lgK < (mode == SET ? MINIMUM_LG_K_OF_SETS : MINIMUM_LG_K)
        || lgK > MAXIMUM_LG_K
        || (flags & REBUILD) != 0) {
      throw new IllegalArgumentException(
          "not an hll state: expected an image of HLL, version 1, lg_k from 4 to 18, found "
              + (size < 8
                  ? size + " bytes"
                  : "sketch type "
                      + (state.get(2) & 0xff)
                      + ", version "
                      + (state.get(1) & 0xff)
                      + ", lg_k "
                      + (lgK & 0xff)
                      + ", mode byte "
                      + kind
                      + ", flags "
                      + flags));
    }
    int start = coupons(mode);
    int most = mode == LIST ? LIST_ROOM - 1 : mode == SET ? 3 << (lgK - 5) : 0;
    if (mode == SLOTS) {
      start =
          DATA + (type == HLL_8 ? 1 << lgK : type == HLL_6 ? (3 << (lgK - 2)) + 1 : 1 << (lgK - 1));
      most = type == HLL_4 ? 1 << lgK : 0;
    }
    int count = 0;
    if (size >= start && (mode != SLOTS || type == HLL_4)) {
      count = mode == SLOTS ? getInt(state, EXCEPTIONS) : count(state);
    }
    int room = (size - start) >> 2;
    boolean isCompact = (flags & COMPACT) != 0;
    int lgRoom = mode == SLOTS ? 0 : state.get(LG_ROOM);
    int all = lgRoom >= 3 && lgRoom <= 18 ? 1 << lgRoom : -1;
    if (isCompact || most == 0) {
      all = count;
    } else if (mode == SLOTS && room >= count && room <= most) {
      all = room;
    }
    if (size < start || ((size - start) & 3) != 0 || count < 0 || count > most || room != all) {
      throw new IllegalArgumentException(
          "not an hll state: expected "
              + start
              + " bytes and 4 for each of at most "
              + most
              + " coupons, found "
              + size
              + " for "
              + (count & 0xffffffffL)
              + ", lg_k "
              + lgK);
    }
    if (mode == SLOTS) {
      double k = 1 << lgK;
      double sum = getDouble(state, SUM) + getDouble(state, SMALL_SUM);
      double hip = getDouble(state, HIP);
      int atSmallest = getInt(state, AT_SMALLEST);
      // Written so that NaN fails as well.
      if (!(sum >= k * weight(MAXIMUM_VALUE)
          && sum <= k
          && hip >= 0
          && hip <= LARGEST_SUM
          && atSmallest >= 0
          && atSmallest <= k
          && state.get(SMALLEST) >= 0)) {
        throw new IllegalArgumentException(
            "not an hll state: expected sums of slots, found "
                + sum
                + ", "
                + hip
                + " and "
                + atSmallest);
      }
    }
  }
}
