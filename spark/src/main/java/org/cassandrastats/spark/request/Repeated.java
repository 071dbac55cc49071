/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.spark.request;

import com.datastax.oss.driver.api.core.DriverException;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import java.util.function.Supplier;
import org.cassandrastats.client.api.StatsException;
import org.cassandrastats.client.internal.request.Failures;

/** An idempotent request that is sent again until it succeeds, or has failed for too long. */
public final class Repeated {
  private Repeated() {}

  /**
   * Waits for an answer.
   *
   * @param sent the request that is under way
   * @param again sends it once more
   * @param patience how long it may fail, by the last failure
   * @param doing what an error begins with
   * @throws StatsException if it fails for longer, or cannot succeed
   */
  public static <T> T await(
      CompletionStage<T> sent,
      Supplier<CompletionStage<T>> again,
      Function<Throwable, Duration> patience,
      String doing) {
    long start = System.nanoTime();
    int failures = 0;
    CompletionStage<T> waiting = sent;
    while (true) {
      try {
        try {
          return waiting.toCompletableFuture().get();
        } catch (ExecutionException failed) {
          Throwable cause = failed.getCause();
          if (!(cause instanceof DriverException) || !Failures.mayPass(cause)) {
            throw Failures.stopped(cause);
          }
          Duration longest = patience.apply(cause);
          if (System.nanoTime() - start > longest.toNanos()) {
            throw Failures.unreachable(cause)
                .orElseGet(
                    () ->
                        StatsException.unavailable(
                            "%s has failed for %d s, the cluster is overloaded or down. Last: %s."
                                .formatted(doing, longest.toSeconds(), Failures.line(cause)),
                            cause));
          }
          failures++;
          Thread.sleep(Failures.pauseMillis(failures));
          waiting = again.get();
        }
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
        throw StatsException.interrupted(interrupted);
      }
    }
  }
}
