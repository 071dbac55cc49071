/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client;

import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
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

  /** What a subscriber has requested, and the run that fulfils it. */
  private static final class Subscription implements Flow.Subscription {
    private final Flow.Subscriber<? super StatsRow> subscriber;
    private final Semaphore requested = new Semaphore(0);
    private final AtomicBoolean over = new AtomicBoolean();
    private final CompletableFuture<StatsResult> end = new CompletableFuture<>();

    Subscription(Flow.Subscriber<? super StatsRow> subscriber) {
      this.subscriber = subscriber;
    }

    void begin(Function<Consumer<StatsRow>, CompletableFuture<StatsResult>> runs) {
      if (over.get()) {
        return;
      }
      CompletableFuture<StatsResult> run = runs.apply(this::take);
      var unusedEnd = end.whenComplete((result, failure) -> run.cancel(true));
      var unused = run.whenComplete((result, failure) -> complete(failure));
    }

    private void take(StatsRow row) {
      try {
        requested.acquire();
      } catch (InterruptedException cancelled) {
        Thread.currentThread().interrupt();
        throw new CancellationException("the subscription was cancelled");
      }
      synchronized (end) {
        if (!over.get()) {
          subscriber.onNext(row);
        }
      }
    }

    /** Waits for the row that is handed over, since signals come one after the other. */
    private void complete(Throwable failure) {
      synchronized (end) {
        signal(failure);
      }
    }

    private void signal(Throwable failure) {
      if (over.compareAndSet(false, true)) {
        if (failure == null) {
          subscriber.onComplete();
        } else {
          subscriber.onError(failure);
        }
      }
    }

    @Override
    public synchronized void request(long number) {
      if (number <= 0) {
        complete(new IllegalArgumentException("expected 1 or more rows, found " + number));
        end.cancel(false);
        return;
      }
      // More than a semaphore counts is as good as no limit.
      requested.release((int) Math.min(number, Integer.MAX_VALUE - requested.availablePermits()));
    }

    @Override
    public void cancel() {
      over.set(true);
      end.cancel(false);
    }
  }
}
