/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.histogram;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.cassandrastats.udf.state.Fixtures;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Stored histogram states are read forever. */
class HistogramFixturesTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "histogram-equal-width | histogram count=5 min=-1.5 max=7.0 bins=4 lo=-1.0 hi=1.0"
            + " underflow=1 overflow=2 █▁█▁",
        "histogram-explicit | histogram count=3 min=0.0 max=3.0 bins=2 edges=[0.0, ..., 10.0]"
            + " underflow=0 overflow=0 ▅█"
      })
  void should_read_version_1(String name, String text) {
    assertThat(HistogramText.text(Fixtures.read("v2/" + name))).isEqualTo(text);
    assertThat(Histogram.isValid(Fixtures.read("v2/" + name))).isTrue();
  }

  @Test
  void should_read_sparse_counts_of_version_1() {
    ByteBuffer state = Fixtures.read("v2/histogram-sparse");
    List<Long> expected = new ArrayList<>(Collections.nCopies(4096, 0L));
    expected.set(7, 1L);
    expected.set(4000, 1L);
    expected.set(4001, 300L);

    assertThat(Histogram.isValid(state)).isTrue();
    assertThat(Histogram.counts(state)).isEqualTo(expected);
    assertThat(Histogram.count(state)).isEqualTo(302);
    assertThat(HistogramQuantiles.quantile(state, 0.5)).isBetween(4001.0, 4002.0);
    assertThat(HistogramQuantiles.rank(state, 8.0)).isEqualTo(1 / 302.0);
  }
}
