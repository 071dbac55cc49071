/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.ddsketch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.datadoghq.sketch.ddsketch.DDSketch;
import com.datadoghq.sketch.ddsketch.mapping.LogarithmicMapping;
import com.datadoghq.sketch.ddsketch.store.Bin;
import com.datadoghq.sketch.ddsketch.store.CollapsingLowestDenseStore;
import com.datadoghq.sketch.ddsketch.store.Store;
import java.nio.ByteBuffer;
import java.util.Iterator;
import java.util.Random;
import org.cassandrastats.udf.ddsketch.Ddsketch;
import org.cassandrastats.udf.ddsketch.DdsketchState;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The same bins, counts and quantiles as DataDog's sketches-java with bins of the same size. */
class DdsketchOracleTest {
  @ParameterizedTest
  @CsvSource({"0.001, 0.2", "0.001, 3", "0.01, 1", "0.01, 30", "0.05, 5", "0.2, 100"})
  void should_count_as_sketches_java_does(double error, double spread) {
    for (long seed = 1; seed <= 5; seed++) {
      Random random = new Random(seed);
      DDSketch oracle =
          new DDSketch(
              new LogarithmicMapping(Math.exp(2 * error), 0),
              () -> new CollapsingLowestDenseStore(DdsketchState.MAXIMUM_BINS));
      ByteBuffer state = ByteBuffer.allocate(0);
      for (int i = 0; i < 10_000; i++) {
        double magnitude = Math.exp(spread * random.nextGaussian());
        double value = random.nextInt(3) == 0 ? -magnitude : magnitude;
        oracle.accept(value);
        state = DdsketchAggregates.accumulate(state, value, error);
      }

      String description = "error " + error + ", spread " + spread + ", seed " + seed;
      assertThat((double) Ddsketch.count(state)).as(description).isEqualTo(oracle.getCount());
      assertSameBins(state, DdsketchState.NEGATIVE, oracle.getNegativeValueStore(), description);
      assertSameBins(state, DdsketchState.POSITIVE, oracle.getPositiveValueStore(), description);
      for (double quantile = 0.01; quantile < 1; quantile += 0.01) {
        // Its rank is that of the first value above quantile x (count - 1).
        double theirs = oracle.getValueAtQuantile(quantile);
        double rank = Math.floor(quantile * 9_999) + 1;
        double ours = Ddsketch.quantile(state, rank / 10_000);
        assertThat(ours)
            .as("quantile %s, %s", quantile, description)
            .isCloseTo(theirs, within(1e-9 * Math.abs(theirs)));
      }
    }
  }

  /** Our bin i ends at g^i, its bin i begins there. */
  private static void assertSameBins(ByteBuffer state, int sign, Store store, String description) {
    int lowest = state.getInt(sign);
    int bins = state.getInt(sign + DdsketchState.BINS);
    int negatives = state.getInt(DdsketchState.NEGATIVE + DdsketchState.BINS);
    assertThat(store.getMinIndex()).as(description).isEqualTo(lowest - 1);
    assertThat(store.getMaxIndex()).as(description).isEqualTo(lowest - 1 + bins - 1);
    for (Iterator<Bin> ascending = store.getAscendingIterator(); ascending.hasNext(); ) {
      Bin bin = ascending.next();
      int up = bin.getIndex() + 1 - lowest;
      int place = sign == DdsketchState.NEGATIVE ? negatives - 1 - up : negatives + 1 + up;
      assertThat((double) state.getLong(DdsketchState.COUNTS + 8 * place))
          .as("bin %d, %s", bin.getIndex(), description)
          .isEqualTo(bin.getCount());
    }
  }
}
