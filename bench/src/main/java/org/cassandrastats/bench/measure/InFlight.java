/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.measure;

import com.datastax.oss.driver.api.core.DriverException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/** Requests that are on their way at the same time, a number of them at most. */
public final class InFlight {
  private static final ExecutorService THREADS =
      Executors.newCachedThreadPool(
          task -> {
            Thread thread = new Thread(task, "parallel");
            thread.setDaemon(true);
            return thread;
          });

  private final int most;
  private final Semaphore free;
  private final AtomicReference<Throwable> failure = new AtomicReference<>();

  /** With so many requests at a time. */
  InFlight(int most) {
    this.most = most;
    this.free = new Semaphore(most);
  }

  /**
   * Carries out a request for each number of a range, and waits for all of them.
   *
   * @param most at a time
   * @throws DriverException if one has failed; those behind it are not begun
   */
  public static void each(int most, int from, int end, IntFunction<CompletionStage<?>> request) {
    InFlight requests = new InFlight(most);
    for (int i = from; i < end && requests.failure().isEmpty(); i++) {
      int number = i;
      requests.send(() -> request.apply(number));
    }
    requests.await();
    requests
        .failure()
        .ifPresent(
            problem -> {
              throw problem instanceof DriverException failed
                  ? failed.copy()
                  : new IllegalStateException("a request could not be handled", problem);
            });
  }

  /**
   * Begins all tasks at the same time and waits for all of them.
   *
   * @throws DriverException of the first that has failed with one
   */
  public static <T> List<T> all(List<Callable<T>> tasks) {
    try {
      List<T> results = new ArrayList<>();
      for (Future<T> task : THREADS.invokeAll(tasks)) {
        results.add(task.get());
      }
      return results;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while nodes were asked", interrupted);
    } catch (ExecutionException failed) {
      if (failed.getCause() instanceof DriverException problem) {
        throw problem;
      }
      throw new IllegalStateException(failed.getCause());
    }
  }

  /** Sends a request as soon as there is room for it. */
  void send(Supplier<CompletionStage<?>> request) {
    free.acquireUninterruptibly();
    request
        .get()
        .whenComplete(
            (result, problem) -> {
              if (problem != null) {
                failure.compareAndSet(null, problem);
              }
              free.release();
            });
  }

  /** Waits until all requests have ended. */
  void await() {
    free.acquireUninterruptibly(most);
    free.release(most);
  }

  /** What the first request that has failed has failed with. */
  Optional<Throwable> failure() {
    return Optional.ofNullable(failure.get())
        .map(problem -> problem instanceof CompletionException ? problem.getCause() : problem);
  }
}
