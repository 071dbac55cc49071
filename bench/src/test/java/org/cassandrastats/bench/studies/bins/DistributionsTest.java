/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.bins;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.cassandrastats.uda.histogram.HistogramUnion;
import org.junit.jupiter.api.Test;

final class DistributionsTest {
  private static final Distributions DISTRIBUTIONS = Distributions.generate(300, 20261122);

  @Test
  void should_give_the_same_distributions_for_the_same_seed() {
    Distributions same = Distributions.generate(300, 20261122);
    Distributions other = Distributions.generate(300, 20261123);

    for (int record = 0; record < 300; record++) {
      assertThat(same.counts(record)).isEqualTo(DISTRIBUTIONS.counts(record));
    }
    assertThat(other.counts(0)).isNotEqualTo(DISTRIBUTIONS.counts(0));
  }

  @Test
  void should_have_the_same_counts_in_bins_and_state() {
    for (int record = 0; record < DISTRIBUTIONS.size(); record++) {
      assertThat(Distributions.counts(DISTRIBUTIONS.state(record)))
          .hasSize(Distributions.BINS)
          .isEqualTo(DISTRIBUTIONS.counts(record));
      assertThat(Arrays.stream(DISTRIBUTIONS.counts(record)).sum()).isEqualTo(500);
    }
  }

  @Test
  void should_differ_from_record_to_record() {
    long different =
        IntStream.range(0, DISTRIBUTIONS.size())
            .mapToObj(record -> Arrays.toString(DISTRIBUTIONS.counts(record)))
            .distinct()
            .count();

    assertThat(different).isEqualTo(DISTRIBUTIONS.size());
  }

  @Test
  void should_increment_one_bin_of_a_state_and_leave_the_generated_one() {
    ByteBuffer stored = ByteBuffer.allocate(DISTRIBUTIONS.state(7).remaining());
    stored.put(DISTRIBUTIONS.state(7)).flip();
    int[] expected = DISTRIBUTIONS.counts(7).clone();
    expected[42]++;

    ByteBuffer incremented = HistogramUnion.union(stored, Distributions.single(42));

    assertThat(Distributions.counts(incremented)).isEqualTo(expected);
    assertThat(Distributions.counts(DISTRIBUTIONS.state(7))).isEqualTo(DISTRIBUTIONS.counts(7));
  }

  @Test
  void should_update_every_bin_of_some_record() {
    assertThat(IntStream.range(0, Distributions.BINS).map(Distributions::updatedBin))
        .doesNotHaveDuplicates();
  }
}
