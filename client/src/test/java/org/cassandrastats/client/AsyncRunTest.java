/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.cassandrastats.client.api.StatsResult;
import org.junit.jupiter.api.Test;

final class AsyncRunTest {
  private static final int RUNS = 500;

  /** The run ends as soon as it is interrupted, which may be before its future is cancelled. */
  @Test
  void should_be_cancelled_however_fast_the_run_ends() throws Exception {
    for (int i = 0; i < RUNS; i++) {
      CountDownLatch begun = new CountDownLatch(1);
      CompletableFuture<StatsResult> run =
          AsyncRun.start(
              Thread::new,
              () -> {
                begun.countDown();
                while (!Thread.currentThread().isInterrupted()) {
                  Thread.onSpinWait();
                }
                throw new IllegalStateException("interrupted");
              });
      begun.await();

      assertThat(run.cancel(true)).as("run %d", i).isTrue();
      assertThat(run).isCancelled();
    }
  }
}
