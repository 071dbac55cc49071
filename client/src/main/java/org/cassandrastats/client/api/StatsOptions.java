/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.api;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * How a query is run.
 *
 * @param targetTime how long a request is to take; more than zero. Ranges are sized by measured
 *     speed so that requests take a little less
 * @param inFlightPerNode how many requests a node serves at the same time, at most, also those of
 *     other queries of the client: together they keep to the largest of their numbers; 1 or more.
 *     Requests that look for keys come on top, one at a time for each query
 * @param consistencyLevel of all requests; null for that of the execution profile of the statement,
 *     which is the default profile of the session unless the statement names another
 * @param pageSize rows per page; 1 or more
 * @param functionsKeyspace the keyspace of the pack's functions, without quotes
 * @param retryTimeout how long no request may succeed, or all fail that are for a range that cannot
 *     be cut, before a run stops; more than zero
 * @param resumeFile where finished ranges are kept, so that the same query resumes from there after
 *     an interruption; null to keep nothing. It is removed when the query is complete
 * @param lane where answers are computed
 * @param groupMemory bytes that groups of a query may take which any partition may add to, and rows
 *     that are ordered by their values; 1 or more
 */
public record StatsOptions(
    Duration targetTime,
    int inFlightPerNode,
    ConsistencyLevel consistencyLevel,
    int pageSize,
    String functionsKeyspace,
    Duration retryTimeout,
    Path resumeFile,
    Lane lane,
    long groupMemory) {
  private static final long GROUP_MEMORY = 256L << 20;
  private static final int PART_OF_HEAP = 4;

  private static final StatsOptions STANDARD =
      new StatsOptions(
          Duration.ofSeconds(1),
          4,
          null,
          5000,
          "stats",
          Duration.ofMinutes(1),
          null,
          Lane.AUTOMATIC,
          Math.min(GROUP_MEMORY, Runtime.getRuntime().maxMemory() / PART_OF_HEAP));

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

  /** Checks the ranges. */
  public StatsOptions {
    require(isPositive(targetTime), "the target time has to be more than zero");
    require(inFlightPerNode >= 1, "at least 1 request has to be in flight for each node");
    require(pageSize >= 1, "a page has to hold 1 row or more, found " + pageSize);
    require(isPositive(retryTimeout), "the retry timeout has to be more than zero");
    require(groupMemory >= 1, "groups have to have 1 byte or more, found " + groupMemory);
    Objects.requireNonNull(functionsKeyspace, "functionsKeyspace");
    Objects.requireNonNull(lane, "lane");
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

  /** See {@link StatsOptions#targetTime}. */
  public StatsOptions withTargetTime(Duration newTargetTime) {
    return with(values -> values.targetTime = newTargetTime);
  }

  /** See {@link StatsOptions#inFlightPerNode}. */
  public StatsOptions withInFlightPerNode(int newInFlightPerNode) {
    return with(values -> values.inFlightPerNode = newInFlightPerNode);
  }

  /** See {@link StatsOptions#consistencyLevel}. */
  public StatsOptions withConsistencyLevel(ConsistencyLevel newConsistencyLevel) {
    return with(values -> values.consistencyLevel = newConsistencyLevel);
  }

  /** See {@link StatsOptions#pageSize}. */
  public StatsOptions withPageSize(int newPageSize) {
    return with(values -> values.pageSize = newPageSize);
  }

  /** See {@link StatsOptions#functionsKeyspace}. */
  public StatsOptions withFunctionsKeyspace(String newFunctionsKeyspace) {
    return with(values -> values.functionsKeyspace = newFunctionsKeyspace);
  }

  /** See {@link StatsOptions#retryTimeout}. */
  public StatsOptions withRetryTimeout(Duration newRetryTimeout) {
    return with(values -> values.retryTimeout = newRetryTimeout);
  }

  /** See {@link StatsOptions#resumeFile}. */
  public StatsOptions withResumeFile(Path newResumeFile) {
    return with(values -> values.resumeFile = newResumeFile);
  }

  /** See {@link StatsOptions#lane}. */
  public StatsOptions withLane(Lane newLane) {
    return with(values -> values.lane = newLane);
  }

  /** See {@link StatsOptions#groupMemory}. */
  public StatsOptions withGroupMemory(long newGroupMemory) {
    return with(values -> values.groupMemory = newGroupMemory);
  }

  private StatsOptions with(Consumer<Values> change) {
    Values values = new Values(this);
    change.accept(values);
    return new StatsOptions(
        values.targetTime,
        values.inFlightPerNode,
        values.consistencyLevel,
        values.pageSize,
        values.functionsKeyspace,
        values.retryTimeout,
        values.resumeFile,
        values.lane,
        values.groupMemory);
  }

  /** All that can be set, to be changed. */
  private static final class Values {
    private Duration targetTime;
    private int inFlightPerNode;
    private ConsistencyLevel consistencyLevel;
    private int pageSize;
    private String functionsKeyspace;
    private Duration retryTimeout;
    private Path resumeFile;
    private Lane lane;
    private long groupMemory;

    Values(StatsOptions options) {
      targetTime = options.targetTime;
      inFlightPerNode = options.inFlightPerNode;
      consistencyLevel = options.consistencyLevel;
      pageSize = options.pageSize;
      functionsKeyspace = options.functionsKeyspace;
      retryTimeout = options.retryTimeout;
      resumeFile = options.resumeFile;
      lane = options.lane;
      groupMemory = options.groupMemory;
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
