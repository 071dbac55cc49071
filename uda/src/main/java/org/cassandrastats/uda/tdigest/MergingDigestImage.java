/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.tdigest;

import static org.cassandrastats.udf.state.LittleEndian.putDouble;
import static org.cassandrastats.udf.state.LittleEndian.putInt;
import static org.cassandrastats.udf.state.LittleEndian.putLong;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.state.Preamble;
import org.cassandrastats.udf.tdigest.TdigestState;

/**
 * Reads what {@code MergingDigest} of the t-digest library writes, big-endian: {@code asBytes} is
 * an i32 1, f64 minimum, maximum and compression, an i32 number of centroids, and an f64 weight and
 * mean each; {@code asSmallBytes} an i32 2, f64 minimum and maximum, f32 compression, two i16
 * capacities, an i16 number of centroids, and an f32 weight and mean each.
 */
final class MergingDigestImage {
  private static final int VERBOSE = 1;
  private static final int SMALL = 2;
  private static final int VERBOSE_HEADER = 32;
  private static final int SMALL_HEADER = 30;
  private static final int SIZE_OF_SMALL = 28;

  private MergingDigestImage() {}

  /**
   * The blob as a tdigest image if a MergingDigest wrote it, else the blob; it is not validated.
   */
  static ByteBuffer converted(ByteBuffer blob) {
    ByteBuffer view = blob;
    if (blob.position() != 0 || Preamble.isLittleEndian(blob)) {
      view = blob.slice();
    }
    int size = view.limit();
    int encoding = size < SMALL_HEADER ? 0 : view.getInt(0);
    int centroids = -1;
    int header = VERBOSE_HEADER;
    int centroidSize = TdigestState.CENTROID_SIZE;
    if (encoding == VERBOSE && size >= VERBOSE_HEADER) {
      centroids = view.getInt(SIZE_OF_SMALL);
    } else if (encoding == SMALL) {
      centroids = view.getShort(SIZE_OF_SMALL);
      header = SMALL_HEADER;
      centroidSize = 8;
    }
    if (centroids < 0 || centroids != (size - header) / centroidSize) {
      return blob;
    }
    double minimum = view.getDouble(4);
    double maximum = view.getDouble(12);
    double compression = encoding == VERBOSE ? view.getDouble(20) : view.getFloat(20);
    int k = (int) Math.max(TdigestState.MINIMUM_K, Math.min(TdigestState.MAXIMUM_K, compression));
    ByteBuffer image =
        ByteBuffer.allocate(
            centroids == 0
                ? TdigestState.VALUE
                : TdigestState.DATA + TdigestState.CENTROID_SIZE * centroids);
    image.putLong(0, TdigestState.header(k, centroids == 0 ? TdigestState.EMPTY : 0));
    if (centroids == 0) {
      image.put(0, (byte) 1);
      return image;
    }
    putInt(image, TdigestState.CENTROIDS, centroids);
    putDouble(image, TdigestState.MINIMUM, minimum);
    putDouble(image, TdigestState.MAXIMUM, maximum);
    for (int i = 0; i < centroids; i++) {
      int source = header + centroidSize * i;
      double weight = encoding == VERBOSE ? view.getDouble(source) : view.getFloat(source);
      double mean = encoding == VERBOSE ? view.getDouble(source + 8) : view.getFloat(source + 4);
      int target = TdigestState.DATA + TdigestState.CENTROID_SIZE * i;
      // Floats are rounded, and may leave the range of the doubles that they stand for.
      putDouble(image, target, Math.max(minimum, Math.min(maximum, mean)));
      putLong(image, target + 8, Math.round(weight));
    }
    return image;
  }
}
