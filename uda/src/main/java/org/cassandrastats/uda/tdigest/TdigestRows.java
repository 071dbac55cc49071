/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.tdigest;

import static org.cassandrastats.udf.state.LittleEndian.getDouble;
import static org.cassandrastats.udf.state.LittleEndian.getInt;
import static org.cassandrastats.udf.state.LittleEndian.putDouble;
import static org.cassandrastats.udf.state.LittleEndian.putInt;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.tdigest.Compression;
import org.cassandrastats.udf.tdigest.TdigestState;

/** How a row enters the digest of a working state. */
final class TdigestRows {
  private TdigestRows() {}

  /** Refuses a k that no digest has. */
  static void requireK(int k) {
    if (k < TdigestState.MINIMUM_K || k > TdigestState.MAXIMUM_K) {
      throw new IllegalArgumentException("tdigest: expected k from 10 to 32767, found " + k);
    }
  }

  /**
   * Buffers a finite value.
   *
   * @param tail bytes of the buffer behind the room for values
   * @return the state, or a larger one that takes its place
   */
  static ByteBuffer append(ByteBuffer state, int k, double value, int tail) {
    ByteBuffer working = state;
    if (working.limit() + 8 + tail > working.capacity()
        || getInt(working, TdigestState.BUFFERED) == TdigestState.bufferSize(k)) {
      working = withRoom(working, k, tail);
    }
    int end = working.limit();
    working.limit(end + 8);
    // Of both zeros, one.
    putDouble(working, end, value + 0.0);
    putInt(working, TdigestState.BUFFERED, getInt(working, TdigestState.BUFFERED) + 1);
    if (value < getDouble(working, TdigestState.MINIMUM)) {
      putDouble(working, TdigestState.MINIMUM, value + 0.0);
    }
    if (value > getDouble(working, TdigestState.MAXIMUM)) {
      putDouble(working, TdigestState.MAXIMUM, value + 0.0);
    }
    return working;
  }

  /** The state with room for at least one more value: a larger buffer, or centroids. */
  private static ByteBuffer withRoom(ByteBuffer working, int k, int tail) {
    int buffered = getInt(working, TdigestState.BUFFERED);
    int most = TdigestState.bufferSize(k);
    boolean isFull = buffered == most;
    int needed =
        isFull
            ? TdigestState.CENTROID_SIZE * TdigestState.maximumCentroids(k) + 8 * most
            : 8 * Math.min(most, Math.max(2 * buffered, TdigestState.FIRST_ROOM));
    ByteBuffer larger = working;
    if (working.capacity() < TdigestState.DATA + needed + tail) {
      larger = ByteBuffer.allocate(TdigestState.DATA + needed + tail);
      larger.put(working.duplicate());
      larger.position(0);
      larger.limit(working.limit());
    }
    if (isFull) {
      BufferedOrder.approximate(larger);
      int centroids = getInt(larger, TdigestState.CENTROIDS);
      double[] means = new double[centroids + most];
      long[] weights = new long[means.length];
      int masses = WeightedPointList.load(larger, centroids, most, means, weights);
      Compression.write(larger, means, weights, masses);
    }
    return larger;
  }
}
