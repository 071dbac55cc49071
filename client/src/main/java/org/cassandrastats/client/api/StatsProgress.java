/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.api;

import java.time.Duration;
import java.util.Objects;

/** How far a run has come. */
public final class StatsProgress {
  private final Builder values;

  private StatsProgress(Builder values) {
    this.values = values;
  }

  /** All numbers 0, and no time. */
  public static Builder builder() {
    return new Builder();
  }

  /** How many rows have been read, those of interrupted runs included. */
  public long rows() {
    return values.rows;
  }

  /** How many of these interrupted runs have read. */
  public long rowsBefore() {
    return values.rowsBefore;
  }

  /**
   * The part of all keys or tokens that is done, from 0 to 1: keys that are spread unevenly make it
   * an estimate.
   */
  public double part() {
    return values.part;
  }

  /** Since the run began. */
  public Duration elapsed() {
    return values.elapsed;
  }

  /** Requests that have succeeded. */
  public long requests() {
    return values.requests;
  }

  /** Requests that have failed and were repeated. */
  public long failedRequests() {
    return values.failedRequests;
  }

  @Override
  public String toString() {
    return "StatsProgress["
        + "rows="
        + values.rows
        + ", rowsBefore="
        + values.rowsBefore
        + ", part="
        + values.part
        + ", elapsed="
        + values.elapsed
        + ", requests="
        + values.requests
        + ", failedRequests="
        + values.failedRequests
        + "]";
  }

  /** Collects the numbers; for who makes one, as tests of applications do. */
  public static final class Builder {
    private long rows;
    private long rowsBefore;
    private double part;
    private Duration elapsed = Duration.ZERO;
    private long requests;
    private long failedRequests;

    private Builder() {}

    private Builder(Builder other) {
      rows = other.rows;
      rowsBefore = other.rowsBefore;
      part = other.part;
      elapsed = other.elapsed;
      requests = other.requests;
      failedRequests = other.failedRequests;
    }

    /** See {@link StatsProgress#rows}. */
    public Builder rows(long newRows) {
      rows = newRows;
      return this;
    }

    /** See {@link StatsProgress#rowsBefore}. */
    public Builder rowsBefore(long newRowsBefore) {
      rowsBefore = newRowsBefore;
      return this;
    }

    /** See {@link StatsProgress#part}. */
    public Builder part(double newPart) {
      part = newPart;
      return this;
    }

    /** See {@link StatsProgress#elapsed}. */
    public Builder elapsed(Duration newElapsed) {
      elapsed = Objects.requireNonNull(newElapsed, "elapsed");
      return this;
    }

    /** See {@link StatsProgress#requests}. */
    public Builder requests(long newRequests) {
      requests = newRequests;
      return this;
    }

    /** See {@link StatsProgress#failedRequests}. */
    public Builder failedRequests(long newFailedRequests) {
      failedRequests = newFailedRequests;
      return this;
    }

    /** What was collected. */
    public StatsProgress build() {
      return new StatsProgress(new Builder(this));
    }
  }
}
