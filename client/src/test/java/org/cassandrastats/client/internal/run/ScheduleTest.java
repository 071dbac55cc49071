/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.internal.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
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
import org.cassandrastats.client.internal.range.Range;
import org.cassandrastats.client.internal.range.Range.Part;
import org.cassandrastats.client.internal.run.Schedule.RequestSizer;
import org.junit.jupiter.api.Test;

/** How wide parts are, and how many are begun before those that have failed are read. */
final class ScheduleTest {
  private static final int TAKEN = Schedule.MOST_WAITING + 20;
  private static final int WORKERS = 4;

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
    Schedule<Long> schedule =
        new Schedule<>(keys(), new RequestSizer(1, 100), WORKERS, () -> false);
    Set<Range<Long>> begun = new HashSet<>();

    for (int i = 0; i < TAKEN; i++) {
      Part<Long> part = schedule.take();
      begun.add(part.range());
      schedule.again(part, List.of(failedOften(part)));
    }

    assertThat(begun).hasSize(Schedule.MOST_WAITING);
  }

  /** However many larger ones have failed. */
  @Test
  void should_begin_parts_without_a_pause_that_load_is_not_the_reason_for()
      throws InterruptedException {
    Schedule<Long> schedule =
        new Schedule<>(keys(), new RequestSizer(1, 100), WORKERS, () -> false);
    Part<Long> large = failedOften(schedule.take());
    List<Part<Long>> halves = keys().halves(large);

    schedule.atOnce(large, halves);

    assertThat(List.of(schedule.take(), schedule.take())).isEqualTo(halves);
    Part<Long> other = schedule.take();
    schedule.again(other, keys().halves(failedOften(other)));
    assertThat(schedule.take().range().lower()).isEqualTo(other.range().upper());
  }

  @Test
  void should_read_a_gap_first_when_memory_is_full() throws Exception {
    AtomicBoolean full = new AtomicBoolean();
    Schedule<Long> schedule = new Schedule<>(keys(), new RequestSizer(1, 100), WORKERS, full::get);
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
    Schedule<Long> schedule = new Schedule<>(keys(), new RequestSizer(1, 100), WORKERS, () -> true);

    Part<Long> first = schedule.take();
    schedule.finished(first);

    assertThat(schedule.take().range().lower()).isEqualTo(first.range().upper());
  }

  @Test
  void should_narrow_parts_towards_the_end_so_that_workers_end_together()
      throws InterruptedException {
    Schedule<Long> schedule =
        new Schedule<>(keys(), new RequestSizer(1, 1000), WORKERS, () -> false);
    List<Double> widths = new ArrayList<>();

    for (Part<Long> part = schedule.take(); part != null; part = schedule.take()) {
      widths.add(part.width());
      schedule.finished(part);
    }

    double all = 19_999;
    double read = 0;
    for (int i = 0; i < widths.size() - 1; i++) {
      double share = Math.max(125, (all - read) / WORKERS);
      assertThat(widths.get(i))
          .as("part %d of %s", i, widths)
          .isEqualTo(Math.min(1000, share), within(1.0));
      read += widths.get(i);
    }
    // The last one is what is left; its width is not measured.
    assertThat(widths.get(widths.size() - 1)).isZero();
    assertThat(all - read).isBetween(0.0, 125.0);
  }
}
