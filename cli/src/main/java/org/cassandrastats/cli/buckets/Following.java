/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.buckets;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.cassandrastats.cli.console.UserError;
import org.cassandrastats.localcluster.node.ExitGuard;

/**
 * Runs one after the other, until the JVM is told to end: whenever a bucket becomes complete, and
 * in between for what else is new.
 *
 * @param buckets that become complete
 * @param lag how long after its end a bucket is complete
 * @param every how long at most there is no run
 */
public record Following(Buckets buckets, Duration lag, Duration every) {
  /** What is in work then is done, or is done again by the next process. */
  private static final int GRACE_SECONDS = 25;

  /**
   * Runs until the JVM ends, by SIGTERM for example.
   *
   * @param run is told how to find out that it is to stop
   * @param stopped is done before the JVM ends
   * @throws RuntimeException what a run throws
   */
  public void go(Consumer<BooleanSupplier> run, Runnable stopped) {
    CountDownLatch stop = new CountDownLatch(1);
    CountDownLatch ended = new CountDownLatch(1);
    ExitGuard guard =
        ExitGuard.register(
            "end following",
            () -> {
              stop.countDown();
              await(ended, Duration.ofSeconds(GRACE_SECONDS));
            });
    try {
      boolean isStopped = false;
      while (!isStopped) {
        Instant begun = Instant.now();
        run.accept(() -> stop.getCount() == 0);
        isStopped = await(stop, Duration.between(Instant.now(), next(begun)));
      }
      stopped.run();
    } finally {
      ended.countDown();
      guard.release();
    }
  }

  /** When the run after one begins. */
  Instant next(Instant begun) {
    long end = buckets.end(buckets.start(begun.minus(lag).toEpochMilli()));
    Instant complete = Instant.ofEpochMilli(end).plus(lag);
    Instant latest = begun.plus(every);
    return complete.isBefore(latest) ? complete : latest;
  }

  /** Whether a latch was released within a time; none is waited for that is over. */
  private static boolean await(CountDownLatch latch, Duration most) {
    try {
      return latch.await(most.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new UserError("The run was interrupted. Run the same command again to go on.");
    }
  }
}
