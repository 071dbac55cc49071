/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.tdigest;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.stream.DoubleStream;
import org.cassandrastats.uda.contract.Blobs;
import org.cassandrastats.udf.tdigest.TdigestFinish;

/** Digests and images for tests. */
final class Digests {
  private Digests() {}

  /** What {@code tdigest(v, k)} answers for rows in their order. */
  static ByteBuffer of(int k, double... values) {
    ByteBuffer state = Blobs.none();
    for (double value : values) {
      state = TdigestAggregates.accumulate(state, value, k);
    }
    return Blobs.stored(TdigestFinish.state(state));
  }

  static ByteBuffer of(DoubleStream values) {
    return of(100, values.toArray());
  }

  /** An image of centroids, each a mean and a weight, as another library might write it. */
  static ByteBuffer image(int k, double minimum, double maximum, double... centroids) {
    ByteBuffer image =
        ByteBuffer.allocate(32 + 8 * centroids.length).order(ByteOrder.LITTLE_ENDIAN);
    image.put(0, (byte) 2).put(1, (byte) 1).put(2, (byte) 20).putShort(3, (short) k);
    image.putInt(8, centroids.length / 2).putDouble(16, minimum).putDouble(24, maximum);
    for (int i = 0; i < centroids.length; i += 2) {
      image.putDouble(32 + 8 * i, centroids[i]).putLong(40 + 8 * i, (long) centroids[i + 1]);
    }
    return image.order(ByteOrder.BIG_ENDIAN);
  }
}
