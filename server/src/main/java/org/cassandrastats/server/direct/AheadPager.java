/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.direct;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.db.ConsistencyLevel;
import org.apache.cassandra.db.ReadExecutionController;
import org.apache.cassandra.db.filter.DataLimits;
import org.apache.cassandra.db.partitions.PartitionIterator;
import org.apache.cassandra.db.partitions.PartitionIterators;
import org.apache.cassandra.db.rows.RowIterator;
import org.apache.cassandra.exceptions.CassandraException;
import org.apache.cassandra.exceptions.ReadTimeoutException;
import org.apache.cassandra.service.ClientState;
import org.apache.cassandra.service.ClientWarn;
import org.apache.cassandra.service.pager.PagingState;
import org.apache.cassandra.service.pager.QueryPager;
import org.apache.cassandra.service.reads.thresholds.CoordinatorWarnings;
import org.apache.cassandra.transport.Dispatcher;
import org.apache.cassandra.utils.MonotonicClock;
import org.apache.cassandra.utils.concurrent.UncheckedInterruptedException;
import org.cassandrastats.server.limit.MemoryBudget;
import org.cassandrastats.server.limit.MemoryUse;
import org.cassandrastats.server.limit.PageMemory;
import org.cassandrastats.server.running.PageTime;

/**
 * Pages of which the next ones are read while one is aggregated. Cassandra's own pager reads all of
 * them, one after the other, and one thread at a time uses it: a thread of the pool while it {@link
 * #reading reads}, else that of the request.
 */
final class AheadPager implements QueryPager {
  private static final long MILLISECOND = TimeUnit.MILLISECONDS.toNanos(1);

  private final QueryPager pager;
  private final PathSwitch path;
  private final AheadPool pool;
  private final MemoryBudget budget;

  /** What the page took that was read last; 0 where this node has not read it directly. */
  private final AtomicLong heldBytes;

  /** Pages that are read and not yet due. Guarded by this, as what follows is. */
  private final Deque<PageAhead> ready = new ArrayDeque<>();

  private boolean reading;
  private boolean ended;

  // Of the page that was taken last; of the thread of the request.
  private boolean exhausted;
  private int remaining;

  /**
   * Pages of another pager.
   *
   * @param heldBytes is set when this node has read a page directly
   */
  AheadPager(QueryPager pager, PathSwitch path, MemoryBudget budget, AtomicLong heldBytes) {
    this.pager = pager;
    this.path = path;
    this.pool = path.ahead();
    this.budget = budget;
    this.heldBytes = heldBytes;
    this.exhausted = pager.isExhausted();
    this.remaining = pager.maxRemaining();
  }

  @Override
  public PartitionIterator fetchPage(
      int pageSize, ConsistencyLevel consistency, ClientState client, Dispatcher.RequestTime time) {
    Reader reader = new Reader(pageSize, consistency, client, time);
    PageAhead page = takeReady(reader);
    if (page == null) {
      page = reader.read();
    } else {
      pool.taken();
    }
    PartitionIterator rows = page.take();
    if (page.isHeld()) {
      exhausted = page.isExhausted();
      remaining = page.remaining();
      startReading(reader, page);
      return rows;
    }
    return PartitionIterators.doOnClose(
        rows,
        () -> {
          exhausted = pager.isExhausted();
          remaining = pager.maxRemaining();
        });
  }

  /** The page that is due; null if nobody has read it. Waits for one that is being read. */
  private synchronized PageAhead takeReady(Reader reader) {
    long deadline = reader.deadline();
    while (ready.isEmpty() && reading) {
      long nanos = deadline - MonotonicClock.Global.preciseTime.now();
      if (nanos <= 0) {
        throw reader.timedOut();
      }
      try {
        TimeUnit.NANOSECONDS.timedWait(this, Math.max(nanos, MILLISECOND));
      } catch (InterruptedException interrupted) {
        throw new UncheckedInterruptedException(interrupted);
      }
    }
    return ready.poll();
  }

  private synchronized void startReading(Reader reader, PageAhead taken) {
    PageAhead last = ready.isEmpty() ? taken : ready.peekLast();
    reading = reading || unlessItFails(() -> goesOnAfter(last) && pool.run(reader));
  }

  private boolean goesOnAfter(PageAhead last) {
    return !ended
        && path.isOn()
        && last.canBeFollowed()
        && ready.size() < pool.depth()
        && pool.hasRoom(last.bytes());
  }

  /** The pages that are read already are whole: an error only leaves the next one unread. */
  private boolean unlessItFails(BooleanSupplier goesOn) {
    try {
      return goesOn.getAsBoolean();
    } catch (RuntimeException | LinkageError unexpected) {
      path.trip(unexpected);
      return false;
    }
  }

  /**
   * Adds a page that a thread of the pool has read.
   *
   * @return whether that thread is to read the next one
   */
  private synchronized boolean add(PageAhead page) {
    if (ended) {
      page.discard();
    } else {
      ready.add(page);
    }
    reading = unlessItFails(() -> goesOnAfter(page));
    notifyAll();
    return reading;
  }

  /** No page is going to be due any more. */
  synchronized void end() {
    ended = true;
    ready.forEach(PageAhead::discard);
    ready.clear();
  }

  @Override
  public boolean isExhausted() {
    return exhausted;
  }

  @Override
  public int maxRemaining() {
    return remaining;
  }

  /** Asked for at the end, when nobody reads. */
  @Override
  public PagingState state() {
    return pager.state();
  }

  @Override
  public boolean isTopK() {
    return pager.isTopK();
  }

  /** Only groups need it, whose pages depend on those before. */
  @Override
  public QueryPager withUpdatedLimit(DataLimits newLimits) {
    throw new UnsupportedOperationException();
  }

  @Override
  public ReadExecutionController executionController() {
    return pager.executionController();
  }

  @Override
  public PartitionIterator fetchPageInternal(int pageSize, ReadExecutionController controller) {
    return pager.fetchPageInternal(pageSize, controller);
  }

  /** Reads pages in the way in which the request has asked for one. */
  private final class Reader implements Runnable {
    private final int pageSize;
    private final ConsistencyLevel consistency;
    private final ClientState client;
    private final Dispatcher.RequestTime time;

    Reader(
        int pageSize,
        ConsistencyLevel consistency,
        ClientState client,
        Dispatcher.RequestTime time) {
      this.pageSize = pageSize;
      this.consistency = consistency;
      this.client = client;
      this.time = time;
    }

    /** On a thread of the pool, until enough is read or a page cannot be followed. */
    @Override
    public void run() {
      boolean goesOn = true;
      while (goesOn) {
        goesOn = add(readApart());
      }
    }

    /** Keeps what the read has to tell; never throws, as somebody waits for the page. */
    private PageAhead readApart() {
      PageAhead page = null;
      try {
        ClientWarn.instance.captureWarnings();
        CoordinatorWarnings.init();
        page = readOrFail();
        // As at the end of a request: makes warnings of what replicas have reported.
        CoordinatorWarnings.done();
        List<String> warnings = ClientWarn.instance.getWarnings();
        page.setWarnings(warnings == null ? List.of() : warnings);
        return page;
      } catch (RuntimeException | Error unexpected) {
        if (page != null) {
          page.discard();
        }
        return PageAhead.failed(unexpected);
      } finally {
        CoordinatorWarnings.reset();
        ClientWarn.instance.resetWarnings();
      }
    }

    private PageAhead readOrFail() {
      try {
        return read();
      } catch (RuntimeException | Error failed) {
        return PageAhead.failed(failed);
      }
    }

    /** The next page, in memory where that has room for it. */
    PageAhead read() {
      heldBytes.set(0);
      PartitionIterator rows = pager.fetchPage(pageSize, consistency, client, PageTime.next(time));
      long bytes = heldBytes.get();
      PageMemory memory = new PageMemory(budget, MemoryUse.AHEAD);
      long reserved = bytes == 0 || pool.depth() == 0 ? 0 : memory.reserve(bytes);
      if (reserved == 0) {
        return PageAhead.open(rows);
      }
      memory.keep(reserved);
      boolean done = false;
      try {
        PageAhead page =
            PageAhead.held(hold(rows), bytes, memory, pager.isExhausted(), pager.maxRemaining());
        done = true;
        return page;
      } finally {
        if (!done) {
          memory.release();
        }
      }
    }

    private List<RowIterator> hold(PartitionIterator rows) {
      try {
        return HeldRows.of(rows, path);
      } catch (CassandraException | DirectReadFailure known) {
        throw known;
      } catch (RuntimeException | LinkageError unexpected) {
        throw path.failed(unexpected);
      } finally {
        rows.close();
      }
    }

    /** Until when a page may be waited for, of a {@link MonotonicClock}. */
    long deadline() {
      return PageTime.next(time)
          .computeDeadline(DatabaseDescriptor.getReadRpcTimeout(TimeUnit.NANOSECONDS));
    }

    ReadTimeoutException timedOut() {
      return new ReadTimeoutException(consistency, 0, 1, false);
    }
  }
}
