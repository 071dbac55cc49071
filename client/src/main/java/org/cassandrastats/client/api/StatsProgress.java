/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.api;

import java.time.Duration;

/**
 * How far a run has come.
 *
 * @param rows how many rows have been read, those of interrupted runs included
 * @param rowsBefore how many of these interrupted runs have read
 * @param part the part of all keys or tokens that is done, from 0 to 1: keys that are spread
 *     unevenly make it an estimate
 * @param elapsed since the run began
 * @param requests that have succeeded
 * @param failedRequests that have failed and were repeated
 */
public record StatsProgress(
    long rows,
    long rowsBefore,
    double part,
    Duration elapsed,
    long requests,
    long failedRequests) {}
