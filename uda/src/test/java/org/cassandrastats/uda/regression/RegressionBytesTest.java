/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.regression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.cassandrastats.uda.contract.Blobs;
import org.cassandrastats.udf.regression.Regression;
import org.cassandrastats.udf.regression.RegressionState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The bytes that are written, and the buffers that are changed in place. */
class RegressionBytesTest {
  private static final ByteBuffer NONE = Blobs.none();

  @Test
  void should_write_version_2() throws IOException {
    assertBytes("regression", new double[] {1, 3, 2, 0}, new double[] {10, 20, 40, Double.NaN});
    assertBytes("regression-overflow", new double[] {1e200, -1e200, 1e200}, new double[] {1, 2, 4});
  }

  private static void assertBytes(String fixture, double[] y, double[] x) throws IOException {
    try (InputStream file =
        RegressionBytesTest.class.getResourceAsStream("/states/v2/" + fixture + ".hex")) {
      String text = new String(file.readAllBytes(), StandardCharsets.US_ASCII);
      assertThat(Blobs.hex(RegressionOfPairs.state(y, x)))
          .isEqualTo(Blobs.hex(Blobs.fromHex(text)));
    }
  }

  @Test
  void should_change_an_own_state_in_place_and_refuse_any_other() {
    ByteBuffer own = RegressionAggregates.accumulate(NONE, 1.5, 2);
    ByteBuffer stored = Blobs.stored(Regression.state(own));

    assertThat(RegressionAggregates.accumulate(own, 2.5, 3)).isSameAs(own);
    assertThat(RegressionAggregates.accumulate(own, Double.NaN, 3)).isSameAs(own);
    ByteBuffer merged = RegressionAggregates.union(Blobs.startOfMerge(), stored);
    assertThat(merged).isNotSameAs(stored);
    assertThat(RegressionAggregates.union(merged, stored)).isSameAs(merged);
    assertThatThrownBy(() -> RegressionAggregates.accumulate(stored, 1, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("expected the empty blob 0x")
        .hasMessageContaining("found 104 other bytes")
        .hasMessageContaining("join stored states with regression_union");
  }

  /** Whatever overflows on the way, and in however many parts, is the one NaN. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 6})
  void should_write_what_overflowed_as_one_number(int parts) {
    double[] y = {1.7e308, -1.7e308, 0, 1e308, 1e308, -1e308};
    double[] x = {0, 1e308, 1.7e308, -1.7e308, 1e-300, 1.7e308};

    ByteBuffer state = RegressionOfPairs.merged(y, x, parts);

    for (int offset = RegressionState.Y + 8; offset < RegressionState.END; offset += 8) {
      if (offset != RegressionState.X) {
        assertThat(state.getLong(offset)).as("at %d", offset).isEqualTo(0x7ff8000000000000L);
      }
    }
    assertThat(Regression.isValid(state)).isTrue();
    assertThat(Regression.count(state)).isEqualTo(6);
    assertThat(Regression.text(state))
        .isEqualTo("regression count=6 skipped=0 slope=null intercept=null r2=null");
  }

  @ParameterizedTest
  @ValueSource(
      ints = {RegressionState.SQUARES_Y, RegressionState.SQUARES_X, RegressionState.PRODUCTS})
  void should_refuse_sums_that_no_pairs_have(int offset) {
    ByteBuffer state = RegressionOfPairs.state(new double[] {1, 3, 2}, new double[] {10, 20, 40});
    double sum = state.getDouble(offset);

    assertRefused(state, offset, offset == RegressionState.PRODUCTS ? 1e3 : -sum);
    assertRefused(state, offset, Double.POSITIVE_INFINITY);
    assertRefused(state, offset, Double.longBitsToDouble(0x7ff8000000000001L));
    assertRefused(state, RegressionState.Y, Double.NaN);
    for (int zero = RegressionState.SQUARES_Y; zero < RegressionState.PRODUCTS; zero += 8) {
      // Values that are all equal neither deviate nor have products.
      assertRefused(state, zero, 0);
    }
    ByteBuffer one = RegressionOfPairs.state(new double[] {1}, new double[] {10});
    assertRefused(one, offset, 1);
    ByteBuffer skipped = RegressionOfPairs.state(new double[] {1}, new double[] {Double.NaN});
    assertRefused(skipped, RegressionState.X, 1);
    assertRefused(skipped, offset, 1);
  }

  private static void assertRefused(ByteBuffer state, int offset, double number) {
    byte[] bytes = Blobs.bytes(state);
    ByteBuffer.wrap(bytes).putDouble(offset, number);
    ByteBuffer forged = ByteBuffer.wrap(Blobs.sealed(bytes));

    assertThat(Regression.isValid(forged)).as("%s at %d", number, offset).isFalse();
    assertThatThrownBy(() -> RegressionAggregates.union(NONE, forged))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("not a regression state: expected ");
  }

  /** Each passes for a state of some pairs, but not both together. */
  @Test
  void should_give_no_number_for_products_that_only_altered_states_have() {
    byte[] bytes = Blobs.bytes(RegressionOfPairs.state(new double[] {1, 2}, new double[] {1, 2}));
    for (int offset : new int[] {RegressionState.SQUARES_Y, RegressionState.SQUARES_X}) {
      ByteBuffer.wrap(bytes).putDouble(offset, Double.MIN_VALUE);
    }
    ByteBuffer.wrap(bytes).putDouble(RegressionState.PRODUCTS, 0x1p-969);
    ByteBuffer altered = ByteBuffer.wrap(Blobs.sealed(bytes));
    assertThat(Regression.isValid(altered)).isTrue();

    ByteBuffer union = RegressionAggregates.union(altered, altered);

    assertThat(Regression.isValid(union)).isTrue();
    assertThat(union.getDouble(RegressionState.PRODUCTS)).isNaN();
    assertThat(Regression.covarPop(union)).isNull();
  }

  @Test
  void should_refuse_to_count_past_the_largest_bigint_and_change_nothing() {
    byte[] bytes = Blobs.bytes(RegressionOfPairs.state(new double[] {1, 2}, new double[] {3, 5}));
    ByteBuffer.wrap(bytes).putLong(RegressionState.SKIPPED, Long.MAX_VALUE);
    ByteBuffer full = ByteBuffer.wrap(Blobs.sealed(bytes));
    ByteBuffer skipping = RegressionOfPairs.state(new double[] {1}, new double[] {Double.NaN});
    ByteBuffer own = RegressionAggregates.union(Blobs.startOfMerge(), skipping);
    String before = Blobs.hex(own);

    assertThatThrownBy(() -> RegressionAggregates.union(own, full))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("regression: the count would exceed 2^63-1");
    assertThat(Blobs.hex(own)).isEqualTo(before);
  }
}
