/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.cassandrastats.client.api.StatsException;
import org.cassandrastats.client.api.StatsResult;
import org.cassandrastats.client.api.StatsRow;
import org.cassandrastats.client.internal.run.SplitClient;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.reactivestreams.tck.TestEnvironment;
import org.reactivestreams.tck.flow.FlowPublisherVerification;
import org.testng.TestListenerAdapter;
import org.testng.TestNG;

final class RowPublisherTest {
  /** The verification of Reactive Streams. */
  public static final class Rules extends FlowPublisherVerification<StatsRow> {
    private static final long MOST = 100_000;

    /** Signals have to come within two seconds, also on a machine that builds. */
    public Rules() {
      super(new TestEnvironment(2_000, 100));
    }

    @Override
    public Flow.Publisher<StatsRow> createFlowPublisher(long rows) {
      return new RowPublisher(
          taker -> NumberedRuns.start(Math.min(rows, maxElementsFromPublisher()), taker));
    }

    @Override
    public Flow.Publisher<StatsRow> createFailedFlowPublisher() {
      return new RowPublisher(taker -> NumberedRuns.failing(new StatsException("refused")));
    }

    @Override
    public long maxElementsFromPublisher() {
      return MOST;
    }
  }

  @Test
  void should_keep_the_rules_of_reactive_streams() {
    TestListenerAdapter results = new TestListenerAdapter();
    TestNG rules = new TestNG(false);
    rules.setTestClasses(new Class<?>[] {Rules.class});
    rules.addListener(results);
    rules.setVerbose(0);
    rules.run();

    List<String> broken =
        Stream.concat(
                results.getFailedTests().stream(), results.getConfigurationFailures().stream())
            .map(result -> result.getName() + ": " + result.getThrowable())
            .toList();
    assertThat(broken).isEmpty();
    assertThat(results.getPassedTests()).hasSizeGreaterThan(20);
  }

  /** Blocks in its first row until its thread is interrupted. */
  private static final class Blocking implements Flow.Subscriber<StatsRow> {
    final CompletableFuture<Flow.Subscription> inRow = new CompletableFuture<>();
    final CompletableFuture<Throwable> failure = new CompletableFuture<>();
    final CountDownLatch interrupted = new CountDownLatch(1);
    private Flow.Subscription subscription;

    @Override
    public void onSubscribe(Flow.Subscription newSubscription) {
      subscription = newSubscription;
      subscription.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(StatsRow row) {
      inRow.complete(subscription);
      try {
        new CountDownLatch(1).await();
      } catch (InterruptedException ended) {
        interrupted.countDown();
      }
    }

    @Override
    public void onError(Throwable reason) {
      failure.complete(reason);
    }

    @Override
    public void onComplete() {
      failure.complete(null);
    }
  }

  @Test
  @Timeout(30)
  void should_end_the_run_of_a_subscriber_that_blocks() throws Exception {
    Blocking cancelled = new Blocking();
    new RowPublisher(taker -> NumberedRuns.start(10, taker)).subscribe(cancelled);
    cancelled.inRow.get().cancel();
    cancelled.interrupted.await();
    assertThat(cancelled.failure).isNotDone();

    Blocking wrong = new Blocking();
    new RowPublisher(taker -> NumberedRuns.start(10, taker)).subscribe(wrong);
    wrong.inRow.get().request(0);
    wrong.interrupted.await();
    assertThat(wrong.failure.get()).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  @Timeout(30)
  void should_interrupt_a_run_before_its_stages_hear_of_the_end() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch interrupted = new CountDownLatch(1);
    CompletableFuture<StatsResult> run =
        AsyncRun.start(
            SplitClient::daemon,
            () -> {
              begun.countDown();
              try {
                new CountDownLatch(1).await();
              } catch (InterruptedException ended) {
                interrupted.countDown();
              }
              throw new IllegalStateException();
            });
    begun.await();
    CompletableFuture<Boolean> heard =
        run.handle(
            (result, failure) -> {
              try {
                return interrupted.await(10, TimeUnit.SECONDS);
              } catch (InterruptedException unexpected) {
                return false;
              }
            });
    run.orTimeout(1, TimeUnit.MILLISECONDS);
    assertThat(heard.get()).isTrue();
  }
}
