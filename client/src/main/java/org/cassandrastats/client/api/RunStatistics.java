/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.api;

import java.time.Duration;
import java.util.Objects;

/** How a run went. */
public final class RunStatistics {
  private final Builder values;

  private RunStatistics(Builder values) {
    this.values = values;
  }

  /** All numbers 0, and no time. */
  public static Builder builder() {
    return new Builder();
  }

  /** How many rows were aggregated, those of interrupted runs included. */
  public long rows() {
    return values.rows;
  }

  /** From beginning to end, without interrupted runs. */
  public Duration elapsed() {
    return values.elapsed;
  }

  /** Requests that have succeeded, without those that looked for keys. */
  public long requests() {
    return values.requests;
  }

  /** Requests that have failed and were repeated. */
  public long failedRequests() {
    return values.failedRequests;
  }

  /** How many ranges were cut in two because a request failed. */
  public long halvedRanges() {
    return values.halvedRanges;
  }

  /** Half of the requests that have succeeded took no longer. */
  public Duration medianTime() {
    return values.medianTime;
  }

  /** 99 of 100 of them took no longer. */
  public Duration slowTime() {
    return values.slowTime;
  }

  /** None of them took longer. */
  public Duration longestTime() {
    return values.longestTime;
  }

  @Override
  public String toString() {
    return "RunStatistics["
        + "rows="
        + values.rows
        + ", elapsed="
        + values.elapsed
        + ", requests="
        + values.requests
        + ", failedRequests="
        + values.failedRequests
        + ", halvedRanges="
        + values.halvedRanges
        + ", medianTime="
        + values.medianTime
        + ", slowTime="
        + values.slowTime
        + ", longestTime="
        + values.longestTime
        + "]";
  }

  /** Collects the numbers; for who makes one, as tests of applications do. */
  public static final class Builder {
    private long rows;
    private Duration elapsed = Duration.ZERO;
    private long requests;
    private long failedRequests;
    private long halvedRanges;
    private Duration medianTime = Duration.ZERO;
    private Duration slowTime = Duration.ZERO;
    private Duration longestTime = Duration.ZERO;

    private Builder() {}

    private Builder(Builder other) {
      rows = other.rows;
      elapsed = other.elapsed;
      requests = other.requests;
      failedRequests = other.failedRequests;
      halvedRanges = other.halvedRanges;
      medianTime = other.medianTime;
      slowTime = other.slowTime;
      longestTime = other.longestTime;
    }

    /** See {@link RunStatistics#rows}. */
    public Builder rows(long newRows) {
      rows = newRows;
      return this;
    }

    /** See {@link RunStatistics#elapsed}. */
    public Builder elapsed(Duration newElapsed) {
      elapsed = Objects.requireNonNull(newElapsed, "elapsed");
      return this;
    }

    /** See {@link RunStatistics#requests}. */
    public Builder requests(long newRequests) {
      requests = newRequests;
      return this;
    }

    /** See {@link RunStatistics#failedRequests}. */
    public Builder failedRequests(long newFailedRequests) {
      failedRequests = newFailedRequests;
      return this;
    }

    /** See {@link RunStatistics#halvedRanges}. */
    public Builder halvedRanges(long newHalvedRanges) {
      halvedRanges = newHalvedRanges;
      return this;
    }

    /** See {@link RunStatistics#medianTime}. */
    public Builder medianTime(Duration newMedianTime) {
      medianTime = Objects.requireNonNull(newMedianTime, "medianTime");
      return this;
    }

    /** See {@link RunStatistics#slowTime}. */
    public Builder slowTime(Duration newSlowTime) {
      slowTime = Objects.requireNonNull(newSlowTime, "slowTime");
      return this;
    }

    /** See {@link RunStatistics#longestTime}. */
    public Builder longestTime(Duration newLongestTime) {
      longestTime = Objects.requireNonNull(newLongestTime, "longestTime");
      return this;
    }

    /** What was collected. */
    public RunStatistics build() {
      return new RunStatistics(new Builder(this));
    }
  }
}
