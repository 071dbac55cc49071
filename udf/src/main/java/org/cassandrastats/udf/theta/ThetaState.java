/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.theta;

import static org.cassandrastats.udf.state.LittleEndian.getInt;
import static org.cassandrastats.udf.state.LittleEndian.getLong;
import static org.cassandrastats.udf.state.LittleEndian.putInt;
import static org.cassandrastats.udf.state.LittleEndian.putLong;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.cassandrastats.udf.state.Buffers;

/**
 * Layout of a theta state: the image of a compact theta sketch of Apache DataSketches, so that its
 * libraries read and write it. Little-endian.
 *
 * <pre>
 *  0  u8 preamble length in longs: 1 for at most one hash, 2 for more, 3 where there is a theta
 *  1  u8 serial version 3
 *  2  u8 sketch type 3
 *  3  u8 lg_k, the binary logarithm of the most hashes; other libraries write 0, and ignore it
 *  4  u8 0
 *  5  u8 flags: 2 read only, 4 empty, 8 compact, 16 ordered, 32 one hash; 1, big-endian, is refused
 *  6  u16 0x93cc, the hash of the seed 9001
 *  8  u32 number of hashes, f32 1.0: where the preamble has 2 longs or more
 * 16  u64 theta: where the preamble has 3 longs; otherwise theta is 2^63-1
 *     hashes, u64 each, above 0 and below theta
 * </pre>
 *
 * <p>Final states are ordered. They have the 2^lg_k smallest hashes of all values, and theta is the
 * next one: they do not depend on the order of rows, nor on how states are merged. While rows are
 * added or states are merged there is a table of hashes instead, which no other function reads:
 *
 * <pre>
 *  0  preamble with the sketch type 2, and at 4 the binary logarithm of the room of the table
 *  8  i32 number of hashes in the table     16  i64 theta
 * 24  room for hashes, i64 each, big-endian; 0 where there is none
 * </pre>
 */
public final class ThetaState {
  public static final int DEFAULT_LG_K = 12;
  public static final int MINIMUM_LG_K = 4;
  public static final int MAXIMUM_LG_K = 15;

  /** The theta of a state that has the hashes of all its values. */
  public static final long ALL = Long.MAX_VALUE;

  public static final int LG_K = 3;
  public static final int LG_ROOM = 4;
  public static final int FLAGS = 5;
  public static final int COUNT = 8;
  public static final int THETA = 16;

  /** Where the table begins between rows, or the hashes behind a theta. */
  public static final int TABLE = 24;

  public static final int EMPTY = 4;
  public static final int ORDERED = 16;

  private static final int BIG_ENDIAN = 1;
  private static final int COMPACT = 8;

  /** What another library keeps of its largest lg_k that is read here. */
  private static final int MOST_HASHES = 2 << MAXIMUM_LG_K;

  private static final int LG_FIRST_ROOM = 4;

  private ThetaState() {}

  /** The most hashes of a state of an lg_k, which may be unknown, 0. */
  public static int most(int lgK) {
    return 1 << (lgK == 0 ? MAXIMUM_LG_K : lgK);
  }

  /** The lg_k of what two states make: the smaller one of those that are known. */
  public static int least(int lgK, int other) {
    return lgK == 0 || other == 0 ? lgK + other : Math.min(lgK, other);
  }

  /** Where the hashes of an image begin. */
  public static int hashes(ByteBuffer state) {
    return (state.get(0) & 0x3f) << 3;
  }

  /** The number of hashes of an image. */
  public static int count(ByteBuffer state) {
    return (state.limit() - hashes(state)) >> 3;
  }

  /** The theta of an image. */
  public static long theta(ByteBuffer state) {
    return hashes(state) > THETA ? getLong(state, THETA) : ALL;
  }

  /** Whether a function of rows made this buffer for states of this lg_k. */
  public static boolean isWorking(ByteBuffer state, int lgK) {
    return (state.capacity() & 7) == Buffers.WORKING_TAIL
        && isTable(state)
        && state.get(LG_K) == lgK;
  }

  /** Whether states are merged in this buffer. */
  public static boolean isMerged(ByteBuffer state) {
    return (state.capacity() & 7) == Buffers.MERGED_TAIL && isTable(state);
  }

  private static boolean isOwn(ByteBuffer state) {
    return (state.capacity() & 5) == Buffers.WORKING_TAIL && isTable(state);
  }

  private static boolean isTable(ByteBuffer state) {
    return state.limit() < state.capacity()
        && state.limit() > TABLE
        && state.position() == 0
        && state.getInt(0) >>> 8 == 0x030302;
  }

  /** A state without hashes, for a state function to start from. */
  public static ByteBuffer start(ByteBuffer state, int lgK) {
    if (state.remaining() != 0) {
      throw new IllegalArgumentException(
          "theta: expected the empty blob 0x or the state of its own last call (lg_k must be the"
              + " same for every row), found "
              + state.remaining()
              + " other bytes; join stored states with theta_union");
    }
    return table(lgK, LG_FIRST_ROOM, Buffers.WORKING_TAIL);
  }

  /** A table without hashes, for the states that are merged. */
  public static ByteBuffer startOfMerge(int lgK) {
    return table(lgK, LG_FIRST_ROOM, Buffers.MERGED_TAIL);
  }

  /** A table without hashes. */
  public static ByteBuffer table(int lgK, int lgRoom, int tail) {
    int size = TABLE + (8 << lgRoom);
    ByteBuffer table = ByteBuffer.allocate(size + tail);
    table.limit(size);
    table.putLong(0, 0x030302000000cc93L | (long) lgK << 32 | (long) lgRoom << 24);
    table.putLong(THETA, ALL);
    return table;
  }

  /** A state of an own buffer as it is stored. */
  public static ByteBuffer finalState(ByteBuffer table) {
    long theta = table.getLong(THETA);
    int lgK = table.get(LG_K);
    int most = most(lgK);
    long[] hashes = new long[table.getInt(COUNT)];
    int count = 0;
    for (int offset = TABLE; offset < table.limit(); offset += 8) {
      long hash = table.getLong(offset);
      // Some are from before theta was that of a state which was merged.
      if (hash > 0 && hash < theta && count < hashes.length) {
        hashes[count] = hash;
        count++;
      }
    }
    Arrays.sort(hashes, 0, count);
    if (count > most) {
      theta = hashes[most];
      count = most;
    }
    return image(hashes, count, theta, lgK);
  }

  /** The image of the first hashes of an array, in ascending order. */
  public static ByteBuffer image(long[] hashes, int count, long theta, int lgK) {
    int longs = theta < ALL ? 3 : count > 1 ? 2 : 1;
    int kind = theta < ALL || count > 1 ? 0 : count == 1 ? 32 : EMPTY;
    ByteBuffer state = ByteBuffer.allocate(8 * (longs + count));
    state.putLong(
        0,
        0x000303000000cc93L
            | (long) longs << 56
            | (long) lgK << 32
            | (2L | COMPACT | ORDERED | kind) << 16);
    if (longs > 1) {
      putInt(state, COUNT, count);
      putInt(state, COUNT + 4, 0x3f800000);
    }
    if (longs > 2) {
      putLong(state, THETA, theta);
    }
    for (int i = 0; i < count; i++) {
      putLong(state, 8 * (longs + i), hashes[i]);
    }
    return state;
  }

  /**
   * The image from offset 0 of a view, if its structure is that of a compact theta sketch and it is
   * not the empty blob; that of a buffer of rows or merged states. Its hashes are checked where
   * they are joined.
   */
  public static ByteBuffer readable(ByteBuffer state) {
    ByteBuffer view = state;
    if (isOwn(state)) {
      view = finalState(state);
    } else if (state.position() != 0 || isLittleEndian(state)) {
      view = state.slice();
    }
    requireStructure(view);
    return view;
  }

  /** Whether a buffer that starts at 0 has little-endian order. The preamble never is an lg_k. */
  private static boolean isLittleEndian(ByteBuffer state) {
    return state.limit() > LG_K && (state.getInt(0) & 0xff) != (state.get(LG_K) & 0xff);
  }

  private static void requireStructure(ByteBuffer state) {
    int size = state.limit();
    int longs = size < 8 ? 0 : state.get(0) & 0x3f;
    int lgK = size < 8 ? 0 : state.get(LG_K) & 0xff;
    int flags = size < 8 ? 0 : state.get(FLAGS) & 0xff;
    if (size < 8
        || state.get(1) != 3
        || state.get(2) != 3
        || longs < 1
        || longs > 3
        || (lgK != 0 && (lgK < MINIMUM_LG_K || lgK > MAXIMUM_LG_K))
        || (flags & (BIG_ENDIAN | COMPACT)) != COMPACT
        || ((flags & EMPTY) != 0 && longs > 1)
        // An empty image of DataSketches for Java has no seed.
        || ((state.getShort(6) & 0xffff) != 0xcc93 && (flags & EMPTY) == 0)) {
      throw new IllegalArgumentException(
          "not a theta state: expected a compact image of theta, version 3, with the seed 9001, found "
              + (size < 8
                  ? size + " bytes"
                  : "sketch type "
                      + (state.get(2) & 0xff)
                      + ", version "
                      + (state.get(1) & 0xff)
                      + ", "
                      + longs
                      + " longs, lg_k "
                      + lgK
                      + ", flags "
                      + flags));
    }
    int count = (flags & EMPTY) != 0 ? 0 : 1;
    if (longs > 1) {
      count = size < THETA ? -1 : getInt(state, COUNT);
    }
    int most = lgK == 0 ? MOST_HASHES : most(lgK);
    boolean fits = count >= 0 && count <= most && size == 8 * (longs + count);
    long theta = fits ? theta(state) : 1;
    if (!fits || theta <= 0) {
      throw new IllegalArgumentException(
          "not a theta state: expected "
              + longs
              + " longs and at most "
              + most
              + " hashes below a theta above 0, found "
              + size
              + " bytes for "
              + count
              + " hashes below "
              + theta);
    }
  }
}
