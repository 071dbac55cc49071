/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.limit;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.LongAdder;
import org.apache.cassandra.cql3.selection.ResultSetBuilder;
import org.apache.cassandra.db.rows.RowIterator;
import org.apache.cassandra.exceptions.InvalidRequestException;
import org.apache.cassandra.exceptions.OverloadedException;
import org.cassandrastats.server.admin.Features;

/** What the aggregations of this node may take, within their pages too. */
public final class AggregationLimits implements AggregationLimitsControl {
  /** The property that says how many bytes all results may take together; 0 for no limit. */
  public static final String PROPERTY = "cassandra.stats.result_memory";

  private static final int PART_OF_HEAP = 4;

  private final MemoryBudget results;
  private final LongAdder tooLarge = new LongAdder();
  private final LongAdder tooLong = new LongAdder();

  /** By the thread that answers the request. */
  private final ConcurrentMap<Thread, RequestLimits> requests = new ConcurrentHashMap<>();

  /** With so many bytes for all results. */
  public AggregationLimits(long resultBytes) {
    this(new MemoryBudget(resultBytes));
  }

  private AggregationLimits(MemoryBudget results) {
    this.results = results;
  }

  /** Those of this node. */
  public static AggregationLimits ofThisNode() {
    return new AggregationLimits(MemoryBudget.ofThisNode(PROPERTY, PART_OF_HEAP));
  }

  /** Shows what of it is active. */
  public void addTo(Features features) {
    features.add(
        PROPERTY, this::getLargestResultBytes, () -> isOn() ? Features.ACTIVE : "turned off");
  }

  /** Whether there is a limit for results. */
  public boolean isOn() {
    return results.limit() > 0;
  }

  /**
   * The request of this thread begins; it {@link #end ends} it too.
   *
   * @param deadline of the request
   * @param stop throws if somebody has stopped it
   */
  public void begin(Deadline deadline, Runnable stop) {
    requests.put(Thread.currentThread(), new RequestLimits(this, deadline, stop));
  }

  /** The request of this thread has been answered, or has failed. */
  public void end() {
    RequestLimits request = requests.remove(Thread.currentThread());
    if (request != null) {
      request.end();
    }
  }

  /** The same rows; asking for one fails where a limit of the request is exceeded. */
  public RowIterator checked(RowIterator rows, ResultSetBuilder result) {
    RequestLimits request = requests.get(Thread.currentThread());
    return request == null ? rows : new CheckedRows(rows, () -> request.nextRow(result.getSize()));
  }

  /** Fails where the request of this thread was stopped, or its time is over. */
  public Runnable check() {
    RequestLimits request = requests.get(Thread.currentThread());
    return request == null ? () -> {} : request::goOn;
  }

  MemoryBudget results() {
    return results;
  }

  void tooLarge() {
    tooLarge.increment();
  }

  void tooLong() {
    tooLong.increment();
  }

  @Override
  public long getResultBytes() {
    return results.used();
  }

  @Override
  public long getLargestResultBytes() {
    return results.limit();
  }

  @Override
  public void setLargestResultBytes(long bytes) {
    results.setLimit(bytes);
  }

  @Override
  public long getTooLarge() {
    return tooLarge.sum();
  }

  @Override
  public long getTooLong() {
    return tooLong.sum();
  }

  /** What one aggregation may still take. Used by the thread of its request only. */
  static final class RequestLimits {
    /** Rows between two looks at the time and at whether it was stopped. */
    static final int ROWS = 32;

    private final AggregationLimits limits;
    private final Deadline deadline;
    private final Runnable stop;
    private final PageMemory memory;
    private long reserved;
    private int rows;

    RequestLimits(AggregationLimits limits, Deadline deadline, Runnable stop) {
      this.limits = limits;
      this.deadline = deadline;
      this.stop = stop;
      this.memory = new PageMemory(limits.results());
    }

    /**
     * Another row is going to be aggregated.
     *
     * @param resultBytes the size of the result so far
     */
    void nextRow(long resultBytes) {
      if (resultBytes > reserved && limits.isOn()) {
        reserve(resultBytes);
      }
      if (++rows >= ROWS) {
        rows = 0;
        goOn();
      }
    }

    /** Fails where it was stopped, or its time is over. */
    void goOn() {
      stop.run();
      if (deadline.isOver()) {
        limits.tooLong();
        throw deadline.exceeded();
      }
    }

    private void reserve(long resultBytes) {
      long more = memory.reserve(resultBytes - reserved);
      reserved += more;
      if (more > 0) {
        return;
      }
      limits.tooLarge();
      long limit = PageMemory.largest(limits.results());
      if (resultBytes > limit) {
        throw new InvalidRequestException(
            "the result of this aggregation has "
                + resultBytes
                + " bytes and is not complete, and at most "
                + limit
                + " are allowed: ask for fewer groups at a time (a smaller page, LIMIT, a narrower"
                + " WHERE), for smaller states, or raise -D"
                + PROPERTY
                + ", of which one aggregation may take a quarter");
      }
      throw new OverloadedException(
          "the results of all aggregations of this node have no room for more than "
              + limits.results().limit()
              + " bytes: ask again later, for fewer groups at a time, or raise -D"
              + PROPERTY);
    }

    void end() {
      memory.release(reserved);
      reserved = 0;
    }
  }
}
