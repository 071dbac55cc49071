/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.cassandrastats.client.range.Range;
import org.junit.jupiter.api.Test;

/** How many parts are begun before those that have failed are read. */
final class ScheduleTest {
  private static final int TAKEN = Schedule.MOST_WAITING + 20;

  private static KeysSource keys() {
    Set<Long> keys = LongStream.range(0, 20_000).boxed().collect(Collectors.toSet());
    return new KeysSource(keys, 1000, 0, 1);
  }

  /** A part whose pause is longer than it takes to begin a hundred. */
  private static Part<Long> failedOften(Part<Long> part) {
    return new Part<>(part.range(), part.width(), part.replicas(), 6, 6, 0, false, null);
  }

  @Test
  void should_leave_few_gaps_while_everything_fails() throws InterruptedException {
    Schedule<Long> schedule = new Schedule<>(keys(), new Pace(1, 100), () -> false);
    Set<Range<Long>> begun = new HashSet<>();

    for (int i = 0; i < TAKEN; i++) {
      Part<Long> part = schedule.take();
      begun.add(part.range());
      schedule.again(part, List.of(failedOften(part)));
    }

    assertThat(begun).hasSize(Schedule.MOST_WAITING);
  }

  @Test
  void should_read_a_gap_first_when_memory_is_full() throws Exception {
    AtomicBoolean full = new AtomicBoolean();
    Schedule<Long> schedule = new Schedule<>(keys(), new Pace(1, 100), full::get);
    Part<Long> gap = schedule.take();
    Part<Long> beyond = schedule.take();
    full.set(true);
    schedule.finished(beyond);
    ExecutorService other = Executors.newSingleThreadExecutor();
    try {
      Future<Part<Long>> next = other.submit(schedule::take);
      boolean begun = true;
      try {
        next.get(300, TimeUnit.MILLISECONDS);
      } catch (TimeoutException waiting) {
        begun = false;
      }

      assertThat(begun).isFalse();
      schedule.again(gap, List.of(gap));
      assertThat(next.get()).isEqualTo(gap);
    } finally {
      other.shutdownNow();
    }
  }

  @Test
  void should_begin_a_part_when_memory_is_full_and_no_gap_is_left() throws InterruptedException {
    Schedule<Long> schedule = new Schedule<>(keys(), new Pace(1, 100), () -> true);

    Part<Long> first = schedule.take();
    schedule.finished(first);

    assertThat(schedule.take().range().lower()).isEqualTo(first.range().upper());
  }
}
