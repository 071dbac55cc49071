/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.tdigest;

import static org.cassandrastats.udf.state.LittleEndian.putDouble;
import static org.cassandrastats.udf.state.LittleEndian.putInt;

import java.nio.ByteBuffer;

/** Finished states: the shortest image that says all that is known. */
public final class TdigestImage {
  private TdigestImage() {}

  /**
   * The image of some masses: their values where they are few and known, else centroids.
   *
   * @param means of the masses, strictly ascending
   * @param weights of the masses, negative for those that are spread
   * @param masses how many, at least 1
   * @param flags {@link TdigestState#REVERSE} or 0
   * @param coarseness of the centroids, as in {@link Compression#write}
   */
  public static ByteBuffer of(
      double[] means,
      long[] weights,
      int masses,
      double minimum,
      double maximum,
      int k,
      int flags,
      double coarseness) {
    long count = 0;
    boolean isExact = true;
    for (int i = 0; i < masses; i++) {
      isExact &= weights[i] > 0;
      count += Math.abs(weights[i]);
    }
    isExact &= count <= TdigestState.maximumExact(k);
    int room =
        isExact ? 8 * (int) count : 16 * Math.min(TdigestState.maximumCentroids(k), 2 * masses);
    ByteBuffer image = ByteBuffer.allocate(TdigestState.DATA + room);
    image.putLong(0, TdigestState.header(k, flags));
    if (isExact && count == 1) {
      image.put(0, (byte) 1);
      image.put(TdigestState.FLAGS, (byte) (flags | TdigestState.SINGLE));
      putDouble(image, TdigestState.VALUE, means[0]);
      image.limit(TdigestState.VALUE + 8);
      return image;
    }
    putDouble(image, TdigestState.MINIMUM, minimum + 0.0);
    putDouble(image, TdigestState.MAXIMUM, maximum + 0.0);
    if (isExact) {
      putInt(image, TdigestState.BUFFERED, (int) count);
      int offset = TdigestState.DATA;
      for (int i = 0; i < masses; i++) {
        for (long copies = weights[i]; copies > 0; copies--) {
          putDouble(image, offset, means[i]);
          offset += 8;
        }
      }
    } else {
      Compression.write(image, means, weights, masses, coarseness);
    }
    return image;
  }
}
