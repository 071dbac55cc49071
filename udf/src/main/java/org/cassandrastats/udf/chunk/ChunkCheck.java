/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.chunk;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.moments.MomentsCheck;
import org.cassandrastats.udf.moments.MomentsState;
import org.cassandrastats.udf.state.FixedState;
import org.cassandrastats.udf.state.Preamble;

/**
 * Whether a blob has the form of a chunk: everything that says where to read, the moments, and the
 * digest. Bits of packed numbers are data; all of them can be read.
 */
public final class ChunkCheck {
  /** The bits that the four bytes of orders, exponent and k may have. */
  private static final int ORDER_BITS = 0x07073fff;

  /** Those of lines and, of a dictionary, of low bits, which version 2 has not. */
  private static final int NEWER_BITS = 0x04040000;

  private static final int LOW_BITS = 0xff00;

  private ChunkCheck() {}

  /**
   * The state from offset 0 of a view, if its bytes are as they were written and it also has the
   * form of a chunk: what unions and columns take.
   */
  public static ByteBuffer checked(ByteBuffer chunk) {
    ByteBuffer view = ChunkState.readable(chunk);
    require(view);
    return view;
  }

  /** Refuses any other form. The chunk starts at offset 0 and its bytes were not changed. */
  private static void require(ByteBuffer chunk) {
    int count = ChunkState.count(chunk);
    int encoding = chunk.get(Preamble.FLAGS);
    int extras = ChunkState.extras(chunk);
    int orders = chunk.getInt(ChunkState.ORDERS);
    if (count < 1
        || count > ChunkState.MAXIMUM_COUNT
        || (encoding & ~3) != 0
        || (orders & ~ORDER_BITS) != 0
        || (chunk.get(1) == 2
            && (orders & (encoding == ChunkState.DICTIONARY ? NEWER_BITS | LOW_BITS : NEWER_BITS))
                != 0)
        || (encoding != ChunkState.DICTIONARY
            && chunk.get(ChunkState.EXPONENT) > ChunkState.MAXIMUM_EXPONENT)
        || extras > (encoding < ChunkState.DECIMAL ? 0 : count)
        || (encoding == ChunkState.DICTIONARY && extras == 0)) {
      throw new IllegalArgumentException(
          "not a chunk state: expected 1 to 8192 points, and parameters of an encoding from 0 to 3,"
              + " found "
              + count
              + " points and encoding "
              + encoding);
    }
    requirePlaces(chunk, count, encoding, extras);
    long first = chunk.getLong(ChunkState.FIRST_TIME);
    long last = chunk.getLong(ChunkState.LAST_TIME);
    ByteBuffer moments = chunk.duplicate();
    moments.position(ChunkState.MOMENTS);
    moments = moments.slice();
    if (first > last
        || (count == 1 && first != last)
        || moments.getInt(0) != FixedState.preamble(MomentsState.FAMILY)
        || moments.getLong(MomentsState.COUNT) + moments.getLong(MomentsState.SKIPPED) != count) {
      throw new IllegalArgumentException(
          "not a chunk state: expected times in order and the moments of "
              + count
              + " values, found the times "
              + first
              + " to "
              + last
              + " or other moments");
    }
    MomentsCheck.require(moments);
    if (ChunkDigest.k(chunk) != 0) {
      ChunkDigest.require(chunk);
    }
  }

  /** Whether both series end where they should, and exceptions are of points that there are. */
  private static void requirePlaces(ByteBuffer chunk, int count, int encoding, int extras) {
    int offset = ChunkState.times(chunk);
    int expected = offset + ChunkState.timesSize(chunk);
    for (int side = 0; side < 2; side++) {
      int end = offset + 8 * count;
      if (side == 0 || encoding != ChunkState.RAW) {
        end = ChunkSeries.end(chunk, offset, count, chunk.get(ChunkState.ORDERS + side));
      }
      if (end != expected) {
        throw new IllegalArgumentException(
            "not a chunk state: expected packed numbers to end at byte "
                + expected
                + ", found "
                + end);
      }
      offset = end;
      expected = ChunkDigest.start(chunk);
    }
    long before = -1;
    for (int i = 0; i < extras && encoding == ChunkState.DECIMAL; i++) {
      int at = ChunkState.DATA + ChunkState.extraSize(chunk) * i;
      long index = chunk.get(1) == 4 ? chunk.getShort(at) & 0xffff : chunk.getLong(at);
      if (index <= before || index >= count) {
        throw new IllegalArgumentException(
            "not a chunk state: expected exceptions in order, of "
                + count
                + " points, found "
                + index);
      }
      before = index;
    }
  }
}
