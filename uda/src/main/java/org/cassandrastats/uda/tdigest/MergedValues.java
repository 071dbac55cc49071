/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.tdigest;

import static org.cassandrastats.udf.state.LittleEndian.getDouble;
import static org.cassandrastats.udf.state.LittleEndian.getInt;
import static org.cassandrastats.udf.state.LittleEndian.putDouble;
import static org.cassandrastats.udf.state.LittleEndian.putInt;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.state.Buffers;
import org.cassandrastats.udf.tdigest.TdigestState;

/**
 * The values of small digests in a sum that is changed in place. They are buffered as those of rows
 * are: to join them with all centroids at once would cost every small digest as much as a large
 * one.
 */
final class MergedValues {
  /** The most values of a small digest: more cost more than to join their centroids. */
  private static final int MOST = 128;

  /** Bytes of the first room for values. */
  private static final int FIRST_ROOM = 128;

  private MergedValues() {}

  /**
   * How many values a digest has to be buffered: 0 if it does not know each of them, if there is no
   * room for them before a compression, or if its k is smaller than that of the sum.
   *
   * @param sum the state of a merge
   * @param k of the digest
   */
  static int fitting(ByteBuffer sum, int k, long[] weights, int masses) {
    int sumK = TdigestState.k(sum);
    int room = TdigestState.bufferSize(sumK) - getInt(sum, TdigestState.BUFFERED);
    int most = k < sumK ? 0 : Math.min(MOST, room);
    long count = 0;
    for (int i = 0; i < masses && count <= most; i++) {
      count = weights[i] > 0 ? count + weights[i] : MOST + 1;
    }
    return count <= most ? (int) count : 0;
  }

  /** A sum of no values, with the k and the direction of its first digest, and room for some. */
  static ByteBuffer start(ByteBuffer first) {
    ByteBuffer sum = ByteBuffer.allocate(TdigestState.DATA + FIRST_ROOM + Buffers.MERGED_TAIL);
    int flags = first.get(TdigestState.FLAGS) & TdigestState.REVERSE;
    sum.putLong(0, TdigestState.header(TdigestState.k(first), flags));
    putDouble(sum, TdigestState.MINIMUM, Double.POSITIVE_INFINITY);
    putDouble(sum, TdigestState.MAXIMUM, Double.NEGATIVE_INFINITY);
    sum.limit(TdigestState.DATA);
    return sum;
  }

  /**
   * Buffers the values of a digest.
   *
   * @param count of the values, as {@link #fitting} says it
   * @return the sum, or a larger buffer that takes its place
   */
  static ByteBuffer append(
      ByteBuffer sum,
      double[] means,
      long[] weights,
      int masses,
      int count,
      double minimum,
      double maximum) {
    int end = sum.limit();
    int buffered = getInt(sum, TdigestState.BUFFERED) + count;
    ByteBuffer larger = sum;
    if (end + 8 * count + Buffers.MERGED_TAIL > sum.capacity()) {
      // Twice as many values, but no more than are buffered.
      int most = TdigestState.bufferSize(TdigestState.k(sum));
      int room = Math.min(2 * buffered, most) - buffered + count;
      larger = ByteBuffer.allocate(end + 8 * room + Buffers.MERGED_TAIL);
      larger.put(sum.duplicate());
      larger.position(0);
    }
    larger.limit(end + 8 * count);
    int offset = end;
    for (int i = 0; i < masses; i++) {
      for (long left = weights[i]; left > 0; left--) {
        putDouble(larger, offset, means[i]);
        offset += 8;
      }
    }
    putInt(larger, TdigestState.BUFFERED, buffered);
    if (minimum < getDouble(larger, TdigestState.MINIMUM)) {
      putDouble(larger, TdigestState.MINIMUM, minimum + 0.0);
    }
    if (maximum > getDouble(larger, TdigestState.MAXIMUM)) {
      putDouble(larger, TdigestState.MAXIMUM, maximum + 0.0);
    }
    return larger;
  }
}
