/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.tdigest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
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
    }
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

  @Test
  void should_refuse_lists_that_are_too_long() {
    List<Double> longest = IntStream.range(0, 4096).mapToObj(i -> i / 4096.0).toList();
    List<Double> longer = IntStream.range(0, 4097).mapToObj(i -> i / 4097.0).toList();

    assertThat(Tdigest.quantiles(state, longest)).hasSize(4096);
    assertThat(TdigestDistribution.cdf(state, longest)).hasSize(4097);
    assertThat(TdigestDistribution.pmf(state, longest)).hasSize(4097);
    assertRefused(
        () -> Tdigest.quantiles(state, longer),
        "tdigest: expected at most 4096 quantiles, found 4097");
    String splits = "tdigest: expected at most 4096 splits, found 4097";
    assertRefused(() -> TdigestDistribution.cdf(state, longer), splits);
    assertRefused(() -> TdigestDistribution.pmf(state, longer), splits);
  }

  private static void assertRefused(ThrowingCallable call, String message) {
    assertThatThrownBy(call)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }
}
