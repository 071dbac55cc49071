/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.moments;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.cassandrastats.uda.contract.Blobs;
import org.cassandrastats.udf.moments.Moments;

/** States of whole columns, in one pass or merged from parts. */
final class MomentsOfColumns {
  private MomentsOfColumns() {}

  static ByteBuffer state(double[] values) {
    ByteBuffer state = Blobs.none();
    for (double value : values) {
      state = MomentsAggregates.accumulate(state, value);
    }
    return state;
  }

  /**
   * The state merged from stored states of as many parts, of which short columns leave some empty.
   */
  static ByteBuffer merged(double[] values, int parts) {
    ByteBuffer merged = Blobs.startOfMerge();
    for (int part = 0; part < parts; part++) {
      int from = (int) ((long) values.length * part / parts);
      int to = (int) ((long) values.length * (part + 1) / parts);
      ByteBuffer state = Blobs.stored(Moments.state(state(Arrays.copyOfRange(values, from, to))));
      merged = MomentsAggregates.union(merged, state);
    }
    return Moments.state(merged);
  }
}
