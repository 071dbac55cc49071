/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.frequent;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.cassandrastats.udf.frequent.FrequentState;

/** The contract for frequent_items(v, 384) over bigints. */
class BigintsContractTest extends FrequentContract<Long> {
  @Override
  protected ByteBuffer accumulate(ByteBuffer state, Long row) {
    return FrequentAggregates.accumulate(state, row, FrequentState.MOST);
  }

  @Override
  protected List<Long> rows(double[] values) {
    return Arrays.stream(values).mapToObj(value -> (long) value).toList();
  }

  @Override
  protected List<Long> rowsOfMaximumSize() {
    return LongStream.range(-300, 468).boxed().toList();
  }

  @Override
  protected int maximumSize() {
    return FrequentState.MAXIMUM_SIZE;
  }
}
