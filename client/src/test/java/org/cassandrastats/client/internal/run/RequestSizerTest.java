/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.internal.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.cassandrastats.client.internal.run.Schedule.RequestSizer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class RequestSizerTest {
  @Test
  void should_approach_the_target_time() {
    RequestSizer sizer = new RequestSizer(1, 1);
    for (int request = 0; request < 20; request++) {
      sizer.succeeded(sizer.width(), sizer.width() * 1e-4, 1000);
    }

    assertThat(sizer.width() * 1e-4).isBetween(0.5, 1.0);
  }

  @Test
  void should_grow_in_bounds() {
    RequestSizer sizer = new RequestSizer(1, 10);

    sizer.succeeded(10, 0, 1000);

    assertThat(sizer.width()).isEqualTo(40);
    sizer.succeeded(10, 0, 1000);
    assertThat(sizer.width()).as("planned before the growth").isEqualTo(40);
  }

  @Test
  void should_shrink_at_once() {
    RequestSizer sizer = new RequestSizer(1, 1000);

    sizer.succeeded(1000, 7, 1000);

    assertThat(sizer.width()).isEqualTo(100, within(1e-9));
  }

  @Test
  void should_not_shrink_when_few_rows_are_slow() {
    RequestSizer sizer = new RequestSizer(1, 1000);

    sizer.succeeded(1000, 7, 80);

    assertThat(sizer.width()).isEqualTo(1250, within(1e-9));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 250, 100_000})
  void should_end_although_every_request_is_slower_than_the_target(int rowsOfPartition) {
    RequestSizer sizer = new RequestSizer(1, 10);
    double partitions = 200;
    double widthOfPartition = 1000;
    double position = 0;
    int requests = 0;
    while (position < partitions * widthOfPartition && requests < 100_000) {
      double end = position + sizer.width();
      double read = Math.floor(end / widthOfPartition) - Math.floor(position / widthOfPartition);
      sizer.succeeded(end - position, 2, (long) (read * rowsOfPartition));
      position = end;
      requests++;
    }

    assertThat(requests).isLessThan(1500);
  }

  @Test
  void should_keep_away_from_a_deadline_below_the_target() {
    RequestSizer sizer = new RequestSizer(1, 1000);

    sizer.failed(1000, 0.1, true);
    assertThat(sizer.width()).isEqualTo(500, within(1e-9));
    for (int request = 0; request < 20; request++) {
      sizer.succeeded(sizer.width(), sizer.width() * 1e-4, 1000);
    }

    assertThat(sizer.width() * 1e-4).isBetween(0.05, 0.07);
  }

  @Test
  void should_try_again_what_was_beyond_a_deadline() {
    RequestSizer sizer = new RequestSizer(1, 1000);

    sizer.failed(1000, 0.1, true);
    for (int request = 0; request < 400; request++) {
      sizer.succeeded(sizer.width(), sizer.width() * 1e-4, 1000);
    }

    assertThat(sizer.width() * 1e-4).isBetween(0.6, 0.8);
  }

  @Test
  void should_not_believe_in_deadlines_of_no_time() {
    RequestSizer sizer = new RequestSizer(1, 1000);

    sizer.failed(1000, 0, true);
    for (int request = 0; request < 20; request++) {
      sizer.succeeded(sizer.width(), sizer.width() * 1e-4, 1000);
    }

    assertThat(sizer.width() * 1e-4).isBetween(0.02, 0.03);
  }

  @Test
  void should_take_no_refusal_for_a_deadline() {
    RequestSizer sizer = new RequestSizer(1, 1000);

    sizer.failed(1000, 0.001, false);
    assertThat(sizer.width()).isEqualTo(500, within(1e-9));
    sizer.succeeded(500, 0.7, 1000);

    assertThat(sizer.width()).isEqualTo(500, within(1e-9));
  }

  @Test
  void should_learn_nothing_from_a_part_without_width() {
    RequestSizer sizer = new RequestSizer(1, 1000);

    sizer.succeeded(0, 100, 1000);
    sizer.failed(0, 100, false);

    assertThat(sizer.width()).isEqualTo(1000);
  }
}
