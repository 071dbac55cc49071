/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.spark;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.cassandrastats.uda.moments.MomentsAggregates;
import org.cassandrastats.udf.annotation.AnnotatedMethods;
import org.cassandrastats.udf.annotation.CqlFunction;
import org.cassandrastats.udf.annotation.FunctionIndex;

/** What the pack's Java merges states to, as CQL calls it. */
final class MergedStates {
  private MergedStates() {}

  /** The result of the aggregate that merges the states of a family. */
  static byte[] merged(String family, byte[]... states) throws ReflectiveOperationException {
    try {
      FunctionIndex index =
          new FunctionIndex(AnnotatedMethods.beside(CqlFunction.class, MomentsAggregates.class));
      FunctionIndex.AggregateMethod merge = index.merge(family).orElseThrow();
      ByteBuffer sum = ByteBuffer.wrap(merge.annotation().initial());
      for (byte[] state : states) {
        sum = (ByteBuffer) merge.accumulate().invoke(null, sum, ByteBuffer.wrap(state));
      }
      ByteBuffer last = (ByteBuffer) index.accessor(merge.annotation().finish()).invoke(null, sum);
      byte[] merged = new byte[last.remaining()];
      last.get(merged);
      return merged;
    } catch (IOException unreadable) {
      throw new IllegalStateException(unreadable);
    }
  }
}
