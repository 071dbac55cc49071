/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.histogram;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.histogram.HistogramQuantiles;
import org.junit.jupiter.api.Test;

/** Values whose halves are zero. Found by fuzzing. */
class HistogramSmallestValuesTest {
  @Test
  void should_rank_between_neighbouring_smallest_doubles() {
    ByteBuffer state = ByteBuffer.allocate(0);
    for (double value : new double[] {0.0, 0.0, Double.MIN_VALUE}) {
      state = HistogramAggregates.accumulate(state, value, 0.25, 0.75, 1);
    }

    assertThat(HistogramQuantiles.rank(state, 0.0)).isBetween(1 / 3.0, 1.0);
    assertThat(HistogramQuantiles.rank(state, Double.MIN_VALUE)).isEqualTo(1.0);
  }
}
