/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.extremes;

import static org.cassandrastats.udf.state.LittleEndian.getLong;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** Reads the kept values out of a state, for accessors that each have one type of result. */
final class ExtremesRead {
  /** Bits of a header that hold the kind and the type of the values. */
  private static final int KIND_AND_TYPE = 3 | ExtremesState.FLOATING_VALUES;

  private ExtremesRead() {}

  /** The bits of the value of a min_by or max_by state whose values have the expected type. */
  static long valueBits(ByteBuffer state, int type, String reader) {
    ByteBuffer view = ExtremesState.readable(state);
    long header = getLong(view, 0);
    if ((ExtremesState.flags(header) & KIND_AND_TYPE) != (ExtremesState.BY | type)) {
      throw new IllegalArgumentException(
          reader
              + " reads states of min_by and max_by"
              + typeName(type)
              + "; this is a state of "
              + ExtremesName.of(header));
    }
    return getLong(view, ExtremesState.VALUE);
  }

  /** The bits of the values of a minmax, min_n or max_n state of the expected type, in order. */
  static long[] valuesBits(ByteBuffer state, int type, String reader) {
    ByteBuffer view = ExtremesState.readable(state);
    long header = getLong(view, 0);
    int flags = ExtremesState.flags(header);
    if ((flags & 3) == ExtremesState.BY || (flags & ExtremesState.FLOATING_VALUES) != type) {
      throw new IllegalArgumentException(
          reader
              + " reads states of minmax, min_n and max_n"
              + typeName(type)
              + "; this is a state of "
              + ExtremesName.of(header));
    }
    return bestFirst(view);
  }

  /** The bits of the values of a checked state that is not a by state, best first. */
  static long[] bestFirst(ByteBuffer view) {
    long header = getLong(view, 0);
    long mask = Rank.mask(header);
    long direction = Rank.direction(header);
    long[] values = new long[(ExtremesState.end(view) - ExtremesState.DATA) >> 3];
    for (int slot = 0; slot < values.length; slot++) {
      long bits = getLong(view, ExtremesState.DATA + 8 * slot);
      values[slot] = Rank.of(bits, mask, direction);
    }
    Arrays.sort(values);
    for (int slot = 0; slot < values.length; slot++) {
      long rank = values[slot];
      values[slot] = Rank.bits(rank, mask, direction);
    }
    return values;
  }

  /** Refuses an integer that a CQL int cannot hold. */
  static void requireInt(long value, String reader) {
    if (value != (int) value) {
      throw new IllegalArgumentException(
          reader + ": " + value + " is beyond int; this is a state of bigint values");
    }
  }

  /** Refuses a number that a CQL float cannot hold exactly. */
  static void requireFloat(double value, String reader) {
    if (value != (float) value) {
      throw new IllegalArgumentException(
          reader + ": " + value + " is no float; this is a state of double values");
    }
  }

  /** A value in words: its bits are those of a double, or an integer. */
  static String valueText(long bits, boolean floating) {
    return floating ? Double.toString(Double.longBitsToDouble(bits)) : Long.toString(bits);
  }

  private static String typeName(int type) {
    return type == 0 ? " of integers" : " of floating-point values";
  }
}
