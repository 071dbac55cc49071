/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.tdigest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import org.cassandrastats.uda.contract.Blobs;
import org.cassandrastats.udf.state.LittleEndian;
import org.cassandrastats.udf.tdigest.TdigestState;
import org.cassandrastats.udf.tdigest.WeightedPoints;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class WeightedPointListTest {
  private static final long SEED = 20261125;
  private static final int K = 20;
  private static final int ROWS = 3000;

  private enum Column {
    NORMAL,
    ASCENDING,
    DESCENDING,
    TIES,
    CONSTANT,
    HUGE;

    double value(Random random, int row) {
      return switch (this) {
        case NORMAL -> random.nextGaussian();
        case ASCENDING -> row;
        case DESCENDING -> -row;
        case TIES -> random.nextInt(5);
        case CONSTANT -> 7.5;
        case HUGE -> (random.nextBoolean() ? 1 : -1) * Double.MAX_VALUE * random.nextDouble();
      };
    }
  }

  @ParameterizedTest
  @EnumSource
  void should_read_after_every_row_what_is_read_of_any_state(Column column) {
    Random random = new Random(SEED);
    ByteBuffer state = Blobs.none();
    for (int row = 0; row < ROWS; row++) {
      state = TdigestAggregates.accumulate(state, column.value(random, row), K);
      double[] expectedMeans = new double[TdigestState.maximumMasses(state)];
      long[] expectedWeights = new long[expectedMeans.length];
      int expected = WeightedPoints.load(state, expectedMeans, expectedWeights);

      double[] means = new double[expectedMeans.length];
      long[] weights = new long[means.length];
      int masses = load(state, means, weights);

      assertThat(masses).as("row %d, seed %d", row, SEED).isEqualTo(expected);
      assertThat(Arrays.copyOf(means, masses)).isEqualTo(Arrays.copyOf(expectedMeans, masses));
      assertThat(Arrays.copyOf(weights, masses)).isEqualTo(Arrays.copyOf(expectedWeights, masses));
    }
  }

  /** Compression might not end with them. */
  @ParameterizedTest
  @ValueSource(longs = {0, -1, Long.MIN_VALUE, Long.MAX_VALUE, 1L << 53})
  void should_refuse_a_forged_weight(long weight) {
    ByteBuffer state = compressed();
    LittleEndian.putLong(state, TdigestState.DATA + 8, weight);

    assertRefused(state);
  }

  @ParameterizedTest
  @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, 1e300})
  void should_refuse_a_forged_mean(double mean) {
    ByteBuffer state = compressed();
    LittleEndian.putDouble(state, TdigestState.DATA, mean);

    assertRefused(state);
  }

  private static void assertRefused(ByteBuffer state) {
    int most = TdigestState.maximumMasses(state);
    assertThatThrownBy(() -> load(state, new double[most], new long[most]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("not a tdigest state: expected ");
  }

  private static ByteBuffer compressed() {
    Random random = new Random(SEED);
    ByteBuffer state = Blobs.none();
    for (int row = 0; row < ROWS; row++) {
      state = TdigestAggregates.accumulate(state, random.nextGaussian(), K);
    }
    return state;
  }

  private static int load(ByteBuffer state, double[] means, long[] weights) {
    return WeightedPointList.load(
        state,
        LittleEndian.getInt(state, TdigestState.CENTROIDS),
        LittleEndian.getInt(state, TdigestState.BUFFERED),
        means,
        weights);
  }
}
