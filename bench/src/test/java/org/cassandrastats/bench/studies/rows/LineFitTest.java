/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.rows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

final class LineFitTest {
  private static final double[] ROWS = {1e4, 1e5, 1e6};

  @Test
  void should_find_a_line_and_where_it_crosses() {
    LineFit fit = LineFit.of(ROWS, new double[] {0.02, 0.11, 1.01});

    assertThat(fit.fixed()).isCloseTo(0.01, within(1e-9));
    assertThat(fit.perRow()).isCloseTo(1e-6, within(1e-15));
    assertThat(fit.rows(5)).isCloseTo(4.99e6, within(1.0));
    assertThat(fit.largestDeviation(ROWS, new double[] {0.02, 0.11, 1.01}))
        .isCloseTo(0, within(1e-9));
  }

  @Test
  void should_not_let_the_largest_time_decide_alone() {
    double[] seconds = {0.02, 0.11, 2.02};

    LineFit fit = LineFit.of(ROWS, seconds);

    assertThat(fit.seconds(1e4)).isCloseTo(0.02, within(0.005));
    assertThat(fit.largestDeviation(ROWS, seconds)).isGreaterThan(0.2);
  }
}
