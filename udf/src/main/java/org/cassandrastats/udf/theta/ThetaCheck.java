/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.theta;

import static org.cassandrastats.udf.state.LittleEndian.getLong;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** The full check of a theta sketch. */
public final class ThetaCheck {
  private ThetaCheck() {}

  /**
   * The state from offset 0 of a view, if its structure and its hashes are those of a theta sketch.
   * Hashes that are in no order come as a copy in order.
   */
  public static ByteBuffer checked(ByteBuffer state) {
    ByteBuffer view = ThetaState.readable(state);
    if ((view.get(ThetaState.FLAGS) & ThetaState.ORDERED) == 0) {
      view = ordered(view);
    }
    requireHashes(view);
    return view;
  }

  private static ByteBuffer ordered(ByteBuffer state) {
    int start = ThetaState.hashes(state);
    long[] hashes = new long[ThetaState.count(state)];
    for (int i = 0; i < hashes.length; i++) {
      hashes[i] = getLong(state, start + 8 * i);
    }
    Arrays.sort(hashes);
    return ThetaState.image(
        hashes, hashes.length, ThetaState.theta(state), state.get(ThetaState.LG_K));
  }

  private static void requireHashes(ByteBuffer state) {
    long theta = ThetaState.theta(state);
    long before = 0;
    boolean ascends = true;
    for (int offset = ThetaState.hashes(state); offset < state.limit(); offset += 8) {
      long hash = getLong(state, offset);
      ascends &= hash > before;
      before = hash;
    }
    if (!ascends || before >= theta) {
      throw new IllegalArgumentException(
          "not a theta state: expected different hashes above 0 and below "
              + theta
              + (ascends ? ", found " + before : ", in ascending order, found others"));
    }
  }
}
