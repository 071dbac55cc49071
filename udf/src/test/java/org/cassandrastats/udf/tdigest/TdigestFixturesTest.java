/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.tdigest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.within;

import java.nio.ByteBuffer;
import java.util.List;
import org.cassandrastats.udf.state.Fixtures;
import org.junit.jupiter.api.Test;

/** Stored digests are read forever. */
class TdigestFixturesTest {
  @Test
  void should_read_centroids() {
    ByteBuffer state = Fixtures.read("v2/tdigest");

    assertThat(TdigestAccessors.text(state))
        .isEqualTo("tdigest count=4 min=1.0 p25=1.5 p50=2.0 p75=3.0 p99=4.0 max=4.0 k=10");
    assertThat(TdigestAccessors.centroids(state))
        .containsExactly(entry(1.0, 1L), entry(2.0, 2L), entry(4.0, 1L));
    assertThat(Tdigest.rank(state, 2.0)).isEqualTo(0.75);
    assertThat(TdigestDistribution.cdf(state, List.of(0.0, 1.0))).containsExactly(0.0, 0.25, 1.0);
    assertThat(TdigestDistribution.trimmedMean(state, 0.0, 0.75)).isCloseTo(5 / 3.0, within(1e-15));
  }

  @Test
  void should_read_a_single_value() {
    ByteBuffer state = Fixtures.read("v2/tdigest-single");

    assertThat(TdigestAccessors.text(state))
        .isEqualTo("tdigest count=1 min=2.5 p25=2.5 p50=2.5 p75=2.5 p99=2.5 max=2.5 k=100");
    assertThat(TdigestAccessors.count(state)).isEqualTo(1);
  }

  @Test
  void should_know_nothing_of_no_values() {
    ByteBuffer state = Fixtures.read("v2/tdigest-empty");

    assertThat(TdigestAccessors.isValid(state)).isTrue();
    assertThat(TdigestAccessors.count(state)).isZero();
    assertThat(TdigestAccessors.min(state)).isNull();
    assertThat(TdigestAccessors.max(state)).isNull();
    assertThat(TdigestAccessors.text(state)).isNull();
    assertThat(TdigestAccessors.centroids(state)).isNull();
    assertThat(Tdigest.median(state)).isNull();
    assertThat(Tdigest.quantile(state, 0.5)).isNull();
    assertThat(Tdigest.quantiles(state, List.of(0.5))).isNull();
    assertThat(Tdigest.rank(state, 0.5)).isNull();
    assertThat(TdigestDistribution.cdf(state, List.of())).isNull();
    assertThat(TdigestDistribution.pmf(state, List.of())).isNull();
    assertThat(TdigestDistribution.histogram(state, 2)).isNull();
    assertThat(TdigestDistribution.trimmedMean(state, 0.0, 1.0)).isNull();
  }

  @Test
  void should_read_buffered_values() {
    ByteBuffer state = Fixtures.read("v2/tdigest-buffered");

    assertThat(TdigestAccessors.text(state))
        .isEqualTo("tdigest count=2 min=-1.0 p25=-1.0 p50=1.0 p75=3.0 p99=3.0 max=3.0 k=100");
  }
}
