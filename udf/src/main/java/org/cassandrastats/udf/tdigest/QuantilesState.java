/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.tdigest;

import static org.cassandrastats.udf.state.LittleEndian.getDouble;
import static org.cassandrastats.udf.state.LittleEndian.getInt;
import static org.cassandrastats.udf.state.LittleEndian.getLong;
import static org.cassandrastats.udf.state.LittleEndian.putDouble;
import static org.cassandrastats.udf.state.LittleEndian.putLong;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.state.Preamble;

/**
 * Layout of the state of {@code approx_quantile} and {@code approx_quantiles}: what will be asked,
 * and the digest that will be asked. A final function sees nothing but the state.
 *
 * <pre>
 *  0  preamble (family 132, no flags, parameter: number of quantiles n, at most 1000)
 *  8  n x f64 quantile, 0 to 1
 *     tdigest state of k = 100
 * </pre>
 */
public final class QuantilesState {
  public static final int FAMILY = 132;

  public static final int MAXIMUM_QUANTILES = 1000;
  public static final int QUANTILES = 8;

  private QuantilesState() {}

  /** The preamble as one little-endian long. */
  static long header(int quantiles) {
    return 0x840101L | (long) quantiles << 32;
  }

  /** Where the digest begins. */
  public static int base(int quantiles) {
    return QUANTILES + 8 * quantiles;
  }

  /**
   * Whether a state function made this buffer for so many quantiles, so that it is valid and may be
   * changed in place.
   */
  public static boolean isWorking(ByteBuffer state, int quantiles) {
    return (state.capacity() & 7) == 1
        && state.limit() < state.capacity()
        && state.limit() > base(quantiles) + TdigestState.DATA
        && state.position() == 0
        && getLong(state, 0) == header(quantiles);
  }

  /** A state of no values, for a state function to start from; its quantiles are to be set. */
  public static ByteBuffer start(ByteBuffer state, int quantiles) {
    if (state.remaining() != 0) {
      throw new IllegalArgumentException(
          "approx_quantile: expected the empty blob 0x or the state of its own last call (quantiles"
              + " must be the same for every row), found "
              + state.remaining()
              + " other bytes; join stored digests with tdigest_union");
    }
    int base = base(quantiles);
    ByteBuffer working =
        ByteBuffer.allocate(base + TdigestState.DATA + 8 * TdigestState.FIRST_ROOM + 1);
    working.limit(base + TdigestState.DATA);
    putLong(working, 0, header(quantiles));
    working.putLong(base, TdigestState.header(TdigestState.DEFAULT_K, 0));
    putDouble(working, base + TdigestState.MINIMUM, Double.POSITIVE_INFINITY);
    putDouble(working, base + TdigestState.MAXIMUM, Double.NEGATIVE_INFINITY);
    return working;
  }

  /**
   * The state from offset 0 of a view, if its quantiles are valid and there is room for a digest.
   */
  static ByteBuffer checked(ByteBuffer state) {
    ByteBuffer view = state.slice();
    String problem = Preamble.problem(view, FAMILY);
    if (problem == null) {
      problem = quantilesProblem(view);
    }
    if (problem != null) {
      throw new IllegalArgumentException("not an approx_quantile state: " + problem);
    }
    return view;
  }

  private static String quantilesProblem(ByteBuffer state) {
    int quantiles = getInt(state, Preamble.PARAMETER);
    if (quantiles < 1 || quantiles > MAXIMUM_QUANTILES || state.get(Preamble.FLAGS) != 0) {
      return "expected 1 to 1000 quantiles and no flags, found "
          + quantiles
          + " and "
          + (state.get(Preamble.FLAGS) & 0xff);
    }
    if (state.limit() <= base(quantiles)) {
      return "expected a digest behind " + quantiles + " quantiles, found its end";
    }
    for (int i = 0; i < quantiles; i++) {
      double quantile = getDouble(state, QUANTILES + 8 * i);
      if (!(quantile >= 0 && quantile <= 1)) {
        return "expected quantiles from 0 to 1, found " + quantile;
      }
    }
    return null;
  }
}
