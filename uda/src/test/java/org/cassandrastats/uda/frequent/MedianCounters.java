/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.frequent;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** What a frequent-items sketch of Apache DataSketches for C++ keeps, in a map and by sorting. */
final class MedianCounters {
  private final Map<Long, Long> counters = new HashMap<>();
  private final int room;
  private long rows;
  private long error;

  MedianCounters(int map) {
    this.room = map * 3 / 4;
  }

  void add(long value) {
    rows++;
    counters.merge(value, 1L, Long::sum);
    if (counters.size() > room) {
      long[] sorted = counters.values().stream().mapToLong(Long::longValue).sorted().toArray();
      long median = sorted[sorted.length / 2];
      error += median;
      counters.replaceAll((key, counter) -> counter - median);
      counters.values().removeIf(counter -> counter <= 0);
    }
  }

  long rows() {
    return rows;
  }

  long error() {
    return error;
  }

  Map<String, Long> estimates() {
    Map<String, Long> estimates = new TreeMap<>();
    counters.forEach((value, counter) -> estimates.put(value.toString(), counter + error));
    return estimates;
  }
}
