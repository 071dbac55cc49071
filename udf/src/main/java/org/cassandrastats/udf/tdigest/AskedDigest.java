/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.tdigest;

import java.nio.ByteBuffer;
import java.util.List;

/**
 * A digest between rows whose quantiles are known, of an aggregate that answers in one step: what
 * finishes an aggregate sees nothing but the state. The quantiles stand at the end of the buffer,
 * behind the bytes of the digest and the room for more of them: n times f64, the last one first,
 * u32 n, and one byte. No bytes that are stored or sent have them.
 */
public final class AskedDigest {
  /** Bytes beyond a multiple of 8 of the capacity of such a buffer. */
  private static final int TAIL = 5;

  /** Bytes that one quantile takes in a buffer. */
  public static final int ROOM_OF_ONE = 8 + TAIL;

  private AskedDigest() {}

  /** Bytes that quantiles take in a buffer. */
  public static int room(int quantiles) {
    return 8 * quantiles + TAIL;
  }

  /** Whether a state function made this buffer, so that it is valid and may be changed in place. */
  public static boolean isAsked(ByteBuffer state) {
    return (state.capacity() & 7) == TAIL && TdigestState.isOwn(state, TdigestState.DEFAULT_K);
  }

  /** A state of no values, for a state function to start from, that is asked nothing yet. */
  public static ByteBuffer start(ByteBuffer state, int quantiles) {
    if (state.remaining() != 0) {
      throw new IllegalArgumentException(
          "quantile: expected the empty blob 0x or the state of its own last call, found "
              + state.remaining()
              + " other bytes; join stored digests with tdigest_union");
    }
    ByteBuffer working = TdigestState.allocate(TdigestState.DEFAULT_K, room(quantiles));
    working.limit(working.capacity());
    working.putInt(working.capacity() - TAIL, quantiles);
    working.limit(TdigestState.DATA);
    return working;
  }

  /** Writes a quantile of a state that a state function made; refuses what is none, NaN too. */
  public static void ask(ByteBuffer working, int index, double quantile) {
    if (!(quantile >= 0 && quantile <= 1)) {
      throw new IllegalArgumentException(
          "quantile: expected a quantile from 0 to 1, found " + quantile);
    }
    int end = working.limit();
    working.limit(working.capacity());
    working.putDouble(working.capacity() - room(index + 1), quantile);
    working.limit(end);
  }

  /** Copies what is asked from a smaller buffer. */
  public static void copy(ByteBuffer working, ByteBuffer larger, int quantiles) {
    int end = working.limit();
    int largerEnd = larger.limit();
    working.limit(working.capacity());
    larger.limit(larger.capacity());
    for (int back = room(quantiles); back > 0; back--) {
      larger.put(larger.capacity() - back, working.get(working.capacity() - back));
    }
    working.limit(end);
    larger.limit(largerEnd);
  }

  /** How many quantiles a state is asked that a state function made. */
  public static int size(ByteBuffer working) {
    int end = working.limit();
    working.limit(working.capacity());
    int size = working.getInt(working.capacity() - TAIL);
    working.limit(end);
    return size;
  }

  /** A quantile that a state is asked which a state function made. */
  public static double quantile(ByteBuffer working, int index) {
    int end = working.limit();
    working.limit(working.capacity());
    double quantile = working.getDouble(working.capacity() - room(index + 1));
    working.limit(end);
    return quantile;
  }

  /** Refuses other quantiles than those of the rows before. */
  public static void requireSame(ByteBuffer working, List<Double> quantiles) {
    int end = working.limit();
    working.limit(working.capacity());
    boolean isSame = working.getInt(working.capacity() - TAIL) == quantiles.size();
    for (int i = 0; i < quantiles.size() && isSame; i++) {
      Double quantile = quantiles.get(i);
      isSame = quantile != null && working.getDouble(working.capacity() - room(i + 1)) == quantile;
    }
    working.limit(end);
    require(isSame);
  }

  /** Refuses another quantile than that of the rows before. */
  public static void requireSame(ByteBuffer working, double quantile) {
    int end = working.limit();
    working.limit(working.capacity());
    boolean isSame =
        working.getInt(working.capacity() - TAIL) == 1
            && working.getDouble(working.capacity() - ROOM_OF_ONE) == quantile;
    working.limit(end);
    require(isSame);
  }

  private static void require(boolean isSame) {
    if (!isSame) {
      throw new IllegalArgumentException(
          "quantile: expected the quantiles of the rows before, found others; they must be the same"
              + " for every row");
    }
  }
}
