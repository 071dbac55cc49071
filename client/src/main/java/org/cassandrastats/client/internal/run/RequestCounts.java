/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.internal.run;

import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.ThreadFactory;
import org.cassandrastats.client.api.RunStatistics;
import org.cassandrastats.client.api.StatsListener;
import org.cassandrastats.client.api.StatsOptions;
import org.cassandrastats.client.api.StatsProgress;
import org.cassandrastats.client.internal.function.Selection;
import org.cassandrastats.client.internal.split.Grouping;

/** Counts what a run does, and how long requests take. */
final class RequestCounts {
  private static final int FIRST_CAPACITY = 256;
  private static final double SLOW = 0.99;

  private final long started = System.nanoTime();
  private final RunMetrics metrics;
  private long[] times = new long[FIRST_CAPACITY];
  private int requests;
  private long rows;
  private long rowsBefore;
  private long failed;
  private long halved;
  private long lastSuccess = started;
  private long failedSinceSuccess;

  /** A tally that counts for the metrics of the session, too. */
  RequestCounts(RunMetrics metrics) {
    this.metrics = metrics;
  }

  synchronized void succeeded(long nanos, long newRows) {
    metrics.succeeded(nanos, newRows);
    if (requests == times.length) {
      times = Arrays.copyOf(times, 2 * requests);
    }
    times[requests++] = nanos;
    rows += newRows;
    lastSuccess = System.nanoTime();
    failedSinceSuccess = 0;
  }

  synchronized void failed() {
    metrics.failed();
    failed++;
    failedSinceSuccess++;
  }

  synchronized void halved() {
    metrics.halved();
    halved++;
  }

  /** Adds rows that an earlier run has read. */
  synchronized void known(long knownRows) {
    rows += knownRows;
    rowsBefore += knownRows;
  }

  /** Whether any request has succeeded. */
  synchronized boolean hasSucceeded() {
    return requests > 0;
  }

  /** How long no request has succeeded; zero as long as few have failed. */
  synchronized Duration drought(long fewFailures) {
    return failedSinceSuccess < fewFailures
        ? Duration.ZERO
        : Duration.ofNanos(System.nanoTime() - lastSuccess);
  }

  /**
   * How far the run has come.
   *
   * @param part of all that is done, from 0 to 1
   */
  synchronized StatsProgress progress(double part) {
    return StatsProgress.builder()
        .rows(rows)
        .rowsBefore(rowsBefore)
        .part(part)
        .elapsed(elapsed())
        .requests(requests)
        .failedRequests(failed)
        .build();
  }

  private Duration elapsed() {
    return Duration.ofNanos(System.nanoTime() - started);
  }

  synchronized RunStatistics statistics() {
    long[] sorted = Arrays.copyOf(times, requests);
    Arrays.sort(sorted);
    return RunStatistics.builder()
        .rows(rows)
        .elapsed(elapsed())
        .requests(requests)
        .failedRequests(failed)
        .halvedRanges(halved)
        .medianTime(quantile(sorted, 0.5))
        .slowTime(quantile(sorted, SLOW))
        .longestTime(quantile(sorted, 1))
        .build();
  }

  private static Duration quantile(long[] sorted, double quantile) {
    if (sorted.length == 0) {
      return Duration.ZERO;
    }
    int rank = (int) Math.ceil(quantile * sorted.length);
    return Duration.ofNanos(sorted[Math.max(1, rank) - 1]);
  }

  /**
   * What all the runs of a query share.
   *
   * @param selection what is asked of the servers
   * @param grouping how rows are grouped
   * @param options how the query is run
   * @param threads make those that send requests
   * @param slots of the nodes
   * @param tally of all requests
   * @param listener hears of finished ranges
   */
  record RunContext(
      Selection selection,
      Grouping grouping,
      StatsOptions options,
      ThreadFactory threads,
      NodeSlots.OfQuery slots,
      RequestCounts tally,
      StatsListener listener) {
    /** The same for a run inside another, whose progress is none of the whole. */
    RunContext nested() {
      return new RunContext(selection, grouping, options, threads, slots, tally, progress -> {});
    }
  }
}
