/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.measure;

import java.util.List;

/**
 * All that was measured in one lane.
 *
 * @param lane its name
 * @param date when, in UTC
 * @param cassandra the version of the node
 * @param rows of the large partition
 * @param groups of ten rows each, in the partition of groups
 * @param withLimits the aggregates that have limits, each between two runs of the baseline
 * @param all every aggregate, several between two runs of the baseline
 * @param grouped over the groups
 * @param heap during queries over groups; empty where it was not looked at
 */
record LaneResult(
    String lane,
    String date,
    String cassandra,
    int rows,
    int groups,
    List<PairedTimes> withLimits,
    List<PairedTimes> all,
    List<PairedTimes> grouped,
    List<HeapUse> heap) {}
