/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.run;

import com.datastax.oss.driver.api.core.DriverException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Carries out several tasks at the same time, in threads that are kept for a while. */
public final class Parallel {
  private static final ExecutorService THREADS =
      Executors.newCachedThreadPool(
          task -> {
            Thread thread = new Thread(task, "parallel");
            thread.setDaemon(true);
            return thread;
          });

  private Parallel() {}

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
}
