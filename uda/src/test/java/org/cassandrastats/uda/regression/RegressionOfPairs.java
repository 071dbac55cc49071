/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.regression;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.cassandrastats.uda.contract.Blobs;
import org.cassandrastats.udf.regression.Regression;

/** Stored states of whole columns, in one pass or merged from parts. */
final class RegressionOfPairs {
  private RegressionOfPairs() {}

  static ByteBuffer state(double[] y, double[] x) {
    ByteBuffer state = Blobs.none();
    for (int row = 0; row < y.length; row++) {
      state = RegressionAggregates.accumulate(state, y[row], x[row]);
    }
    return Blobs.stored(Regression.state(state));
  }

  /** Short columns leave some parts empty. */
  static ByteBuffer merged(double[] y, double[] x, int parts) {
    ByteBuffer merged = Blobs.startOfMerge();
    for (int part = 0; part < parts; part++) {
      int from = (int) ((long) y.length * part / parts);
      int to = (int) ((long) y.length * (part + 1) / parts);
      merged =
          RegressionAggregates.union(
              merged, state(Arrays.copyOfRange(y, from, to), Arrays.copyOfRange(x, from, to)));
    }
    return Blobs.stored(Regression.state(merged));
  }
}
