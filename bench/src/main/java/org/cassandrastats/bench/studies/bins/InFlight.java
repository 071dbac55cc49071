/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.bins;

import com.datastax.oss.driver.api.core.DriverException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntFunction;

/** Carries out requests, several at a time. */
final class InFlight {
  static final int AT_A_TIME = 16;

  private InFlight() {}

  /**
   * Carries out a request for each number of a range, and waits for all of them.
   *
   * @throws DriverException if one has failed; those behind it are not begun
   */
  static void each(int from, int end, IntFunction<CompletionStage<?>> request) {
    Semaphore free = new Semaphore(AT_A_TIME);
    AtomicReference<Throwable> failure = new AtomicReference<>();
    for (int i = from; i < end && failure.get() == null; i++) {
      free.acquireUninterruptibly();
      request
          .apply(i)
          .whenComplete(
              (result, problem) -> {
                if (problem != null) {
                  failure.compareAndSet(null, problem);
                }
                free.release();
              });
    }
    free.acquireUninterruptibly(AT_A_TIME);
    Throwable problem = failure.get();
    if (problem != null) {
      throw unwrapped(problem);
    }
  }

  private static RuntimeException unwrapped(Throwable problem) {
    Throwable cause = problem instanceof CompletionException ? problem.getCause() : problem;
    return cause instanceof DriverException failed
        ? failed.copy()
        : new IllegalStateException("a request could not be handled", cause);
  }
}
