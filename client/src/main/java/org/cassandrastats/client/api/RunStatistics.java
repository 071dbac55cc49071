/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.api;

import java.time.Duration;

/**
 * How a run went.
 *
 * @param rows how many rows were aggregated, those of interrupted runs included
 * @param elapsed from beginning to end, without interrupted runs
 * @param requests that have succeeded, without those that looked for keys
 * @param failedRequests that have failed and were repeated
 * @param halvedRanges how many ranges were cut in two because a request failed
 * @param medianTime of the requests that have succeeded
 * @param slowTime 99 of 100 of them took no longer
 * @param longestTime of them
 */
public record RunStatistics(
    long rows,
    Duration elapsed,
    long requests,
    long failedRequests,
    long halvedRanges,
    Duration medianTime,
    Duration slowTime,
    Duration longestTime) {}
