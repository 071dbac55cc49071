/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class SpreadTest {
  @Test
  void should_interpolate_quartiles_as_r_and_numpy_do() {
    // numpy.percentile([3, 1, 2, 10], [25, 50, 75])
    Spread spread = Spread.of(3, 1, 2, 10);

    assertThat(spread).isEqualTo(new Spread(4, 1.75, 2.5, 4.75));
  }

  @Test
  void should_be_the_number_itself_for_one_number() {
    assertThat(Spread.of(7)).isEqualTo(new Spread(1, 7, 7, 7));
  }

  @Test
  void should_know_nothing_of_no_numbers() {
    assertThat(Spread.of().isKnown()).isFalse();
    assertThat(Spread.of().median()).isNaN();
  }

  @Test
  void should_change_its_unit() {
    assertThat(Spread.of(1, 2, 3).times(1000)).isEqualTo(new Spread(3, 1500, 2000, 2500));
  }
}
