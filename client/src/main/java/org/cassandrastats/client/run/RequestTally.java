/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.run;

import java.time.Duration;
import java.util.Arrays;
import org.cassandrastats.client.RunStatistics;

/** Counts what a run does, and how long requests take. */
final class RequestTally {
  private static final int FIRST_CAPACITY = 256;
  private static final double SLOW = 0.99;

  private final long started = System.nanoTime();
  private long[] times = new long[FIRST_CAPACITY];
  private int requests;
  private long rows;
  private long rowsBefore;
  private long failed;
  private long halved;
  private long lastSuccess = started;
  private long failedSinceSuccess;

  synchronized void succeeded(long nanos, long newRows) {
    if (requests == times.length) {
      times = Arrays.copyOf(times, 2 * requests);
    }
    times[requests++] = nanos;
    rows += newRows;
    lastSuccess = System.nanoTime();
    failedSinceSuccess = 0;
  }

  synchronized void failed() {
    failed++;
    failedSinceSuccess++;
  }

  synchronized void halved() {
    halved++;
  }

  /** Adds rows that an earlier run has read. */
  synchronized void known(long knownRows) {
    rows += knownRows;
    rowsBefore += knownRows;
  }

  /** How long no request has succeeded; zero as long as few have failed. */
  synchronized Duration drought(long fewFailures) {
    return failedSinceSuccess < fewFailures
        ? Duration.ZERO
        : Duration.ofNanos(System.nanoTime() - lastSuccess);
  }

  synchronized long rows() {
    return rows;
  }

  synchronized long rowsBefore() {
    return rowsBefore;
  }

  synchronized long requests() {
    return requests;
  }

  synchronized long failures() {
    return failed;
  }

  Duration elapsed() {
    return Duration.ofNanos(System.nanoTime() - started);
  }

  synchronized RunStatistics statistics() {
    long[] sorted = Arrays.copyOf(times, requests);
    Arrays.sort(sorted);
    return new RunStatistics(
        rows,
        elapsed(),
        requests,
        failed,
        halved,
        quantile(sorted, 0.5),
        quantile(sorted, SLOW),
        quantile(sorted, 1));
  }

  private static Duration quantile(long[] sorted, double quantile) {
    if (sorted.length == 0) {
      return Duration.ZERO;
    }
    int rank = (int) Math.ceil(quantile * sorted.length);
    return Duration.ofNanos(sorted[Math.max(1, rank) - 1]);
  }
}
