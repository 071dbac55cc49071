/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.run;

import java.util.concurrent.ThreadLocalRandom;

/** How long to wait after failures: longer each time, and never the same for two ranges. */
final class BackOff {
  private static final long FIRST_MILLIS = 50;
  private static final int MOST_DOUBLINGS = 6;

  private BackOff() {}

  /**
   * A pause in milliseconds.
   *
   * @param failures so far; 1 or more
   */
  static long millis(int failures) {
    long longest = FIRST_MILLIS << Math.min(failures, MOST_DOUBLINGS);
    return ThreadLocalRandom.current().nextLong(longest / 2, longest + 1);
  }
}
