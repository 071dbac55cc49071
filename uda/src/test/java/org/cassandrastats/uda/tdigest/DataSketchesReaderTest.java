/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.tdigest;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.apache.datasketches.memory.Memory;
import org.apache.datasketches.tdigest.TDigestDouble;
import org.cassandrastats.uda.contract.Blobs;
import org.cassandrastats.udf.tdigest.Tdigest;
import org.cassandrastats.udf.tdigest.TdigestAccessors;
import org.cassandrastats.udf.tdigest.TdigestFinish;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Digests of this project are read by datasketches-java. It drops the buffered values of an image
 * without a word (at least up to release 9), so a final state has none.
 */
class DataSketchesReaderTest {
  private static final int FLAGS = 5;
  private static final int REVERSE = 4;

  @ParameterizedTest
  @CsvSource({
    "10, 1",
    "10, 2",
    "10, 30",
    "10, 1000",
    "10, 100000",
    "29, 50",
    "29, 10000",
    "30, 50",
    "30, 10000",
    "100, 1",
    "100, 2",
    "100, 50",
    "100, 841",
    "100, 10000",
    "100, 200000",
    "1000, 1",
    "1000, 2000",
    "1000, 100000",
    "32767, 3",
    "32767, 100000"
  })
  void should_be_read(int k, int n) {
    TDigestDouble read = read(state(k, 0, n));

    assertThat(read.getK()).isEqualTo((short) k);
    assertThat(read.getTotalWeight()).isEqualTo(n);
    assertThat(read.getMinValue()).isEqualTo(0.0);
    assertThat(read.getMaxValue()).isEqualTo(FixtureColumn.maximum(n));
  }

  /** As they are in the image that the library writes after it read ours. */
  @ParameterizedTest
  @CsvSource({"10, 5", "100, 2", "100, 50", "1000, 500"})
  void should_hand_over_the_very_values(int k, int n) {
    ByteBuffer image =
        ByteBuffer.wrap(read(state(k, 0, n)).toByteArray()).order(ByteOrder.LITTLE_ENDIAN);

    double[] means = new double[n];
    for (int i = 0; i < n; i++) {
      means[i] = image.getDouble(32 + 16 * i);
      assertThat(image.getLong(40 + 16 * i)).isEqualTo(1);
    }
    assertThat(image.limit()).isEqualTo(32 + 16 * n);
    assertThat(means).isEqualTo(Arrays.stream(FixtureColumn.of(n)).sorted().toArray());
  }

  /** Merges and further values in the other library, and the way back. */
  @ParameterizedTest
  @CsvSource({"10, 1000", "100, 1", "100, 600", "100, 10000", "1000, 10000"})
  void should_be_continued_and_come_back(int k, int n) {
    TDigestDouble there = read(state(k, 0, n));
    there.update(-1);
    there.merge(read(state(k, n, 2 * n)));
    ByteBuffer back = ByteBuffer.wrap(there.toByteArray());

    assertThat(TdigestAccessors.isValid(back)).isTrue();
    assertThat(TdigestAccessors.count(back)).isEqualTo(2L * n + 1);
    assertThat(TdigestAccessors.min(back)).isEqualTo(-1.0);
    assertThat(TdigestAccessors.max(back)).isEqualTo(FixtureColumn.maximum(2 * n));
    double median = Tdigest.quantile(back, 0.5);
    assertThat(FixtureColumn.rankError(2 * n, 0.5, median)).isLessThan(2.0 / k + 1.0 / n);
  }

  @Test
  void should_be_read_with_either_direction_of_the_next_merge() {
    Set<Integer> directions = new HashSet<>();
    for (int n = 2000; n < 10000; n += 400) {
      ByteBuffer state = state(100, 0, n);
      directions.add(state.get(FLAGS) & REVERSE);
      assertThat(read(state).getTotalWeight()).as("n = %d", n).isEqualTo(n);
    }
    assertThat(directions).containsExactlyInAnyOrder(0, REVERSE);
  }

  private static ByteBuffer state(int k, int start, int stop) {
    ByteBuffer state = Blobs.none();
    for (double value : FixtureColumn.between(start, stop)) {
      state = TdigestAggregates.accumulate(state, value, k);
    }
    return TdigestFinish.state(state);
  }

  private static TDigestDouble read(ByteBuffer state) {
    return TDigestDouble.heapify(Memory.wrap(Blobs.bytes(state)));
  }
}
