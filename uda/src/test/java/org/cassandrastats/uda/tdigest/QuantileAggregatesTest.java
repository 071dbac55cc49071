/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.tdigest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.cassandrastats.uda.contract.Blobs;
import org.cassandrastats.udf.tdigest.AskedQuantiles;
import org.cassandrastats.udf.tdigest.Tdigest;
import org.cassandrastats.udf.tdigest.TdigestAccessors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Quantiles in one step are those that a digest of the same rows is asked for. */
class QuantileAggregatesTest {
  private static final long SEED = 20261201;
  private static final List<Double> QUANTILES = List.of(0.0, 0.01, 0.25, 0.5, 0.9, 0.999, 1.0);

  /** Buffered values, buffers that grow, and centroids. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 8, 9, 100, 1640, 1641, 50_000})
  void should_answer_as_a_digest_does(int rows) {
    Random random = new Random(SEED);
    ByteBuffer digest = Blobs.none();
    ByteBuffer all = Blobs.none();
    ByteBuffer one = Blobs.none();
    for (int row = 0; row < rows; row++) {
      double value = random.nextInt(20) == 0 ? Double.NaN : random.nextGaussian();
      digest = TdigestAggregates.accumulate(digest, value);
      all = QuantileAggregates.accumulateAll(all, value, QUANTILES);
      one = QuantileAggregates.accumulate(one, value, 0.9);
    }

    assertThat(AskedQuantiles.values(all)).isEqualTo(Tdigest.quantiles(digest, QUANTILES));
    assertThat(AskedQuantiles.value(one)).isEqualTo(Tdigest.quantile(digest, 0.9));
    assertThat(Blobs.hex(all)).isEqualTo(Blobs.hex(digest));
    assertThat(Blobs.hex(one)).isEqualTo(Blobs.hex(digest));
  }

  @Test
  void should_give_null_without_values_and_of_stored_digests() {
    ByteBuffer none = QuantileAggregates.accumulate(Blobs.none(), Double.NaN, 0.5);
    ByteBuffer stored = Blobs.stored(QuantileAggregates.accumulate(Blobs.none(), 2.5, 0.5));

    assertThat(none.remaining()).isZero();
    assertThat(AskedQuantiles.value(none)).isNull();
    assertThat(AskedQuantiles.values(none)).isNull();
    assertThat(AskedQuantiles.value(null)).isNull();
    assertThat(AskedQuantiles.value(stored)).isNull();
    assertThat(AskedQuantiles.values(stored)).isNull();
    assertThat(Tdigest.quantile(stored, 0.5)).isEqualTo(2.5);
  }

  @Test
  void should_ask_for_no_quantiles_at_all() {
    ByteBuffer state = QuantileAggregates.accumulateAll(Blobs.none(), 2.5, List.of());

    assertThat(QuantileAggregates.accumulateAll(state, 3.5, List.of())).isSameAs(state);
    assertThat(AskedQuantiles.values(state)).isEmpty();
    assertThat(AskedQuantiles.value(state)).isNull();
  }

  @Test
  void should_change_its_own_state_in_place_and_refuse_any_other() {
    ByteBuffer own = QuantileAggregates.accumulate(Blobs.none(), 3.0, 0.5);
    ByteBuffer digest = TdigestAggregates.accumulate(Blobs.none(), 3.0);
    ByteBuffer several = QuantileAggregates.accumulateAll(Blobs.none(), 3.0, QUANTILES);

    assertThat(QuantileAggregates.accumulate(own, 4.0, 0.5)).isSameAs(own);
    assertThat(TdigestAccessors.count(own)).isEqualTo(2);
    assertRefused(() -> TdigestAggregates.accumulate(own, 4.0), "found 48 other bytes");
    for (ByteBuffer other : List.of(digest, Blobs.stored(own), ByteBuffer.wrap(new byte[1]))) {
      assertRefused(
          () -> QuantileAggregates.accumulate(other, 4.0, 0.5),
          "quantile: expected the empty blob 0x or the state of its own last call");
    }
    String others = "they must be the same for every row";
    assertRefused(() -> QuantileAggregates.accumulate(own, 4.0, 0.6), others);
    assertRefused(() -> QuantileAggregates.accumulate(several, 4.0, 0.5), others);
    assertRefused(() -> QuantileAggregates.accumulateAll(own, 4.0, List.of(0.5, 0.6)), others);
    assertRefused(() -> QuantileAggregates.accumulateAll(own, 4.0, List.of()), others);
    assertRefused(
        () -> QuantileAggregates.accumulateAll(own, 4.0, Arrays.asList((Double) null)), others);
    assertThat(AskedQuantiles.value(own)).isEqualTo(3.5);
  }

  @Test
  void should_refuse_what_is_no_quantile() {
    for (Double wrong : Arrays.asList(null, -0.1, 1.1, Double.NaN)) {
      String message = "quantile: expected a quantile from 0 to 1, found " + wrong;
      assertRefused(
          () -> QuantileAggregates.accumulateAll(Blobs.none(), 1, Arrays.asList(0.5, wrong)),
          message);
      if (wrong != null) {
        assertRefused(() -> QuantileAggregates.accumulate(Blobs.none(), 1, wrong), message);
      }
    }
    List<Double> longer = IntStream.range(0, 4097).mapToObj(i -> i / 4097.0).toList();
    assertRefused(
        () -> QuantileAggregates.accumulateAll(Blobs.none(), 1, longer),
        "expected at most 4096 quantiles, found 4097");
  }

  private static void assertRefused(ThrowingCallable call, String message) {
    assertThatThrownBy(call)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }
}
