/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.tdigest;

import static org.cassandrastats.udf.state.LittleEndian.getDouble;
import static org.cassandrastats.udf.state.LittleEndian.getInt;
import static org.cassandrastats.udf.state.LittleEndian.putDouble;
import static org.cassandrastats.udf.state.LittleEndian.putInt;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.annotation.CqlFunction;
import org.cassandrastats.udf.tdigest.Compression;
import org.cassandrastats.udf.tdigest.TdigestState;
import org.cassandrastats.udf.tdigest.WeightedPoints;

/** One more value for a stored digest. */
public final class TdigestAdd {
  private TdigestAdd() {}

  /**
   * The digest with one more value. NaN and infinities change nothing.
   *
   * @param state a tdigest state, which is not changed, or the empty blob, which starts one with k
   *     = 200; null gives null
   * @param value the value; null gives null
   * @return a state with its buffered values, at most 32 + 16 x (2k + 10) bytes and 8 for each of
   *     up to 4 x (2k + 10) buffered ones, 8192 at most unless the state had more; {@code
   *     tdigest_state} makes it shorter
   * @throws IllegalArgumentException if the blob is not a tdigest state, or if the count would
   *     exceed 2^53
   */
  @CqlFunction(
      value = "tdigest_add",
      examples = "tdigest_max(tdigest_add(tdigest(position), 7)) = 7.0")
  public static ByteBuffer add(ByteBuffer state, double value) {
    ByteBuffer view = state;
    if (state.remaining() > 0) {
      view = TdigestState.readable(state);
    }
    // A NaN is in no interval.
    boolean isSkipped = !(Math.abs(value) <= Double.MAX_VALUE);
    int k = state.remaining() == 0 ? TdigestState.DEFAULT_K : TdigestState.k(view);
    if (view.limit() <= TdigestState.VALUE || state.remaining() == 0) {
      if (isSkipped) {
        return state;
      }
      ByteBuffer single = ByteBuffer.allocate(TdigestState.VALUE + 8);
      single.putLong(0, TdigestState.header(k, TdigestState.SINGLE));
      single.put(0, (byte) 1);
      putDouble(single, TdigestState.VALUE, value + 0.0);
      return single;
    }
    // Also where the centroids stay as they are: they are checked where they are read.
    double[] means = new double[TdigestState.maximumMasses(view)];
    long[] weights = new long[means.length];
    int masses = WeightedPoints.load(view, means, weights);
    if (isSkipped) {
      return state;
    }
    long count = TdigestState.count(view);
    if (count >= TdigestState.MAXIMUM_COUNT) {
      throw new IllegalArgumentException("tdigest: the count would exceed 2^53");
    }
    ByteBuffer image = withRoom(view, k, means, weights, masses);
    int end = image.limit();
    image.limit(end + 8);
    putDouble(image, end, value + 0.0);
    putInt(image, TdigestState.BUFFERED, getInt(image, TdigestState.BUFFERED) + 1);
    double least = Math.min(getDouble(image, TdigestState.MINIMUM), value + 0.0);
    putDouble(image, TdigestState.MINIMUM, least);
    double greatest = Math.max(getDouble(image, TdigestState.MAXIMUM), value + 0.0);
    putDouble(image, TdigestState.MAXIMUM, greatest);
    return image;
  }

  /** A copy, not single, with room for one more value behind its limit. */
  private static ByteBuffer withRoom(
      ByteBuffer view, int k, double[] means, long[] weights, int masses) {
    boolean isSingle = view.limit() < TdigestState.DATA;
    int buffered = isSingle ? 0 : getInt(view, TdigestState.BUFFERED);
    boolean isFull = buffered >= TdigestState.bufferSize(k);
    int size =
        isFull
            ? TdigestState.DATA + TdigestState.CENTROID_SIZE * TdigestState.maximumCentroids(k)
            : isSingle ? TdigestState.DATA + 8 : view.limit();
    ByteBuffer image = ByteBuffer.allocate(size + 8);
    image.putLong(0, TdigestState.header(k, view.get(TdigestState.FLAGS) & TdigestState.REVERSE));
    if (isSingle) {
      double value = getDouble(view, TdigestState.VALUE);
      putInt(image, TdigestState.BUFFERED, 1);
      putDouble(image, TdigestState.MINIMUM, value);
      putDouble(image, TdigestState.MAXIMUM, value);
      putDouble(image, TdigestState.DATA, value);
    } else if (isFull) {
      image.putLong(TdigestState.MINIMUM, view.getLong(TdigestState.MINIMUM));
      image.putLong(TdigestState.MAXIMUM, view.getLong(TdigestState.MAXIMUM));
      Compression.write(image, means, weights, masses);
      size = image.limit();
    } else {
      for (int offset = 8; offset < size; offset += 8) {
        image.putLong(offset, view.getLong(offset));
      }
    }
    image.limit(size);
    return image;
  }
}
