/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client;

import java.util.Optional;
import java.util.Spliterator;
import java.util.Spliterators.AbstractSpliterator;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.cassandrastats.client.api.StatsException;
import org.cassandrastats.client.api.StatsResult;
import org.cassandrastats.client.api.StatsRow;

/** The rows of a run that goes on, a few rows ahead, while they are taken. */
final class RowStream extends AbstractSpliterator<StatsRow> {
  private static final int AHEAD = 256;
  private static final String CLOSED = "the stream was closed";

  private final Function<Consumer<StatsRow>, CompletableFuture<StatsResult>> runs;
  private final Semaphore free = new Semaphore(AHEAD);

  /** Rows, and after the last one nothing. */
  private final BlockingQueue<Optional<StatsRow>> rows = new LinkedBlockingQueue<>();

  private CompletableFuture<StatsResult> run;
  private boolean isClosed;
  private RuntimeException failure;
  private boolean isOver;

  private RowStream(Function<Consumer<StatsRow>, CompletableFuture<StatsResult>> runs) {
    super(Long.MAX_VALUE, Spliterator.ORDERED | Spliterator.NONNULL);
    this.runs = runs;
  }

  /**
   * A stream. Its run begins when the first row is asked for, and ends when the stream is closed.
   *
   * @param runs begins a run that hands its rows to a taker
   */
  static Stream<StatsRow> of(Function<Consumer<StatsRow>, CompletableFuture<StatsResult>> runs) {
    RowStream rows = new RowStream(runs);
    return StreamSupport.stream(rows, false).onClose(rows::close);
  }

  private synchronized void close() {
    isClosed = true;
    if (run != null) {
      run.cancel(true);
    }
  }

  /** Begins the run, unless it has begun, or is not wanted any more. */
  private synchronized void begin() {
    if (run == null) {
      if (isClosed) {
        throw failed(StatsException.interrupted(new InterruptedException(CLOSED)));
      }
      run = runs.apply(this::put);
      var unused = run.whenComplete((result, ended) -> rows.add(Optional.empty()));
    }
  }

  private void put(StatsRow row) {
    AsyncRun.acquire(free, CLOSED);
    rows.add(Optional.of(row));
  }

  @Override
  public boolean tryAdvance(Consumer<? super StatsRow> action) {
    if (failure != null) {
      throw failure;
    }
    if (isOver) {
      return false;
    }
    Optional<StatsRow> row = next();
    if (row.isPresent()) {
      free.release();
      action.accept(row.get());
      return true;
    }
    requireComplete();
    isOver = true;
    return false;
  }

  private Optional<StatsRow> next() {
    begin();
    try {
      return rows.take();
    } catch (InterruptedException interrupted) {
      close();
      Thread.currentThread().interrupt();
      throw failed(StatsException.interrupted(interrupted));
    }
  }

  /** Throws what has ended the run, now and whenever another row is asked for. */
  private void requireComplete() {
    try {
      run.join();
    } catch (CancellationException closed) {
      InterruptedException reason = new InterruptedException(CLOSED);
      reason.initCause(closed);
      throw failed(StatsException.interrupted(reason));
    } catch (CompletionException wrapped) {
      if (wrapped.getCause() instanceof Error error) {
        // Taken again, the end of the rows throws it again.
        rows.add(Optional.empty());
        throw error;
      }
      throw failed(wrapped.getCause() instanceof RuntimeException reason ? reason : wrapped);
    }
  }

  private RuntimeException failed(RuntimeException reason) {
    failure = reason;
    return reason;
  }
}
