/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.measure;

/**
 * The heap of a node while it answers one query over groups again and again.
 *
 * @param name what was asked
 * @param groups how many groups a query has
 * @param queries how often it was answered
 * @param collections how often the heap was looked at, always after a full collection
 * @param idleMegabytes in use before the first query
 * @param medianMegabytes in use during the queries, the median
 * @param largestMegabytes in use during the queries, at most
 * @param allocatedBytesPerGroup all that the node allocated, for each group, also for reading rows
 */
record HeapUse(
    String name,
    int groups,
    int queries,
    int collections,
    double idleMegabytes,
    double medianMegabytes,
    double largestMegabytes,
    double allocatedBytesPerGroup) {}
