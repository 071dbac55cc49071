/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.state;

import java.nio.ByteBuffer;

/**
 * Counts of bins, in as few bytes as they need. Byte 6 of a state is the number of bytes of a
 * place, byte 7 that of a count, both numbers big-endian:
 *
 * <ul>
 *   <li>dense, where byte 6 is 0: a count for every place;
 *   <li>sparse, where it is 1, or 2 for more than 256 places: place and count of all counts but
 *       zeros, places rising.
 * </ul>
 *
 * <p>A count has as few bytes as the largest one needs, none where all are zero. The form is the
 * shorter one, dense where both are equally long, and zeros fill it up to a multiple of 8 bytes: so
 * equal counts have equal bytes. Counts that are changed in place are dense, with 8 bytes each.
 *
 * <p>Numbers of fewer than 8 bytes are read and written as parts of a long: behind the counts of a
 * final state there is the checksum.
 */
public final class PackedCounts {
  /** Offset of the u8 bytes of a place. */
  public static final int PLACE_WIDTH = 6;

  /** Offset of the u8 bytes of a count. */
  public static final int COUNT_WIDTH = 7;

  /** Bytes of a count that is changed in place. */
  public static final int UNPACKED = 8;

  /** The most places of which one byte tells. */
  private static final int PLACES_OF_A_BYTE = 256;

  private PackedCounts() {}

  /**
   * Whether the counts of a final state have the length that their widths imply: a sparse state any
   * one up to that of the dense one.
   *
   * @param from where they begin
   * @param places how many there may be
   */
  public static boolean fit(ByteBuffer state, int from, int places) {
    int countWidth = state.get(COUNT_WIDTH);
    int counts = state.limit() - Checksum.SIZE - from;
    int dense = padded(places * countWidth);
    return countWidth >= 0
        && countWidth <= UNPACKED
        && (state.get(PLACE_WIDTH) == 0
            ? counts == dense
            : state.get(PLACE_WIDTH) == placeWidth(places)
                && counts > 0
                && counts <= dense
                && (counts & 7) == 0);
  }

  private static int padded(int end) {
    return (end + 7) & -8;
  }

  private static int placeWidth(int places) {
    return places > PLACES_OF_A_BYTE ? 2 : 1;
  }

  /**
   * How many pairs of place and count to read, none where all counts are zero; those of the bytes
   * that fill up count nothing.
   */
  public static int entries(ByteBuffer state, int from, int places) {
    return state.get(COUNT_WIDTH) == 0
        ? 0
        : state.get(PLACE_WIDTH) == 0
            ? places
            : (state.limit() - Checksum.SIZE - from)
                / (state.get(PLACE_WIDTH) + state.get(COUNT_WIDTH));
  }

  /** The place of an entry at an offset: of a dense state its number. */
  public static int place(ByteBuffer state, int offset, int width, int entry) {
    return width == 0 ? entry : (int) (state.getLong(offset) >>> (-8 * width));
  }

  /** A number of one to eight bytes: a shift counts modulo 64. */
  public static long count(ByteBuffer state, int offset, int width) {
    return state.getLong(offset) >>> (-8 * width);
  }

  /** The sum of all counts. */
  public static long total(ByteBuffer state, int from, int places) {
    int placeWidth = state.get(PLACE_WIDTH);
    int countWidth = state.get(COUNT_WIDTH);
    int entries = entries(state, from, places);
    int offset = from + placeWidth;
    long total = 0;
    for (int entry = 0; entry < entries; entry++) {
      total += count(state, offset, countWidth);
      offset += placeWidth + countWidth;
    }
    return total;
  }

  /** The final state of one whose counts are not packed: with its checksum. */
  public static ByteBuffer finalState(ByteBuffer working, int from, int places) {
    long bits = 0;
    int filled = 0;
    for (int place = 0; place < places; place++) {
      long count = working.getLong(from + 8 * place);
      bits |= count;
      filled += count == 0 ? 0 : 1;
    }
    int countWidth = countWidth(bits);
    int placeWidth = shortest(places, filled, countWidth);
    int end = padded(from + (placeWidth == 0 ? places : filled) * (placeWidth + countWidth));
    ByteBuffer state = ByteBuffer.allocate(end + Checksum.SIZE);
    Buffers.copy(working, state, from);
    state.put(PLACE_WIDTH, (byte) placeWidth);
    state.put(COUNT_WIDTH, (byte) countWidth);
    int offset = from;
    for (int place = 0; place < places; place++) {
      long count = working.getLong(from + 8 * place);
      if (placeWidth == 0 || count != 0) {
        if (placeWidth != 0) {
          state.putLong(offset, (long) place << (-8 * placeWidth));
        }
        state.putLong(offset + placeWidth, count << (-8 * countWidth));
        offset += placeWidth + countWidth;
      }
    }
    Checksum.seal(state, end);
    return state;
  }

  /** The bytes of the largest of some counts, of which the bits are given. */
  private static int countWidth(long bits) {
    return (71 - Long.numberOfLeadingZeros(bits)) >> 3;
  }

  /** The bytes of a place in the shorter form; 0 where it is dense. */
  private static int shortest(int places, int filled, int countWidth) {
    return filled * (placeWidth(places) + countWidth) < places * countWidth
        ? placeWidth(places)
        : 0;
  }

  /**
   * Refuses counts that are not in the one form that they have.
   *
   * @param total of counts that come besides, not negative
   * @param name of the state, with its article
   * @return the total of all counts
   */
  public static long require(ByteBuffer state, int from, int places, long total, String name) {
    int placeWidth = state.get(PLACE_WIDTH);
    int countWidth = state.get(COUNT_WIDTH);
    int entries = entries(state, from, places);
    int countAt = from + placeWidth;
    int step = placeWidth + countWidth;
    long sum = total;
    long bits = 0;
    long signs = 0;
    int filled = 0;
    int before = -1;
    boolean rises = true;
    // One test at the end is faster than one for each count.
    for (int entry = 0; entry < entries; entry++) {
      long count = count(state, countAt, countWidth);
      sum += count;
      bits |= count;
      signs |= sum;
      if (count != 0) {
        filled++;
        int place = place(state, countAt - placeWidth, placeWidth, entry);
        rises &= place > before;
        before = place;
      }
      countAt += step;
    }
    // Of two numbers that are not negative, a sum that overflows is.
    if ((signs | bits) < 0 || !rises) {
      throw new IllegalArgumentException(
          "not "
              + name
              + ": expected counts of 0 to 2^63-1 in all, of rising places, found others among "
              + entries);
    }
    int used = from + (placeWidth == 0 ? places : filled) * (placeWidth + countWidth);
    int end = placeWidth == 0 ? padded(used) : state.limit() - Checksum.SIZE;
    int padding = end - used;
    // What is changed in place need not be short. Zeros among sparse counts show here.
    if (state.limit() != end
        && (before >= places
            || countWidth != countWidth(bits)
            || placeWidth != shortest(places, filled, countWidth)
            || padding > 7
            || state.getLong(end - 8) << (32 - 4 * padding) << (32 - 4 * padding) != 0)) {
      throw new IllegalArgumentException(
          "not "
              + name
              + ": expected counts of "
              + places
              + " places in their shortest form, filled up with zeros, found "
              + filled
              + " with "
              + placeWidth
              + " bytes for a place and "
              + countWidth
              + " for a count");
    }
    return sum;
  }

  /** The count of a place of a state that has been checked; 0 for a place that there is not. */
  public static long at(ByteBuffer state, int from, int places, int place) {
    int placeWidth = state.get(PLACE_WIDTH);
    int countWidth = state.get(COUNT_WIDTH);
    int step = placeWidth + countWidth;
    int low = place;
    if (placeWidth > 0) {
      low = 0;
      int high = entries(state, from, places) - 1;
      while (low < high) {
        int middle = (low + high) >>> 1;
        int offset = from + middle * step;
        // Zeros behind the last count only fill up.
        if (place(state, offset, placeWidth, middle) < place
            && count(state, offset + placeWidth, countWidth) != 0) {
          low = middle + 1;
        } else {
          high = middle;
        }
      }
    }
    boolean isThere = low >= 0 && low < entries(state, from, places);
    if (isThere) {
      isThere = place(state, from + low * step, placeWidth, low) == place;
    }
    return isThere ? count(state, from + low * step + placeWidth, countWidth) : 0;
  }
}
