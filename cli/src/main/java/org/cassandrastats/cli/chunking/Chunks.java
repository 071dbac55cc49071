/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.chunking;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.cassandrastats.uda.chunk.ChunkCodec;

/**
 * The points of one column of a bucket, as the chunks of its parts.
 *
 * @param points of all parts
 * @param isCut whether the parts are cut as {@link #encode} cuts them, so that the same points are
 *     always the same parts, whatever runs they came by
 */
record Chunks(Points points, boolean isCut) {
  /** How many points each chunk but the last one holds. */
  static final int SIZE = ChunkCodec.MAXIMUM_COUNT;

  /** The chunks of points. */
  static List<ByteBuffer> encode(Points points) {
    List<ByteBuffer> chunks = new ArrayList<>();
    for (int from = 0; from < points.size(); from += SIZE) {
      int count = Math.min(SIZE, points.size() - from);
      long[] times = new long[count];
      double[] values = new double[count];
      for (int i = 0; i < count; i++) {
        times[i] = points.time(from + i);
        values[i] = Double.longBitsToDouble(points.bits(from + i));
      }
      chunks.add(ChunkCodec.encode(times, values));
    }
    return chunks;
  }

  /**
   * The points of chunks.
   *
   * @param parts null where a part has none of this column
   * @throws IllegalArgumentException if the bytes of one are no chunk
   */
  static Chunks decode(List<ByteBuffer> parts) {
    Points.Builder points = new Points.Builder();
    boolean isFull = true;
    boolean isCut = true;
    for (ByteBuffer part : parts) {
      int count = 0;
      if (part != null) {
        long[] times = ChunkCodec.times(part);
        double[] values = ChunkCodec.values(part);
        count = times.length;
        for (int i = 0; i < count; i++) {
          points.add(times[i], Double.doubleToRawLongBits(values[i]));
        }
      }
      isCut &= isFull ? part == null || count > 0 : part == null;
      isFull = count == SIZE;
    }
    return new Chunks(points.build(), isCut && points.isRising());
  }
}
