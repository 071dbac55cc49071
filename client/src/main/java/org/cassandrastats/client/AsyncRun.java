/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.cassandrastats.client.api.StatsResult;

/** A run on a thread of its own, which ends when somebody else completes its future. */
final class AsyncRun {
  private final CompletableFuture<StatsResult> future = new CompletableFuture<>();
  private final AtomicBoolean over = new AtomicBoolean();
  private final Supplier<StatsResult> run;

  private AsyncRun(Supplier<StatsResult> run) {
    this.run = run;
  }

  /**
   * Starts a run.
   *
   * @param threads make the one that it runs on
   * @return what it gives; cancelled, timed out or completed otherwise, it interrupts the run
   */
  static CompletableFuture<StatsResult> start(ThreadFactory threads, Supplier<StatsResult> run) {
    AsyncRun started = new AsyncRun(run);
    Thread thread = threads.newThread(started::run);
    var unused =
        started.future.whenComplete(
            (result, failure) -> {
              // Not the thread that goes on with what the application does next.
              if (!started.over.get()) {
                thread.interrupt();
              }
            });
    thread.start();
    return started.future;
  }

  private void run() {
    try {
      StatsResult result = run.get();
      over.set(true);
      future.complete(result);
    } catch (RuntimeException | Error failed) {
      over.set(true);
      future.completeExceptionally(failed);
    }
  }
}
