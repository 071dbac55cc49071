/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.chunk;

import static org.cassandrastats.udf.state.LittleEndian.getInt;
import static org.cassandrastats.udf.state.LittleEndian.getLong;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.moments.MomentsCheck;
import org.cassandrastats.udf.moments.MomentsState;
import org.cassandrastats.udf.state.Preamble;

/**
 * Whether a blob has the form of a chunk: everything that says where to read, and the moments. Bits
 * of packed numbers are data; all of them can be read.
 */
final class ChunkCheck {
  /** The bits that the four bytes of orders and exponent may have, as a little-endian int. */
  private static final int ORDER_BITS = 0x001f0303;

  private ChunkCheck() {}

  /** What is wrong with a chunk that starts at offset 0 and is not empty, or null. */
  static String problem(ByteBuffer chunk) {
    String problem = Preamble.problem(chunk, ChunkState.FAMILY);
    if (problem != null) {
      return problem;
    }
    int size = chunk.limit();
    int count = ChunkState.count(chunk);
    if (size < ChunkState.DATA + ChunkState.PADDING
        || count < 1
        || count > ChunkState.MAXIMUM_COUNT) {
      return "expected 1 to 8192 points in at least 152 bytes, found " + count + " in " + size;
    }
    int encoding = chunk.get(Preamble.FLAGS);
    int extras = ChunkState.extras(chunk);
    int orders = getInt(chunk, ChunkState.ORDERS);
    if ((encoding & ~3) != 0
        || (orders & ~ORDER_BITS) != 0
        || orders >>> 16 > ChunkState.MAXIMUM_EXPONENT
        || extras > (encoding < ChunkState.DECIMAL ? 0 : count)
        || (encoding == ChunkState.DICTIONARY && extras == 0)) {
      return "expected an encoding from 0 to 3 with parameters that fit it, found " + encoding;
    }
    problem = placesProblem(chunk, count, encoding, extras);
    if (problem != null) {
      return problem;
    }
    long first = getLong(chunk, ChunkState.FIRST_TIME);
    long last = getLong(chunk, ChunkState.LAST_TIME);
    if (first > last || (count == 1 && first != last)) {
      return "expected times in order, found " + first + " to " + last;
    }
    ByteBuffer moments = ChunkState.moments(chunk);
    if (getLong(moments, MomentsState.COUNT) + getLong(moments, MomentsState.SKIPPED) != count) {
      return "expected moments of as many values as there are points, found others";
    }
    MomentsCheck.require(moments);
    return null;
  }

  /** Whether both series end where they should, and exceptions are of points that there are. */
  private static String placesProblem(ByteBuffer chunk, int count, int encoding, int extras) {
    int offset = ChunkState.DATA + extras * ChunkState.extraSize(encoding);
    int expected = offset + 8 * (getInt(chunk, ChunkState.SIZES) >>> 16);
    for (int side = 0; side < 2; side++) {
      int end = offset + 8 * count;
      if (side == 0 || encoding != ChunkState.RAW) {
        end = ChunkSeries.end(chunk, offset, count - 1);
      }
      if (end != expected) {
        return "expected packed numbers to end at byte " + expected + ", found " + end;
      }
      offset = end;
      expected = chunk.limit() - ChunkState.PADDING;
    }
    if (encoding == ChunkState.DECIMAL) {
      long before = -1;
      for (int i = 0; i < extras; i++) {
        long index = getLong(chunk, ChunkState.DATA + 16 * i);
        if (index <= before || index >= count) {
          return "expected exceptions in order, of " + count + " points, found " + index;
        }
        before = index;
      }
    }
    return null;
  }
}
