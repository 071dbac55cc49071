/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.api;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * How a query is run: {@link #standard}, and what differs from it by the methods {@code with...},
 * each of which gives another object.
 */
public final class StatsOptions {
  private static final long GROUP_MEMORY = 256L << 20;
  private static final int PART_OF_HEAP = 4;

  private static final StatsOptions STANDARD = new StatsOptions(new Values());

  private final Values values;

  /** Where the answers of ranges are computed. */
  public enum Lane {
    /**
     * On the servers; by the client where the query needs functions of the pack, and the cluster
     * has neither the scripts nor the server jar.
     */
    AUTOMATIC,
    /** On the servers: they send states. */
    SERVER,
    /**
     * By the client: the servers send rows, page by page. Needs nothing on the cluster but the
     * permission to read the table.
     */
    CLIENT
  }

  private StatsOptions(Values values) {
    require(
        isPositive(Objects.requireNonNull(values.targetTime, "targetTime")),
        "the target time has to be more than zero");
    require(values.inFlightPerNode >= 1, "at least 1 request has to be in flight for each node");
    require(values.pageSize >= 1, "a page has to hold 1 row or more, found " + values.pageSize);
    require(
        isPositive(Objects.requireNonNull(values.retryTimeout, "retryTimeout")),
        "the retry timeout has to be more than zero");
    require(
        values.groupMemory >= 1, "groups have to have 1 byte or more, found " + values.groupMemory);
    Objects.requireNonNull(values.functionsKeyspace, "functionsKeyspace");
    Objects.requireNonNull(values.lane, "lane");
    this.values = values;
  }

  /**
   * Requests of a second, four at a time on each node, at the consistency level of the session,
   * with pages of 5000 rows; the pack in the keyspace {@code stats}; requests are retried for a
   * minute; no file; the lane that the cluster has; for groups 256 MB, or a quarter of the heap if
   * that is less.
   */
  public static StatsOptions standard() {
    return STANDARD;
  }

  /**
   * How long a request is to take; more than zero. Ranges are sized by measured speed so that
   * requests take a little less. Default: a second.
   */
  public Duration targetTime() {
    return values.targetTime;
  }

  /**
   * How many requests a node serves at the same time, at most, also those of other queries of the
   * client: together they keep to the largest of their numbers; 1 or more. Requests that look for
   * keys come on top, one at a time for each query. Default: 4.
   */
  public int inFlightPerNode() {
    return values.inFlightPerNode;
  }

  /**
   * The consistency level of all requests; null, the default, for that of the execution profile of
   * the statement, which is the default profile of the session unless the statement names another.
   */
  public @Nullable ConsistencyLevel consistencyLevel() {
    return values.consistencyLevel;
  }

  /** Rows per page; 1 or more. Default: 5000. */
  public int pageSize() {
    return values.pageSize;
  }

  /** The keyspace of the pack's functions, without quotes. Default: stats. */
  public String functionsKeyspace() {
    return values.functionsKeyspace;
  }

  /**
   * How long no request may succeed, or all fail that are for a range that cannot be cut, before a
   * run stops; more than zero. Default: a minute.
   */
  public Duration retryTimeout() {
    return values.retryTimeout;
  }

  /**
   * Where finished ranges are kept, so that the same query resumes from there after an
   * interruption; null, the default, to keep nothing. It is removed when the query is complete.
   */
  public @Nullable Path resumeFile() {
    return values.resumeFile;
  }

  /** Where answers are computed. Default: {@link Lane#AUTOMATIC}. */
  public Lane lane() {
    return values.lane;
  }

  /**
   * Bytes that groups of a query may take which any partition may add to, and rows that are ordered
   * by their values; 1 or more. Default: 256 MB, or a quarter of the heap if that is less.
   */
  public long groupMemory() {
    return values.groupMemory;
  }

  /** The same with another {@link #targetTime}. */
  public StatsOptions withTargetTime(Duration newTargetTime) {
    return with(changed -> changed.targetTime = newTargetTime);
  }

  /** The same with another {@link #inFlightPerNode}. */
  public StatsOptions withInFlightPerNode(int newInFlightPerNode) {
    return with(changed -> changed.inFlightPerNode = newInFlightPerNode);
  }

  /** The same with another {@link #consistencyLevel}. */
  public StatsOptions withConsistencyLevel(@Nullable ConsistencyLevel newConsistencyLevel) {
    return with(changed -> changed.consistencyLevel = newConsistencyLevel);
  }

  /** The same with another {@link #pageSize}. */
  public StatsOptions withPageSize(int newPageSize) {
    return with(changed -> changed.pageSize = newPageSize);
  }

  /** The same with another {@link #functionsKeyspace}. */
  public StatsOptions withFunctionsKeyspace(String newFunctionsKeyspace) {
    return with(changed -> changed.functionsKeyspace = newFunctionsKeyspace);
  }

  /** The same with another {@link #retryTimeout}. */
  public StatsOptions withRetryTimeout(Duration newRetryTimeout) {
    return with(changed -> changed.retryTimeout = newRetryTimeout);
  }

  /** The same with another {@link #resumeFile}. */
  public StatsOptions withResumeFile(@Nullable Path newResumeFile) {
    return with(changed -> changed.resumeFile = newResumeFile);
  }

  /** The same with another {@link #lane}. */
  public StatsOptions withLane(Lane newLane) {
    return with(changed -> changed.lane = newLane);
  }

  /** The same with another {@link #groupMemory}. */
  public StatsOptions withGroupMemory(long newGroupMemory) {
    return with(changed -> changed.groupMemory = newGroupMemory);
  }

  private StatsOptions with(Consumer<Values> change) {
    Values changed = new Values(values);
    change.accept(changed);
    return new StatsOptions(changed);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof StatsOptions options && values.all().equals(options.values.all());
  }

  @Override
  public int hashCode() {
    return values.all().hashCode();
  }

  @Override
  public String toString() {
    return "StatsOptions" + values.all();
  }

  /** All that can be set. */
  private static final class Values {
    private Duration targetTime;
    private int inFlightPerNode;
    private @Nullable ConsistencyLevel consistencyLevel;
    private int pageSize;
    private String functionsKeyspace;
    private Duration retryTimeout;
    private @Nullable Path resumeFile;
    private Lane lane;
    private long groupMemory;

    Values() {
      targetTime = Duration.ofSeconds(1);
      inFlightPerNode = 4;
      pageSize = 5000;
      functionsKeyspace = "stats";
      retryTimeout = Duration.ofMinutes(1);
      lane = Lane.AUTOMATIC;
      groupMemory = Math.min(GROUP_MEMORY, Runtime.getRuntime().maxMemory() / PART_OF_HEAP);
    }

    Values(Values other) {
      targetTime = other.targetTime;
      inFlightPerNode = other.inFlightPerNode;
      consistencyLevel = other.consistencyLevel;
      pageSize = other.pageSize;
      functionsKeyspace = other.functionsKeyspace;
      retryTimeout = other.retryTimeout;
      resumeFile = other.resumeFile;
      lane = other.lane;
      groupMemory = other.groupMemory;
    }

    List<Object> all() {
      return Arrays.asList(
          targetTime,
          inFlightPerNode,
          consistencyLevel,
          pageSize,
          functionsKeyspace,
          retryTimeout,
          resumeFile,
          lane,
          groupMemory);
    }
  }

  private static boolean isPositive(Duration duration) {
    return !duration.isNegative() && !duration.isZero();
  }

  private static void require(boolean fulfilled, String demand) {
    if (!fulfilled) {
      throw new IllegalArgumentException(demand);
    }
  }
}
