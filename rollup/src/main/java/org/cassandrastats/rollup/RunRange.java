/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.rollup;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.cassandrastats.rollup.internal.bucket.Task;

/** Which buckets a run is about. */
public final class RunRange {
  private static final RunRange COMPLETE = new RunRange(null, null, null);

  private final Instant until;
  private final Instant from;
  private final Instant to;

  private RunRange(Instant until, Instant from, Instant to) {
    this.until = until;
    this.from = from;
    this.to = to;
  }

  /** All that have become complete since the last run, and those that it looks at again. */
  public static RunRange complete() {
    return COMPLETE;
  }

  /** The same up to a time, which has to be over, whatever the lag. */
  public static RunRange until(Instant end) {
    return new RunRange(Objects.requireNonNull(end, "end"), null, null);
  }

  /**
   * Those that hold any time of a range, whether they were written before or not.
   *
   * @throws IllegalArgumentException if the range holds no time
   */
  public static RunRange again(Instant from, Instant to) {
    if (!from.isBefore(to)) {
      throw new IllegalArgumentException(
          "%s %s holds no time: expected the earlier one first".formatted(from, to));
    }
    return new RunRange(null, from, to);
  }

  Task.Range withLag(Duration lag) {
    return new Task.Range(until, lag, from, to);
  }
}
