/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.tdigest;

import static org.cassandrastats.udf.state.LittleEndian.getDouble;
import static org.cassandrastats.udf.state.LittleEndian.getInt;

import java.nio.ByteBuffer;

/** What a blob must fulfil to be read as a digest: its structure, and its two ends. */
final class TdigestCheck {
  private TdigestCheck() {}

  /**
   * Refuses a blob whose header is not that of a digest of its length. Centroids and buffered
   * values are looked at where they are read, by {@link Masses#load}.
   *
   * @param state starts at offset 0 and is not the empty blob
   */
  static void require(ByteBuffer state) {
    int size = state.limit();
    int k = size < 8 ? 0 : TdigestState.k(state);
    int flags = size < 8 ? 0 : state.get(TdigestState.FLAGS) & 0xff;
    int kind = flags & 3;
    if (size < 8
        || state.get(2) != TdigestState.FAMILY
        || state.get(1) != 1
        || state.get(0) != (kind == 0 ? 2 : 1)
        || k < TdigestState.MINIMUM_K
        || k > TdigestState.MAXIMUM_K
        || flags > 7
        || kind == 3
        || state.getShort(6) != 0) {
      throw new IllegalArgumentException(
          "not a tdigest state: expected a tdigest<double> image, version 1,"
              + " k from 10 to 32767, found "
              + size
              + " bytes, sketch type "
              + (size < 8 ? 0 : state.get(2) & 0xff)
              + ", version "
              + (size < 8 ? 0 : state.get(1) & 0xff)
              + ", k "
              + k
              + ", flags "
              + flags);
    }
    boolean isImage = kind == 0 && size >= TdigestState.DATA;
    // Negative numbers are beyond 2^31.
    int centroids = isImage ? getInt(state, TdigestState.CENTROIDS) : 0;
    int buffered = isImage ? getInt(state, TdigestState.BUFFERED) : 0;
    if (centroids < 0
        || centroids > TdigestState.maximumCentroids(k)
        || buffered < 0
        || buffered > TdigestState.maximumBuffered(k)
        || (isImage
            ? size != TdigestState.DATA + 16 * centroids + 8 * buffered || centroids + buffered == 0
            : kind == 0 || size != 8 * kind)) {
      throw new IllegalArgumentException(
          "not a tdigest state: expected 8, 16 or 32 bytes, 16 for each centroid and 8 for each"
              + " buffered value, found "
              + size
              + " for "
              + (centroids & 0xffffffffL)
              + " and "
              + (buffered & 0xffffffffL)
              + ", k "
              + k);
    }
    double minimum = size <= 8 ? 0 : getDouble(state, isImage ? TdigestState.MINIMUM : 8);
    double maximum = isImage ? getDouble(state, TdigestState.MAXIMUM) : minimum;
    // Written so that NaN fails as well.
    if (!(minimum <= maximum && minimum >= -Double.MAX_VALUE && maximum <= Double.MAX_VALUE)) {
      throw new IllegalArgumentException(
          "not a tdigest state: expected finite minimum <= maximum, found "
              + minimum
              + " and "
              + maximum);
    }
  }
}
