/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.measure;

import java.time.Duration;
import java.util.List;

/**
 * How much is measured.
 *
 * @param rows of the large partition
 * @param groups of ten rows each
 * @param warmUp runs before those that count
 * @param runs of the aggregates with limits
 * @param runsOfGroups over groups
 * @param runsOfAll of all other aggregates
 * @param heapSeconds how long the heap is looked at for each query; zero for not at all
 * @param only functions to measure of those with limits; empty for all
 */
record LaneSizes(
    int rows,
    int groups,
    int warmUp,
    int runs,
    int runsOfGroups,
    int runsOfAll,
    Duration heapSeconds,
    List<String> only) {

  boolean includes(Contender contender) {
    return only.isEmpty() || only.contains(contender.function());
  }
}
