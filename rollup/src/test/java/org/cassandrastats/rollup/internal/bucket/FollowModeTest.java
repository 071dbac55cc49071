/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.rollup.internal.bucket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.cassandrastats.client.api.StatsException;
import org.cassandrastats.client.internal.text.TimeTexts;
import org.cassandrastats.rollup.internal.time.Buckets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class FollowModeTest {
  @ParameterizedTest
  @CsvSource({
    "1h, , 10h, 2026-07-01T12:03:00Z, 2026-07-01T12:05:00Z",
    "1h, , 10h, 2026-07-01T12:05:00Z, 2026-07-01T13:05:00Z",
    "1h, , 10m, 2026-07-01T12:05:00Z, 2026-07-01T12:15:00Z",
    "1mo, Europe/Berlin, 1000d, 2026-10-31T22:04:59Z, 2026-10-31T23:05:00Z",
    "1mo, Europe/Berlin, 1000d, 2026-10-31T23:05:00Z, 2026-11-30T23:05:00Z",
  })
  void should_run_when_a_bucket_is_complete(
      String bucket, String zone, String every, Instant begun, Instant expected) {
    FollowMode following =
        new FollowMode(Buckets.of(bucket, zone), Duration.ofMinutes(5), TimeTexts.parse(every));

    assertThat(following.next(begun)).isEqualTo(expected);
  }

  @Test
  void should_end_with_what_a_run_throws() {
    FollowMode following =
        new FollowMode(Buckets.of("1h", null), Duration.ZERO, Duration.ofMillis(1));
    List<Boolean> runs = new ArrayList<>();

    assertThatThrownBy(
            () ->
                following.go(
                    () ->
                        stop -> {
                          runs.add(stop.getAsBoolean());
                          if (runs.size() == 3) {
                            throw new StatsException("enough");
                          }
                        },
                    () -> runs.add(true)))
        .hasMessage("enough");
    assertThat(runs).containsExactly(false, false, false);
  }

  @Test
  void should_end_after_the_run_in_which_it_is_closed() throws Exception {
    FollowMode following =
        new FollowMode(Buckets.of("1h", null), Duration.ZERO, Duration.ofMillis(1));
    CountDownLatch begun = new CountDownLatch(1);
    List<Boolean> runs = new ArrayList<>();
    Thread runner =
        new Thread(
            () ->
                following.go(
                    () ->
                        stop -> {
                          begun.countDown();
                          while (!stop.getAsBoolean()) {
                            Thread.onSpinWait();
                          }
                          runs.add(true);
                        },
                    () -> runs.add(false)));
    runner.start();
    begun.await();

    following.close();

    assertThat(runs).containsExactly(true, false);
    runner.join();
  }

  @Test
  void should_not_wait_where_nothing_was_begun() {
    List<Boolean> runs = new ArrayList<>();
    FollowMode following =
        new FollowMode(Buckets.of("1h", null), Duration.ZERO, Duration.ofMillis(1));

    following.close();
    following.go(() -> stop -> runs.add(true), () -> runs.add(false));

    assertThat(runs).containsExactly(false);
  }

  @Test
  void should_not_wait_for_itself_where_a_run_closes_it() {
    FollowMode following =
        new FollowMode(Buckets.of("1h", null), Duration.ZERO, Duration.ofMillis(1));
    List<Boolean> runs = new ArrayList<>();

    following.go(
        () ->
            stop -> {
              following.close();
              runs.add(stop.getAsBoolean());
            },
        () -> runs.add(false));

    assertThat(runs).containsExactly(true, false);
  }

  @Test
  void should_wait_while_a_run_is_prepared_and_begin_none() throws Exception {
    FollowMode following =
        new FollowMode(Buckets.of("1h", null), Duration.ZERO, Duration.ofMillis(1));
    CountDownLatch preparing = new CountDownLatch(1);
    CountDownLatch prepared = new CountDownLatch(1);
    List<Boolean> runs = new ArrayList<>();
    Thread runner =
        new Thread(
            () ->
                following.go(
                    () -> {
                      preparing.countDown();
                      awaitUninterruptibly(prepared);
                      return stop -> runs.add(true);
                    },
                    () -> runs.add(false)));
    runner.start();
    preparing.await();
    Thread closer = new Thread(following::close);
    closer.start();
    while (closer.getState() != Thread.State.TIMED_WAITING) {
      Thread.onSpinWait();
    }
    prepared.countDown();

    closer.join();

    assertThat(runs).doesNotContain(true);
    runner.join();
    assertThat(runs).containsExactly(false);
  }

  @Test
  void should_refuse_to_run_twice() {
    FollowMode following =
        new FollowMode(Buckets.of("1h", null), Duration.ZERO, Duration.ofMillis(1));
    following.close();
    following.go(() -> stop -> {}, () -> {});

    assertThatThrownBy(() -> following.go(() -> stop -> {}, () -> {}))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("make another one");
  }

  private static void awaitUninterruptibly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException interrupted) {
      throw new AssertionError(interrupted);
    }
  }
}
