/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.tdigest;

import java.nio.ByteBuffer;

/** The full check of a digest. */
public final class TdigestCheck {
  private TdigestCheck() {}

  /**
   * The state from offset 0 of a view, if its structure, its centroids and its values are those of
   * a digest: what columns take.
   */
  public static ByteBuffer checked(ByteBuffer state) {
    ByteBuffer view = TdigestState.readable(state);
    if (view.limit() >= TdigestState.DATA) {
      double[] means = new double[TdigestState.maximumMasses(view)];
      WeightedPoints.load(view, means, new long[means.length]);
    }
    return view;
  }
}
