/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.rollup.internal.bucket;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.cassandrastats.rollup.internal.table.StatementSender;
import org.cassandrastats.rollup.internal.time.Buckets;

/**
 * Runs one after the other, until it is closed: whenever a bucket becomes complete, and in between
 * for what else is new.
 */
public final class FollowMode implements AutoCloseable {
  /** What is in work then is done, or is done again by the next process. */
  private static final Duration GRACE = Duration.ofSeconds(25);

  private final Buckets buckets;
  private final Duration lag;
  private final Duration every;
  private final CountDownLatch stop = new CountDownLatch(1);
  private final CountDownLatch ended = new CountDownLatch(1);
  private final AtomicReference<Thread> runner = new AtomicReference<>();

  /**
   * Runs, to be begun once.
   *
   * @param buckets that become complete
   * @param lag how long after its end a bucket is complete
   * @param every how long at most there is no run
   */
  public FollowMode(Buckets buckets, Duration lag, Duration every) {
    this.buckets = buckets;
    this.lag = lag;
    this.every = every;
  }

  /**
   * Runs until this is closed; not at all where it was closed before.
   *
   * @param prepared makes what runs, which is told how to find out that it is to stop
   * @param stopped is done before {@link #close} returns
   * @throws IllegalStateException if this runs already, or did
   * @throws RuntimeException what a run throws
   */
  public void go(Supplier<Consumer<BooleanSupplier>> prepared, Runnable stopped) {
    if (!runner.compareAndSet(null, Thread.currentThread())) {
      throw new IllegalStateException("this follower runs already, or did: make another one");
    }
    try {
      BooleanSupplier isStopping = () -> stop.getCount() == 0;
      if (!isStopping.getAsBoolean()) {
        Consumer<BooleanSupplier> run = prepared.get();
        boolean isStopped = isStopping.getAsBoolean();
        while (!isStopped) {
          Instant begun = Instant.now();
          run.accept(isStopping);
          isStopped = await(stop, Duration.between(Instant.now(), next(begun)));
        }
      }
      stopped.run();
    } finally {
      ended.countDown();
    }
  }

  /**
   * Ends the runs, and waits for the last one, for 25 seconds at most; a thread that runs does not
   * wait for itself.
   */
  @Override
  public void close() {
    stop.countDown();
    Thread running = runner.get();
    if (running != null && running != Thread.currentThread()) {
      await(ended, GRACE);
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
      throw StatementSender.interrupted(interrupted);
    }
  }
}
