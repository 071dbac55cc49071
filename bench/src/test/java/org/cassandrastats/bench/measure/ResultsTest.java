/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class ResultsTest {
  private static final Cell CELL = Cell.of("native");
  private static final Results RESULTS =
      new Results(
          List.of(
              new MeasuredRun(CELL.texts(), 0, false, Attempt.exact(1, null)),
              new MeasuredRun(CELL.texts(), 1, false, Attempt.exact(3, null)),
              new MeasuredRun(
                  CELL.texts(), 2, false, Attempt.failed(100, new IllegalStateException("late"))),
              new MeasuredRun(CELL.texts(), 3, false, Attempt.wrong(200, "off")),
              new MeasuredRun(CELL.texts(), 0, true, Attempt.exact(9, 8.0)),
              new MeasuredRun(Map.of("lane", "other"), 0, false, Attempt.exact(50, null))));

  @Test
  void should_take_times_from_exact_answers_without_tracing_only() {
    assertThat(RESULTS.client(CELL)).isEqualTo(Spread.of(1, 3));
    assertThat(RESULTS.server(CELL)).hasValue(8);
    assertThat(RESULTS.tracedClient(CELL)).hasValue(9);
  }

  @Test
  void should_count_how_requests_ended() {
    assertThat(RESULTS.exact()).isEqualTo(4);
    assertThat(RESULTS.failed()).isEqualTo(1);
    assertThat(RESULTS.wrong()).hasSize(1);
    assertThat(RESULTS.failures(CELL)).isEqualTo("IllegalStateException x1, WRONG x1");
  }

  @Test
  void should_compare_later_runs_with_earlier_ones() {
    assertThat(RESULTS.laterOverEarlier()).isEqualTo(3);
    assertThat(new Results(List.of()).laterOverEarlier()).isNaN();
  }
}
