/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class LatenciesTest {
  @Test
  void should_interpolate_between_sorted_times() {
    double[] times = new double[101];
    for (int i = 0; i < times.length; i++) {
      times[i] = 100 - i;
    }

    Latencies latencies = Latencies.of(times);

    assertThat(latencies).isEqualTo(new Latencies(101, 0, 25, 50, 75, 80, 95, 100));
    assertThat(Latencies.of(1, 3).p80()).isEqualTo(2.6);
    assertThat(times[0]).isEqualTo(100);
  }

  @Test
  void should_know_nothing_of_no_times() {
    assertThat(Latencies.of().isKnown()).isFalse();
    assertThat(Latencies.of().max()).isNaN();
    assertThat(Latencies.of(7).min()).isEqualTo(7);
  }
}
