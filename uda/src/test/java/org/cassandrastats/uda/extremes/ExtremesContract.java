/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.extremes;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.cassandrastats.uda.contract.StateContract;
import org.cassandrastats.udf.extremes.Extremes;

/** What all extremes states have in common. Every answer is compared exactly. */
abstract class ExtremesContract<R> extends StateContract<R> {
  @Override
  protected ByteBuffer union(ByteBuffer left, ByteBuffer right) {
    return ExtremesAggregates.union(left, right);
  }

  @Override
  protected ByteBuffer finish(ByteBuffer state) {
    return Extremes.state(state);
  }

  @Override
  protected boolean isValid(ByteBuffer state) {
    return Extremes.isValid(state);
  }

  /** A column of doubles as integers, as a column of bigint would hold them. */
  static List<Long> integers(double[] values) {
    return Arrays.stream(values)
        .filter(Double::isFinite)
        .mapToObj(value -> Math.round(value * 8))
        .toList();
  }

  static List<Double> doubles(double[] values) {
    return Arrays.stream(values).boxed().toList();
  }

  static <T> List<T> finite(List<T> values) {
    return values.stream().filter(ExtremesContract::isFinite).toList();
  }

  static boolean isFinite(Object value) {
    return !(value instanceof Double number) || Double.isFinite(number);
  }
}
