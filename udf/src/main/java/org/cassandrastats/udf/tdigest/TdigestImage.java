/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.tdigest;

import static org.cassandrastats.udf.state.LittleEndian.putDouble;

import java.nio.ByteBuffer;

/**
 * Final states. They hold no buffered values: the Java library of DataSketches, up to 9.0.0 at
 * least, reads an image without them.
 */
public final class TdigestImage {
  private TdigestImage() {}

  /**
   * The image of some masses.
   *
   * @param means of the masses, strictly ascending
   * @param weights of the masses, negative for those that are spread
   * @param masses how many, at least 1
   * @param flags {@link TdigestState#REVERSE} or 0
   */
  public static ByteBuffer of(
      double[] means,
      long[] weights,
      int masses,
      double minimum,
      double maximum,
      int k,
      int flags) {
    if (masses == 1 && weights[0] == 1) {
      ByteBuffer single = ByteBuffer.allocate(TdigestState.VALUE + 8);
      single.putLong(0, TdigestState.header(k, flags | TdigestState.SINGLE));
      single.put(0, (byte) 1);
      putDouble(single, TdigestState.VALUE, means[0]);
      return single;
    }
    int room = Math.min(TdigestState.maximumCentroids(k), 2 * masses);
    ByteBuffer image = ByteBuffer.allocate(TdigestState.DATA + TdigestState.CENTROID_SIZE * room);
    image.putLong(0, TdigestState.header(k, flags));
    putDouble(image, TdigestState.MINIMUM, minimum + 0.0);
    putDouble(image, TdigestState.MAXIMUM, maximum + 0.0);
    Compression.write(image, means, weights, masses);
    return image;
  }
}
