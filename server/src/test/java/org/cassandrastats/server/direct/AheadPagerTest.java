/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.direct;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntFunction;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.db.ConsistencyLevel;
import org.apache.cassandra.db.EmptyIterators;
import org.apache.cassandra.db.ReadExecutionController;
import org.apache.cassandra.db.filter.DataLimits;
import org.apache.cassandra.db.partitions.PartitionIterator;
import org.apache.cassandra.db.rows.RowIterator;
import org.apache.cassandra.exceptions.ReadTimeoutException;
import org.apache.cassandra.service.ClientState;
import org.apache.cassandra.service.pager.PagingState;
import org.apache.cassandra.service.pager.QueryPager;
import org.apache.cassandra.transport.Dispatcher;
import org.cassandrastats.server.limit.MemoryBudget;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Pages that are read ahead, of a pager that fails or takes its time. */
class AheadPagerTest {
  private static final long TIMEOUT_MILLIS = 300;
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final MemoryBudget budget = new MemoryBudget(64L << 20);
  private final PathSwitch path = new PathSwitch(budget, true, false);
  private final AtomicLong heldBytes = new AtomicLong();
  private final AtomicInteger pages = new AtomicInteger();

  @BeforeAll
  static void initializeCassandra() {
    DatabaseDescriptor.clientInitialization();
    DatabaseDescriptor.setReadRpcTimeout(TIMEOUT_MILLIS);
  }

  @BeforeEach
  void readAhead() {
    path.setReadAhead(2);
  }

  private AheadPager pager(IntFunction<PartitionIterator> page) {
    return new AheadPager(new Pages(page), path, budget, heldBytes);
  }

  private static PartitionIterator fetch(AheadPager pager) {
    return pager.fetchPage(
        100, ConsistencyLevel.ONE, null, Dispatcher.RequestTime.forImmediateExecution());
  }

  @Test
  void should_take_pages_that_were_read_ahead() {
    AheadPager pager = pager(number -> EmptyIterators.partition());
    for (int page = 0; page < 50; page++) {
      fetch(pager).close();
    }
    pager.end();

    assertThat(path.getPagesReadAhead()).isPositive();
    awaitNothingHeld();
  }

  @Test
  void should_wait_for_a_page_no_longer_than_a_read_may_take() throws Exception {
    CountDownLatch answered = new CountDownLatch(1);
    AheadPager pager =
        pager(
            number -> {
              if (number > 1) {
                await(answered);
              }
              return EmptyIterators.partition();
            });
    fetch(pager).close();
    Instant begun = Instant.now();
    assertThatThrownBy(() -> fetch(pager)).isInstanceOf(ReadTimeoutException.class);
    assertThat(Duration.between(begun, Instant.now()))
        .isBetween(Duration.ofMillis(TIMEOUT_MILLIS / 2), PATIENCE.dividedBy(2));
    pager.end();
    answered.countDown();
    awaitNothingHeld();
  }

  @Test
  void should_end_a_request_whose_page_cannot_be_held() {
    AheadPager pager = pager(number -> failing(number == 3));
    assertThatThrownBy(
            () -> {
              for (int page = 0; page < 4; page++) {
                fetch(pager).close();
              }
            })
        .isInstanceOf(DirectReadFailure.class)
        .hasMessageContaining("injected");
    pager.end();

    assertThat(path.isOn()).isFalse();
    awaitNothingHeld();
  }

  @Test
  void should_read_nothing_ahead_after_an_error() {
    path.trip(new IllegalStateException("injected"));
    AheadPager pager = pager(number -> EmptyIterators.partition());
    for (int page = 1; page < 5; page++) {
      fetch(pager).close();
      assertThat(pages.get()).isEqualTo(page);
    }
    pager.end();
    awaitNothingHeld();
  }

  private void awaitNothingHeld() {
    Instant end = Instant.now().plus(PATIENCE);
    while (budget.used() != 0) {
      assertThat(Instant.now()).isBefore(end);
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException interrupted) {
      throw new IllegalStateException(interrupted);
    }
  }

  private static PartitionIterator failing(boolean fails) {
    PartitionIterator none = EmptyIterators.partition();
    return !fails
        ? none
        : new PartitionIterator() {
          @Override
          public boolean hasNext() {
            throw new IllegalStateException("injected");
          }

          @Override
          public RowIterator next() {
            return none.next();
          }

          @Override
          public void close() {
            none.close();
          }
        };
  }

  /** Pages without end, each of which this node has read directly. */
  private final class Pages implements QueryPager {
    private final IntFunction<PartitionIterator> page;

    Pages(IntFunction<PartitionIterator> page) {
      this.page = page;
    }

    @Override
    public PartitionIterator fetchPage(
        int pageSize,
        ConsistencyLevel consistency,
        ClientState client,
        Dispatcher.RequestTime time) {
      heldBytes.set(1000);
      return page.apply(pages.incrementAndGet());
    }

    @Override
    public ReadExecutionController executionController() {
      throw new UnsupportedOperationException();
    }

    @Override
    public PartitionIterator fetchPageInternal(int size, ReadExecutionController controller) {
      throw new UnsupportedOperationException();
    }

    @Override
    public boolean isExhausted() {
      return false;
    }

    @Override
    public int maxRemaining() {
      return Integer.MAX_VALUE;
    }

    @Override
    public PagingState state() {
      return null;
    }

    @Override
    public QueryPager withUpdatedLimit(DataLimits limits) {
      throw new UnsupportedOperationException();
    }
  }
}
