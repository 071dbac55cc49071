/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.request;

import com.datastax.oss.driver.api.core.DriverException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import org.cassandrastats.client.StatsException;

/**
 * Repeats small requests, which cannot be made smaller, until they succeed or the retry timeout has
 * passed.
 */
public final class RetryingRequests {
  private final Requests requests;
  private final Duration retryTimeout;

  public RetryingRequests(Requests requests, Duration retryTimeout) {
    this.requests = requests;
    this.retryTimeout = retryTimeout;
  }

  /** See {@link Requests#rows}; any node answers. */
  public List<List<ByteBuffer>> rows(String cql, List<Condition> conditions, String tail)
      throws InterruptedException {
    long start = System.nanoTime();
    int failures = 0;
    while (true) {
      try {
        return requests.rows(null, cql, conditions, tail);
      } catch (DriverException failed) {
        if (Failures.remedy(failed) == Failures.Remedy.STOP) {
          throw Failures.stopped(failed);
        }
        if (System.nanoTime() - start > retryTimeout.toNanos()) {
          throw new StatsException(
              "Looking for keys has failed for %d s, the cluster is overloaded or down. Last: %s."
                  .formatted(retryTimeout.toSeconds(), Failures.line(failed)),
              failed);
        }
        Thread.sleep(BackOff.millis(++failures));
      }
    }
  }
}
