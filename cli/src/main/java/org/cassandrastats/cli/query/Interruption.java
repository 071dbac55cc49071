/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.query;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.cassandrastats.cli.console.Console;
import org.cassandrastats.localcluster.node.ExitGuard;

/** Ends a run in order when the program ends before it, by Ctrl-C or a signal. */
final class Interruption {
  private static final int GRACE_SECONDS = 5;

  private final Thread runner = Thread.currentThread();
  private final Supplier<String> advice;
  private final CountDownLatch over = new CountDownLatch(1);
  private final ExitGuard guard;

  /**
   * Watches over a run of this thread, which an interruption ends.
   *
   * @param advice what to say about going on
   */
  Interruption(Supplier<String> advice) {
    this.advice = advice;
    this.guard = ExitGuard.register("end query", this::interrupt);
  }

  private void interrupt() {
    runner.interrupt();
    try {
      // The progress is closed meanwhile: what is said next has a line of its own.
      if (!over.await(GRACE_SECONDS, TimeUnit.SECONDS)) {
        return;
      }
    } catch (InterruptedException impossible) {
      Thread.currentThread().interrupt();
    }
    Console.standard()
        .say(
            "Interrupted: no further request is sent; those that nodes are working on end by themselves."
                + advice.get());
  }

  /** The run has ended, by itself or not. */
  void over() {
    over.countDown();
    guard.release();
  }
}
