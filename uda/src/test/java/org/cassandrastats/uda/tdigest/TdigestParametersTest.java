/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.tdigest;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.cassandrastats.udf.tdigest.Tdigest;
import org.cassandrastats.udf.tdigest.TdigestDistribution;
import org.junit.jupiter.api.Test;

/** Lists of parameters that hold what no parameter can be. */
class TdigestParametersTest {
  private static final String NO_QUANTILE = "expected a quantile from 0 to 1, found ";
  private static final String NO_ASCENT = "expected splits in strictly ascending order, found ";

  private final ByteBuffer state = TdigestAggregates.accumulate(ByteBuffer.allocate(0), 1.5);

  @Test
  void should_refuse_what_is_no_quantile() {
    for (Double wrong : Arrays.asList(null, -0.1, 1.1, Double.NaN)) {
      List<Double> quantiles = Arrays.asList(0.5, wrong);
      assertRefused(() -> Tdigest.quantiles(state, quantiles), NO_QUANTILE + wrong);
      assertRefused(
          () -> ApproxQuantileAggregates.accumulateAll(ByteBuffer.allocate(0), 1.5, quantiles),
          NO_QUANTILE + wrong);
    }
  }

  @Test
  void should_refuse_a_null_among_the_quantiles_of_a_later_row() {
    ByteBuffer begun =
        ApproxQuantileAggregates.accumulateAll(ByteBuffer.allocate(0), 1.5, List.of(0.5));
    List<Double> quantiles = Collections.singletonList(null);

    assertThatThrownBy(() -> ApproxQuantileAggregates.accumulateAll(begun, 2.5, quantiles))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void should_refuse_splits_that_do_not_ascend() {
    for (Double wrong : Arrays.asList(null, 0.5, 0.25, Double.NaN)) {
      List<Double> splits = Arrays.asList(0.5, wrong);
      assertRefused(() -> TdigestDistribution.cdf(state, splits), NO_ASCENT + wrong);
      assertRefused(() -> TdigestDistribution.pmf(state, splits), NO_ASCENT + wrong);
    }
    for (Double wrong : Arrays.asList(null, Double.NaN)) {
      List<Double> splits = Collections.singletonList(wrong);
      assertRefused(() -> TdigestDistribution.cdf(state, splits), NO_ASCENT + wrong);
      assertRefused(() -> TdigestDistribution.pmf(state, splits), NO_ASCENT + wrong);
    }
  }

  private static void assertRefused(ThrowingCallable call, String message) {
    assertThatThrownBy(call)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }
}
