/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client;

import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadFactory;
import java.util.function.Supplier;
import org.cassandrastats.client.api.StatsResult;

/**
 * A run on a thread of its own. Whoever completes it otherwise, by cancelling it or by a timeout,
 * interrupts the run before any stage hears of it.
 */
final class AsyncRun extends CompletableFuture<StatsResult> {
  private final Supplier<StatsResult> run;
  private final Thread thread;
  private boolean isOver;
  private boolean isEnded;

  private AsyncRun(ThreadFactory threads, Supplier<StatsResult> run) {
    this.run = run;
    this.thread = Objects.requireNonNull(threads.newThread(this::run), "thread");
  }

  /**
   * Starts a run.
   *
   * @param threads make the one that it runs on
   * @return what it will be; failed where there is no thread
   */
  static CompletableFuture<StatsResult> start(ThreadFactory threads, Supplier<StatsResult> run) {
    try {
      AsyncRun started = new AsyncRun(threads, run);
      started.thread.start();
      return started;
    } catch (RuntimeException | Error noThread) {
      return CompletableFuture.failedFuture(noThread);
    }
  }

  /** Has the taker of a run wait until it may hand on a row; throws where the run was ended. */
  static void acquire(Semaphore permits, String reason) {
    try {
      permits.acquire();
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
      throw new CancellationException(reason);
    }
  }

  private void run() {
    try {
      StatsResult result = run.get();
      if (isMine()) {
        super.complete(result);
      }
    } catch (Throwable failed) {
      if (isMine()) {
        super.completeExceptionally(failed);
      }
    }
  }

  /**
   * From now on the thread goes on with what the application does next.
   *
   * @return whether the run completes this, and not whoever has interrupted it and is about to
   */
  private synchronized boolean isMine() {
    isOver = true;
    // Of whoever completed this while the run was ending.
    Thread.interrupted();
    return !isEnded;
  }

  private synchronized void interrupt() {
    if (!isOver) {
      isEnded = true;
      thread.interrupt();
    }
  }

  @Override
  public boolean cancel(boolean mayInterrupt) {
    interrupt();
    return super.cancel(mayInterrupt);
  }

  @Override
  public boolean complete(StatsResult result) {
    interrupt();
    return super.complete(result);
  }

  @Override
  public boolean completeExceptionally(Throwable failure) {
    interrupt();
    return super.completeExceptionally(failure);
  }
}
