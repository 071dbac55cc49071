/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies;

import java.util.Map;
import java.util.OptionalDouble;

/**
 * What the published study of 2016 measured: seconds for 10 million doubles in one partition of
 * Cassandra 3.1, by page size.
 */
final class PageSizes2016 {
  private static final Map<Integer, Double> SECONDS =
      Map.of(100, 41.6, 500, 17.9, 1_000, 15.0, 10_000, 13.5, 50_000, 11.2, 80_000, 11.0);

  private PageSizes2016() {}

  /** The time with a page size over that with another one, where both were measured. */
  static OptionalDouble factor(int pageSize, int base) {
    Double time = SECONDS.get(pageSize);
    Double baseTime = SECONDS.get(base);
    return time == null || baseTime == null
        ? OptionalDouble.empty()
        : OptionalDouble.of(time / baseTime);
  }
}
