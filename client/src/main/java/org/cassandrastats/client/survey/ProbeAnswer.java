/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.survey;

import java.time.Duration;

/**
 * How a request about a {@link ProbedRange} ended.
 *
 * @param time until it was answered or failed
 * @param rows how many rows it was about; 0 where the request did not count them
 * @param bytes of all columns of the answer
 * @param failure why it failed although less might have succeeded; null where it has succeeded
 */
public record ProbeAnswer(Duration time, long rows, long bytes, String failure) {
  /** Whether there is an answer. */
  public boolean hasSucceeded() {
    return failure == null;
  }

  /** The time in seconds. */
  public double seconds() {
    return time.toNanos() / 1e9;
  }
}
