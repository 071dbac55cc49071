/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.rollup.internal.bucket;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;
import org.cassandrastats.rollup.internal.table.StatementSender;
import org.cassandrastats.rollup.internal.table.Watermarks;
import org.cassandrastats.rollup.internal.time.Buckets;

/**
 * Works on the buckets of a table, or counts them: goes through its partitions, slice by slice,
 * with several requests in flight. A slice is finished when all its buckets are: what was done of
 * it before may be done again.
 */
public final class BucketRun {
  /** Partitions that wait for each one in work: memory does not grow with the table. */
  private static final int WAITING_FOR_EACH = 4;

  /** Slices whose partitions are looked for by one statement, page by page. */
  private static final int MOST_TOGETHER = 8;

  private static final int GRACE_SECONDS = 20;

  private final SeriesFinder partitions;
  private final SpanSplitter.TimeFinder times;
  private final Buckets buckets;
  private final BucketCounts tally;
  private final int inFlight;
  private final BooleanSupplier stop;
  private final ExecutorService workers;
  private final int places;
  private final Semaphore room;
  private final AtomicReference<RuntimeException> failure = new AtomicReference<>();
  private Partitions.Work work;
  private IntConsumer listener;

  /**
   * A run, to be used once.
   *
   * @param partitions in which there are buckets
   * @param times where there is something in them
   * @param tally counts what is done
   * @param inFlight how many buckets are worked on at the same time
   * @param stop whether the run is to end early, with the slices that are finished; stays true
   */
  public BucketRun(
      SeriesFinder partitions,
      SpanSplitter.TimeFinder times,
      Buckets buckets,
      BucketCounts tally,
      int inFlight,
      BooleanSupplier stop) {
    this.partitions = partitions;
    this.times = times;
    this.buckets = buckets;
    this.tally = tally;
    this.inFlight = inFlight;
    this.stop = stop;
    this.workers = Executors.newFixedThreadPool(inFlight);
    this.places = WAITING_FOR_EACH * inFlight;
    this.room = new Semaphore(places);
  }

  /**
   * Works on the buckets of each slice that are wanted, and remembers that they are done.
   *
   * @param wanted which are
   * @return until when all buckets are done then; empty if a slice has none
   */
  public OptionalLong run(
      Partitions.Work work, Watermarks watermarks, Buckets.Limits.Unfinished wanted) {
    execute(
        work,
        slice -> wanted.span(watermarks.of(slice)),
        slice -> {
          if (wanted.isNews(watermarks.of(slice))) {
            watermarks.reached(slice, wanted.until());
          }
        });
    return watermarks.ofAll();
  }

  /** Works on the same buckets of all slices. */
  public void run(Partitions.Work work, Buckets.Span span) {
    execute(work, slice -> span, slice -> {});
  }

  /** Counts the buckets that {@link #run} would work on. */
  public void count(Optional<Watermarks> watermarks, Buckets.Limits.Unfinished wanted) {
    execute(
        counting(),
        slice -> wanted.span(watermarks.map(marks -> marks.of(slice)).orElse(null)),
        slice -> {});
  }

  /** Counts the buckets that {@link #run} would work on. */
  public void count(Buckets.Span span) {
    run(counting(), span);
  }

  private Partitions.Work counting() {
    return new SpanSplitter.BucketWalk(times, buckets, (key, start, end) -> tally.bucket(0));
  }

  /**
   * Executes the run.
   *
   * @param spans the buckets of each slice; null where there are none to be done
   * @param newListener hears of slices whose buckets are all done, by any thread
   * @throws RuntimeException the first failure
   */
  private void execute(
      Partitions.Work newWork, IntFunction<Buckets.Span> spans, IntConsumer newListener) {
    work = newWork;
    listener = newListener;
    try {
      int first = 0;
      while (first < Watermarks.Slices.COUNT && !isStopped()) {
        first = execute(first, spans);
      }
      // All places are free when all partitions are done.
      room.acquire(places);
    } catch (InterruptedException interrupted) {
      fail(StatementSender.interrupted(interrupted));
    } catch (RuntimeException failed) {
      fail(failed);
    } finally {
      end();
    }
    if (failure.get() != null) {
      throw failure.get();
    }
  }

  /** Works on slices next to each other that have the same buckets, and says which is next. */
  private int execute(int first, IntFunction<Buckets.Span> spans) {
    Buckets.Span span = spans.apply(first);
    Deque<Slice> slices = new ArrayDeque<>(List.of(new Slice(first)));
    int next = first + 1;
    while (next < Watermarks.Slices.COUNT
        && slices.size() < MOST_TOGETHER
        && Objects.equals(spans.apply(next), span)) {
      slices.add(new Slice(next++));
    }
    if (span != null) {
      partitions.visit(
          first,
          next - 1,
          span,
          (token, key) -> {
            while (token > Watermarks.Slices.upTo(slices.element().number)) {
              slices.remove().end();
            }
            return submit(slices.element(), key, span);
          });
    }
    slices.forEach(Slice::end);
    return next;
  }

  private void end() {
    workers.shutdown();
    try {
      workers.awaitTermination(GRACE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
    workers.shutdownNow();
  }

  private boolean submit(Slice slice, List<ByteBuffer> key, Buckets.Span span) {
    try {
      room.acquire();
    } catch (InterruptedException interrupted) {
      fail(StatementSender.interrupted(interrupted));
      return false;
    }
    Partition partition = new Partition(slice);
    partition.submit(
        () ->
            SpanSplitter.split(times, buckets, inFlight, key, span)
                .forEach(piece -> partition.submit(() -> go(key, piece))));
    return !isStopped();
  }

  private void go(List<ByteBuffer> key, Buckets.Span span) {
    work.go(key, span, this::isStopped);
  }

  private boolean isStopped() {
    return failure.get() != null || stop.getAsBoolean();
  }

  private void fail(RuntimeException failed) {
    failure.compareAndSet(null, failed);
  }

  /** A slice, which is finished when its partitions are and no more of them will be found. */
  private final class Slice {
    private final int number;
    private final AtomicInteger open = new AtomicInteger(1);

    Slice(int number) {
      this.number = number;
    }

    void begin() {
      open.incrementAndGet();
    }

    void end() {
      if (open.decrementAndGet() == 0 && !isStopped()) {
        listener.accept(number);
        tally.slice();
      }
    }
  }

  /** A partition, which is done when all its tasks are. */
  private final class Partition {
    private final Slice slice;
    private final AtomicInteger open = new AtomicInteger();

    Partition(Slice slice) {
      this.slice = slice;
      slice.begin();
    }

    /** Submits a task; a further one only within one of the same partition. */
    void submit(Runnable task) {
      open.incrementAndGet();
      workers.execute(() -> run(task));
    }

    private void run(Runnable task) {
      try {
        if (!isStopped()) {
          task.run();
        }
      } catch (RuntimeException failed) {
        fail(failed);
      } catch (Error broken) {
        // The slice must not pass for finished.
        fail(new IllegalStateException("a partition was broken off", broken));
        throw broken;
      } finally {
        if (open.decrementAndGet() == 0) {
          endPartition();
        }
      }
    }

    private void endPartition() {
      try {
        slice.end();
      } catch (RuntimeException failed) {
        fail(failed);
      } finally {
        room.release();
      }
    }
  }
}
