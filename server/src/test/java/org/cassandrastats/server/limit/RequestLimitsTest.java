/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.TimeUnit;
import org.apache.cassandra.db.ConsistencyLevel;
import org.apache.cassandra.exceptions.InvalidRequestException;
import org.apache.cassandra.exceptions.OverloadedException;
import org.apache.cassandra.exceptions.ReadTimeoutException;
import org.apache.cassandra.utils.MonotonicClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RequestLimitsTest {
  private final AggregationLimits limits = new AggregationLimits(16L * PageMemory.STEP);

  @Test
  void should_refuse_a_result_that_is_larger_than_one_may_be() {
    AggregationLimits.RequestLimits request = request(hours(1));
    request.nextRow(4L * PageMemory.STEP);

    assertThatThrownBy(() -> request.nextRow(4L * PageMemory.STEP + 1))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("at most " + 4L * PageMemory.STEP)
        .hasMessageContaining(AggregationLimits.PROPERTY);
    assertThat(limits.getTooLarge()).isOne();
    request.end();
    assertThat(limits.getResultBytes()).isZero();
  }

  /** Memory is reserved in steps, of which a limit need not be a multiple. */
  @ParameterizedTest
  @ValueSource(longs = {1_000_000, 100})
  void should_allow_a_result_up_to_any_limit_and_refuse_a_larger_one_for_good(long all) {
    limits.setLargestResultBytes(all);
    AggregationLimits.RequestLimits request = request(hours(1));
    for (long part = 1; part <= 5; part++) {
      request.nextRow(all / 20 * part);
    }
    assertThatThrownBy(() -> request.nextRow(all / 4 + 1))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("at most " + all / 4);
    request.end();
    assertThat(limits.getResultBytes()).isZero();
  }

  @Test
  void should_refuse_results_that_are_together_larger_than_allowed() {
    for (int each = 0; each < 4; each++) {
      request(hours(1)).nextRow(4L * PageMemory.STEP);
    }
    assertThatThrownBy(() -> request(hours(1)).nextRow(1))
        .isInstanceOf(OverloadedException.class)
        .hasMessageContaining("ask again later");
  }

  @Test
  void should_allow_any_result_without_a_limit() {
    limits.setLargestResultBytes(0);
    assertThatCode(() -> request(hours(1)).nextRow(1L << 40)).doesNotThrowAnyException();
  }

  @Test
  void should_end_within_a_page_after_its_deadline() {
    AggregationLimits.RequestLimits request = request(hours(-1));
    assertThatThrownBy(() -> rows(request))
        .isInstanceOf(ReadTimeoutException.class)
        .hasMessageContaining("exceeded its deadline");
    assertThat(limits.getTooLong()).isOne();
    assertThatCode(() -> rows(request(hours(1)))).doesNotThrowAnyException();
  }

  @Test
  void should_end_within_a_page_when_it_is_stopped() {
    Runnable stopped =
        () -> {
          throw new InvalidRequestException("stopped");
        };
    AggregationLimits.RequestLimits request =
        new AggregationLimits.RequestLimits(
            limits, new Deadline(hours(1), ConsistencyLevel.ONE), stopped);
    assertThatThrownBy(() -> rows(request)).hasMessage("stopped");
  }

  private AggregationLimits.RequestLimits request(long deadline) {
    return new AggregationLimits.RequestLimits(
        limits, new Deadline(deadline, ConsistencyLevel.ONE), () -> {});
  }

  private static long hours(int fromNow) {
    return MonotonicClock.Global.approxTime.now() + TimeUnit.HOURS.toNanos(fromNow);
  }

  private static void rows(AggregationLimits.RequestLimits request) {
    for (int row = 0; row < AggregationLimits.RequestLimits.ROWS; row++) {
      request.nextRow(0);
    }
  }
}
