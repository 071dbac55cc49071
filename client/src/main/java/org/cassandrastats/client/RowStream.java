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

  private final Semaphore free = new Semaphore(AHEAD);

  /** Rows, and after the last one nothing. */
  private final BlockingQueue<Optional<StatsRow>> rows = new LinkedBlockingQueue<>();

  private final CompletableFuture<StatsResult> run;
  private boolean isOver;

  private RowStream(Function<Consumer<StatsRow>, CompletableFuture<StatsResult>> runs) {
    super(Long.MAX_VALUE, Spliterator.ORDERED | Spliterator.NONNULL);
    this.run = runs.apply(this::put);
    var unused = run.whenComplete((result, failure) -> rows.add(Optional.empty()));
  }

  /**
   * A stream, which ends the run when it is closed.
   *
   * @param runs begins a run that hands its rows to a taker
   */
  static Stream<StatsRow> of(Function<Consumer<StatsRow>, CompletableFuture<StatsResult>> runs) {
    RowStream rows = new RowStream(runs);
    return StreamSupport.stream(rows, false).onClose(() -> rows.run.cancel(true));
  }

  private void put(StatsRow row) {
    try {
      free.acquire();
    } catch (InterruptedException closed) {
      Thread.currentThread().interrupt();
      throw new CancellationException("the stream was closed");
    }
    rows.add(Optional.of(row));
  }

  @Override
  public boolean tryAdvance(Consumer<? super StatsRow> action) {
    if (isOver) {
      return false;
    }
    Optional<StatsRow> row;
    try {
      row = rows.take();
    } catch (InterruptedException interrupted) {
      isOver = true;
      run.cancel(true);
      Thread.currentThread().interrupt();
      throw StatsException.interrupted(interrupted);
    }
    if (row.isPresent()) {
      free.release();
      action.accept(row.get());
      return true;
    }
    isOver = true;
    requireComplete();
    return false;
  }

  private void requireComplete() {
    try {
      run.join();
    } catch (CompletionException failed) {
      if (failed.getCause() instanceof StatsException reason) {
        throw reason;
      }
      throw failed;
    }
  }
}
