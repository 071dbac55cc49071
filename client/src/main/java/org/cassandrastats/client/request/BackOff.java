/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.request;

import java.util.concurrent.ThreadLocalRandom;
import org.cassandrastats.client.range.Part;

/** How long to wait after failures: longer each time, and never the same for two ranges. */
public final class BackOff {
  private static final long FIRST_MILLIS = 50;
  private static final int MOST_DOUBLINGS = 6;

  /**
   * Halves ask for less than what has failed: they need not wait as long as what stays the same.
   */
  private static final int MOST_DOUBLINGS_OF_HALVES = 3;

  private BackOff() {}

  /** The pause in milliseconds before a part is read that has failed, or a larger one around it. */
  public static long millis(Part<?> part) {
    return part.attempts() > 0
        ? millis(part.attempts())
        : millis(Math.min(part.failures(), MOST_DOUBLINGS_OF_HALVES));
  }

  /**
   * A pause before a request is repeated: by chance, from half of a longest one up to it, which
   * doubles with each failure from 50 ms to 3.2 s.
   *
   * @param failures so far; 0 or more, of which the first six count
   * @return 25 to 3200 milliseconds
   */
  public static long millis(int failures) {
    long longest = FIRST_MILLIS << Math.min(failures, MOST_DOUBLINGS);
    return ThreadLocalRandom.current().nextLong(longest / 2, longest + 1);
  }
}
