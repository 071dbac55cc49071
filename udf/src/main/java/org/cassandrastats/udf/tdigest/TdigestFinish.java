/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.tdigest;

import static org.cassandrastats.udf.state.LittleEndian.getDouble;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.annotation.CqlFunction;
import org.cassandrastats.udf.annotation.CqlFunction.Example;

/** The end of the aggregate. */
public final class TdigestFinish {
  private TdigestFinish() {}

  /**
   * The shortest state of the same values: up to 2 x (2k + 10) of them as they are, in ascending
   * order, else centroids without buffered values. A state that is short already stays as it is.
   *
   * @param state a tdigest state; null gives null, the empty blob itself
   * @return the state, at most 32 + 16 x (2k + 10) bytes
   * @throws IllegalArgumentException if the blob is not a tdigest state
   */
  @CqlFunction(
      value = "tdigest_state",
      calledOnNullInput = true,
      examples =
          @Example(
              call = "tdigest_state(tdigest_accumulate(0x, (double) 2.5))",
              result = "0x01011464000200000000000000000440"))
  public static ByteBuffer state(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return state;
    }
    ByteBuffer view = TdigestState.checked(state);
    if (view.limit() < TdigestState.DATA) {
      return state;
    }
    double[] means = new double[TdigestState.maximumMasses(view)];
    long[] weights = new long[means.length];
    int masses = Masses.load(view, means, weights);
    return TdigestImage.of(
        means,
        weights,
        masses,
        getDouble(view, TdigestState.MINIMUM),
        getDouble(view, TdigestState.MAXIMUM),
        TdigestState.k(view),
        view.get(TdigestState.FLAGS) & TdigestState.REVERSE,
        Compression.FINISHED);
  }
}
