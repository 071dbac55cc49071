/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.buckets;

import java.time.Duration;
import java.time.Instant;

/**
 * Which buckets a run is about.
 *
 * @param until those before this time that are not written yet; null for all that are complete
 * @param lag how long after its end a bucket is complete
 * @param againFrom with the next one: those from here, written or not; null for none
 * @param againTo to here
 */
public record BucketSelection(Instant until, Duration lag, Instant againFrom, Instant againTo) {
  /** Whether buckets are done again. */
  public boolean isAgain() {
    return againFrom != null;
  }
}
