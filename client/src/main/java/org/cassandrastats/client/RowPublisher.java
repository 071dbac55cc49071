/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import org.cassandrastats.client.api.StatsResult;
import org.cassandrastats.client.api.StatsRow;

/** The rows of a query for subscribers, each of which has a run of its own. */
final class RowPublisher implements Flow.Publisher<StatsRow> {
  private final Function<Consumer<StatsRow>, CompletableFuture<StatsResult>> runs;

  /**
   * A publisher.
   *
   * @param runs begins a run that hands its rows to a taker
   */
  RowPublisher(Function<Consumer<StatsRow>, CompletableFuture<StatsResult>> runs) {
    this.runs = runs;
  }

  @Override
  public void subscribe(Flow.Subscriber<? super StatsRow> subscriber) {
    Subscription subscription = new Subscription(subscriber);
    subscriber.onSubscribe(subscription);
    subscription.begin(runs);
  }

  /**
   * What a subscriber has requested, and the run that fulfils it. Signals come one after the other:
   * whoever finds one on its way leaves the last one to its thread, since to wait for a subscriber
   * might never end.
   */
  private static final class Subscription implements Flow.Subscription {
    private final Flow.Subscriber<? super StatsRow> subscriber;
    private final Semaphore requested = new Semaphore(0);
    private final ReentrantLock signals = new ReentrantLock();
    private final AtomicBoolean over = new AtomicBoolean();
    private final AtomicReference<Optional<Throwable>> end = new AtomicReference<>();
    private volatile boolean unbounded;
    private volatile CompletableFuture<StatsResult> run;

    Subscription(Flow.Subscriber<? super StatsRow> subscriber) {
      this.subscriber = subscriber;
    }

    void begin(Function<Consumer<StatsRow>, CompletableFuture<StatsResult>> runs) {
      if (over.get()) {
        return;
      }
      try {
        run = runs.apply(this::take);
      } catch (RuntimeException failed) {
        complete(failed);
        return;
      }
      var unused = run.whenComplete((result, failure) -> complete(failure));
      if (over.get() || end.get() != null) {
        run.cancel(true);
      }
    }

    private void take(StatsRow row) {
      if (!unbounded) {
        AsyncRun.acquire(requested, "the subscription was cancelled");
      }
      signals.lock();
      try {
        if (!over.get() && end.get() == null) {
          subscriber.onNext(row);
        }
      } finally {
        signals.unlock();
      }
      signalEnd();
    }

    private void complete(Throwable failure) {
      end.compareAndSet(null, Optional.ofNullable(failure));
      signalEnd();
    }

    private void signalEnd() {
      if (end.get() == null || signals.isHeldByCurrentThread() || !signals.tryLock()) {
        return;
      }
      try {
        if (over.compareAndSet(false, true)) {
          end.get().ifPresentOrElse(subscriber::onError, subscriber::onComplete);
        }
      } finally {
        signals.unlock();
      }
    }

    @Override
    public void request(long number) {
      if (number <= 0) {
        complete(new IllegalArgumentException("expected 1 or more rows, found " + number));
        cancelRun();
        return;
      }
      synchronized (requested) {
        if (number > Integer.MAX_VALUE - requested.availablePermits()) {
          // More than a semaphore counts is as good as no limit.
          unbounded = true;
          requested.drainPermits();
          requested.release();
        } else if (!unbounded) {
          requested.release((int) number);
        }
      }
    }

    @Override
    public void cancel() {
      over.set(true);
      cancelRun();
    }

    private void cancelRun() {
      CompletableFuture<StatsResult> begun = run;
      if (begun != null) {
        begun.cancel(true);
      }
    }
  }
}
