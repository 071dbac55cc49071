/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class PercentilesTest {
  @Test
  void should_interpolate_between_sorted_numbers() {
    double[] numbers = new double[101];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = 100 - i;
    }

    Percentiles sample = Percentiles.of(numbers);

    assertThat(sample.count()).isEqualTo(101);
    for (double percent : new double[] {0, 25, 50, 75, 80, 95, 100}) {
      assertThat(sample.at(percent)).isEqualTo(percent);
    }
    assertThat(Percentiles.of(1, 3).at(80)).isEqualTo(2.6);
    assertThat(numbers[0]).isEqualTo(100);
  }

  @Test
  void should_know_nothing_of_no_numbers() {
    assertThat(Percentiles.of().isKnown()).isFalse();
    assertThat(Percentiles.of().at(100)).isNaN();
    assertThat(Percentiles.of(7).at(0)).isEqualTo(7);
  }
}
