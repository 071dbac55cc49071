/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.extremes;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.cassandrastats.udf.state.Preamble;

/** Reads the kept values out of a state, for accessors that each have one type of result. */
final class ExtremesRead {
  private static final int TYPE = ExtremesState.FLOATING_VALUES | ExtremesState.BYTES;
  private static final int N_AND_TYPE = ExtremesState.N | TYPE;

  /** Bytes of a value that its text shows. */
  private static final int SHOWN_BYTES = 32;

  private ExtremesRead() {}

  /** The bits of a value of rows, by key or in their order, if they have the expected type. */
  static long valueBits(ByteBuffer state, int offset, int type, String reader) {
    ByteBuffer view = ExtremesState.readable(state);
    int flags = view.get(Preamble.FLAGS);
    if ((flags & N_AND_TYPE) != type) {
      throw new IllegalArgumentException(
          reader
              + ": expected a min_max_by or first_last state"
              + typeName(type)
              + ", found flags "
              + flags
              + "; extremes_text shows the state");
    }
    return view.getLong(offset);
  }

  /** The bits of all values of a state of the expected type, in order. */
  static long[] valuesBits(ByteBuffer state, int type, String reader) {
    ByteBuffer view = ExtremesState.readable(state);
    int flags = view.get(Preamble.FLAGS);
    if ((flags & TYPE) != type) {
      throw new IllegalArgumentException(
          reader
              + ": expected a state"
              + typeName(type)
              + ", found flags "
              + flags
              + "; extremes_text shows the state");
    }
    return inOrder(view);
  }

  /** The bits of all values of a readable state: best first, or those of first and last row. */
  static long[] inOrder(ByteBuffer view) {
    int flags = view.get(Preamble.FLAGS);
    boolean isHeap = (flags & ExtremesState.N) != 0;
    int start = isHeap ? ExtremesState.DATA : ExtremesState.FIRST_VALUE;
    int step = isHeap ? 8 : 16;
    long mask = Rank.mask(flags & ExtremesState.FLOATING_VALUES);
    long direction = Rank.direction(flags);
    int end = ExtremesState.end(view);
    long[] values = new long[isHeap ? (end - ExtremesState.DATA) >> 3 : 2];
    for (int i = 0; i < values.length; i++) {
      long bits = view.getLong(start + step * i);
      values[i] = Rank.of(bits, mask, direction);
    }
    if (isHeap) {
      Arrays.sort(values);
    }
    for (int i = 0; i < values.length; i++) {
      long rank = values[i];
      values[i] = Rank.bits(rank, mask, direction);
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
  static String valueText(long bits, int floating) {
    return floating == 0 ? Long.toString(bits) : Double.toString(Double.longBitsToDouble(bits));
  }

  /** A copy of the bytes of the first or the last value of a state that keeps bytes. */
  static ByteBuffer bytes(ByteBuffer state, boolean isLast, String reader) {
    ByteBuffer view = ExtremesState.readable(state);
    int flags = view.get(Preamble.FLAGS);
    if ((flags & N_AND_TYPE) != ExtremesState.BYTES) {
      throw new IllegalArgumentException(
          reader
              + ": expected a state of min_max_by_as_blob or first_last_as_blob, found flags "
              + flags
              + "; extremes_text shows the state");
    }
    int offset = bytesOffset(view, isLast);
    int length = bytesLength(view, isLast);
    ByteBuffer copy = ByteBuffer.allocate(length);
    for (int i = 0; i < length; i++) {
      copy.put(i, view.get(offset + i));
    }
    return copy;
  }

  private static int bytesOffset(ByteBuffer view, boolean isLast) {
    return ExtremesState.ROWS_END + (isLast ? (int) view.getLong(ExtremesState.FIRST_VALUE) : 0);
  }

  private static int bytesLength(ByteBuffer view, boolean isLast) {
    return (int) view.getLong(isLast ? ExtremesState.LAST_VALUE : ExtremesState.FIRST_VALUE);
  }

  /** The first or the last value in hexadecimal, cut after some bytes. */
  static String bytesText(ByteBuffer view, boolean isLast) {
    int offset = bytesOffset(view, isLast);
    int length = bytesLength(view, isLast);
    StringBuilder text = new StringBuilder("0x");
    for (int i = 0; i < length && i < SHOWN_BYTES; i++) {
      String pair = Integer.toHexString((view.get(offset + i) & 0xff) | 0x100);
      text.append(pair, 1, 3);
    }
    text.append(length > SHOWN_BYTES ? "..." : "");
    return text.toString();
  }

  private static String typeName(int type) {
    return type == 0 ? " of integers" : " of floating-point values";
  }
}
