/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.limit;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.LongAdder;
import org.apache.cassandra.cql3.selection.ResultSetBuilder;
import org.apache.cassandra.db.rows.RowIterator;

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
}
