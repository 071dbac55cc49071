/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.frequent;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.cassandrastats.udf.frequent.FrequentState;

/** The contract for frequent_items(v, 384) over texts. */
class TextsContractTest extends FrequentContract<String> {
  @Override
  protected ByteBuffer accumulate(ByteBuffer state, String row) {
    ByteBuffer bytes = ByteBuffer.wrap(row.getBytes(StandardCharsets.UTF_8));
    return FrequentAggregates.accumulate(state, bytes, FrequentState.MOST);
  }

  @Override
  protected List<String> rows(double[] values) {
    return Arrays.stream(values).mapToObj(value -> Long.toString((long) value)).toList();
  }

  @Override
  protected List<String> rowsOfMaximumSize() {
    return IntStream.range(100, 868).mapToObj(row -> "x".repeat(252) + row).toList();
  }

  @Override
  protected int maximumSize() {
    return 205_088;
  }
}
