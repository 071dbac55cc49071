/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.tdigest;

import static org.cassandrastats.udf.state.LittleEndian.getDouble;
import static org.cassandrastats.udf.state.LittleEndian.getInt;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.annotation.CqlFunction;
import org.cassandrastats.udf.state.Buffers;

/** The end of the aggregate. */
public final class TdigestFinish {
  private TdigestFinish() {}

  /**
   * The state with its buffered values joined into centroids, as every library reads it. Up to 2k +
   * 10 values, or k + 5 different ones, stay as they are; so does a state without buffered values.
   *
   * @param state a tdigest state; null gives null, the empty blob itself
   * @return the state, at most 32 + 16 x (2k + 10) bytes
   * @throws IllegalArgumentException if the blob is not a tdigest state
   */
  @CqlFunction(
      value = "tdigest_state",
      calledOnNullInput = true,
      examples =
          "tdigest_state(tdigest_accumulate(0x, (double) 2.5)) = 0x010114c8000200000000000000000440")
  public static ByteBuffer state(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return state;
    }
    if (Buffers.startsMerge(state)) {
      return ByteBuffer.allocate(0);
    }
    ByteBuffer view = TdigestState.readable(state);
    if (view.limit() < TdigestState.DATA) {
      return state;
    }
    double[] means = new double[TdigestState.maximumMasses(view)];
    long[] weights = new long[means.length];
    int masses = WeightedPoints.load(view, means, weights);
    if (getInt(view, TdigestState.BUFFERED) == 0) {
      // A view that no state function takes for its own.
      return view.slice();
    }
    return TdigestImage.of(
        means,
        weights,
        masses,
        getDouble(view, TdigestState.MINIMUM),
        getDouble(view, TdigestState.MAXIMUM),
        TdigestState.k(view),
        view.get(TdigestState.FLAGS) & TdigestState.REVERSE);
  }
}
