/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** When a study begins to count its runs. */
final class WarmUpTest {
  private static final Dimension<Integer> NUMBER = new Dimension<>("number");

  private final Rounds.WarmUp warmUp = new Rounds.WarmUp();

  private boolean round(double... seconds) {
    for (int i = 0; i < seconds.length; i++) {
      warmUp.add(Cell.of("native").with(NUMBER, i), seconds[i]);
    }
    return warmUp.endRound();
  }

  @Test
  void should_go_on_while_half_of_the_cells_get_faster() {
    assertThat(List.of(round(9, 5, 1), round(8, 4, 1), round(7, 3, 1), round(6.9, 2.9, 1)))
        .containsExactly(true, true, true, false);
  }

  @Test
  void should_compare_with_the_shortest_time_so_far() {
    assertThat(List.of(round(4), round(2), round(3), round(2)))
        .as("a slow round between two of the same time")
        .containsExactly(true, true, false, false);
  }

  @Test
  void should_end_where_nothing_was_answered() {
    assertThat(round()).isFalse();
  }
}
