/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.internal.run;

import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.metadata.Node;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.cassandrastats.client.api.StatsException;
import org.cassandrastats.client.internal.range.Range;
import org.cassandrastats.client.internal.range.Range.Part;
import org.cassandrastats.client.internal.request.AnswerLimit;
import org.cassandrastats.client.internal.request.Failures;
import org.cassandrastats.client.internal.request.Remedy;
import org.cassandrastats.client.internal.run.PartialResult.Gate;
import org.cassandrastats.client.internal.run.RequestCounts.RunContext;
import org.cassandrastats.client.internal.run.Schedule.RequestSizer;
import org.cassandrastats.client.internal.split.RangeSource;

/** Reads all parts of a source, several at a time, and joins the answers. */
final class SplitRun<K> {
  /** However short the retry timeout, a range that cannot be cut is asked for so many times. */
  private static final int FEWEST_ATTEMPTS = 6;

  private static final int MOST_THREADS = 256;
  private static final int FEW_FAILURES = 10;
  private static final long GRACE_SECONDS = 10;

  private final RangeSource<K> source;
  private final RunContext context;
  private final Gate gate;
  private final Optional<RunFile> file;
  private final RequestSizer sizer;
  private final int threads;
  private final Schedule<K> schedule;
  private final FinishedRanges<K, PartialResult> finished;
  private Throwable failure;

  /**
   * A run.
   *
   * @param taker takes the groups of the result
   * @param file where finished ranges are kept
   */
  SplitRun(
      RangeSource<K> source,
      RunContext context,
      PartialResult.Taker taker,
      Optional<RunFile> file) {
    this.source = source;
    this.context = context;
    this.gate = new Gate(context.selection(), context.grouping(), taker);
    this.file = file;
    this.sizer = new RequestSizer(targetSeconds(), source.firstWidth());
    this.threads = Math.min(MOST_THREADS, context.options().inFlightPerNode() * source.nodes());
    this.schedule = new Schedule<>(source, sizer, threads, gate::isFull);
    this.finished = new FinishedRanges<>(source.order(), gate::join);
  }

  private double targetSeconds() {
    return context.options().targetTime().toNanos() / 1e9;
  }

  /**
   * Reads everything, or as much as is wanted.
   *
   * @throws StatsException if something cannot be read
   */
  void execute() throws InterruptedException {
    resume();
    ExecutorService workers = Executors.newFixedThreadPool(threads, context.threads());
    try {
      for (int i = 0; i < threads; i++) {
        workers.execute(this::work);
      }
      workers.shutdown();
      while (!workers.awaitTermination(1, TimeUnit.HOURS)) {
        // Runs may take days.
      }
    } finally {
      schedule.stop();
      workers.shutdownNow();
      workers.awaitTermination(GRACE_SECONDS, TimeUnit.SECONDS);
    }
    synchronized (this) {
      if (gate.isClosed()) {
        return;
      }
      if (failure != null) {
        throw Failures.stopped(failure);
      }
      gate.release(finished.answer(source.whole()).groups(), true);
    }
  }

  /** Takes what an earlier run has left in the file. */
  private synchronized void resume() {
    file.ifPresent(
        kept ->
            kept.forEach(
                line -> {
                  FinishedRanges.Line<K> known = FinishedRanges.Line.parse(line, source::decode);
                  add(known.range(), known.rows());
                  context.tally().known(rows(known.rows()));
                }));
    if (!finished.ranges().isEmpty()) {
      source.leaveOut(finished.ranges());
    }
  }

  private void add(Range<K> range, List<List<ByteBuffer>> rows) {
    PartialResult partial = PartialResult.of(rows);
    gate.hold(partial.groups());
    finished.add(range, partial);
    finished
        .from(source.whole().lower())
        .ifPresent(complete -> gate.release(complete.groups(), false));
    if (gate.isClosed()) {
      schedule.stop();
    }
  }

  private void work() {
    try {
      for (Part<K> part = schedule.take(); part != null; part = schedule.take()) {
        read(part);
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      fail(StatsException.interrupted(interrupted));
    } catch (Throwable broken) {
      // Listeners in other languages throw any exception.
      fail(broken);
    }
  }

  private synchronized void fail(Throwable newFailure) {
    failure = failure == null ? newFailure : failure;
    schedule.stop();
  }

  private void read(Part<K> part) throws InterruptedException {
    Node node = context.slots().acquire(part);
    List<List<ByteBuffer>> rows;
    long start = System.nanoTime();
    try {
      rows = source.answer(part, node);
    } catch (DriverException failed) {
      if (Failures.isSilence(failed)) {
        context.slots().suspect(node);
      }
      context.slots().release(node);
      repeat(part, node, failed, System.nanoTime() - start);
      return;
    } catch (AnswerLimit.Exceeded large) {
      context.slots().release(node);
      sizer.failed(part.width(), 2 * targetSeconds(), false);
      if (!isDivided(part, schedule::atOnce)) {
        throw new StatsException(
            "%s cannot be read: its groups are too large for one answer, and it cannot be cut."
                .formatted(capitalised(source.describe(part.range()))));
      }
      return;
    } catch (InterruptedException | RuntimeException broken) {
      context.slots().release(node);
      throw broken;
    }
    long nanos = System.nanoTime() - start;
    context.slots().release(node);
    // The size of an answer has a limit as its time has a target: the width follows both.
    double size = source.partOfLargestAnswer(rows);
    long count = rows(rows);
    sizer.succeeded(part.width(), Math.max(nanos / 1e9, targetSeconds() * size), count);
    context.tally().succeeded(nanos, count);
    finish(part, rows);
  }

  private synchronized void finish(Part<K> part, List<List<ByteBuffer>> rows) {
    if (failure != null || gate.isClosed()) {
      return;
    }
    if (!context.grouping().isGrouped()) {
      // What cannot be computed from this answer cannot be from any: better to hear of it at once.
      context.selection().values(rows.get(0));
    }
    file.ifPresent(
        kept -> kept.append(FinishedRanges.Line.format(part.range(), rows, source::encode)));
    add(part.range(), rows);
    file.ifPresent(this::shorten);
    schedule.finished(part);
    context.listener().reached(context.tally().progress(schedule.part()));
  }

  /**
   * Puts merged answers in the place of those of each request; groups that are handed over stay as
   * they are.
   */
  private void shorten(RunFile kept) {
    if (context.grouping().isGrouped() || !kept.hasGrown()) {
      return;
    }
    List<String> lines = new ArrayList<>();
    finished.forEach(
        (range, answer) ->
            lines.add(
                FinishedRanges.Line.format(range, List.copyOf(answer.groups()), source::encode)));
    kept.replace(lines);
  }

  private long rows(List<List<ByteBuffer>> answer) {
    return answer.stream().mapToLong(context.selection()::rows).sum();
  }

  private void repeat(Part<K> part, Node node, DriverException failed, long nanos)
      throws InterruptedException {
    Remedy remedy = Failures.remedy(failed);
    if (remedy == Remedy.STOP) {
      throw failed;
    }
    context.tally().failed();
    requireHope(failed);
    if (remedy == Remedy.ASK_FOR_LESS) {
      sizer.failed(part.width(), nanos / 1e9, Failures.isDeadline(failed));
      askForLess(part, node, failed);
    } else {
      askAgain(part, node, failed);
    }
  }

  private void askForLess(Part<K> part, Node node, DriverException failed)
      throws InterruptedException {
    if (!Failures.mayPass(failed)) {
      askForWhatPasses(part, failed);
      return;
    }
    if (part.indivisible()) {
      // To find that out again would take requests, which may fail as well.
      askAgain(part, node, failed);
      return;
    }
    if (!isDivided(part.tooMuchFor(node), schedule::again)) {
      askAgain(part.asIndivisible(), node, failed);
    }
  }

  /** What fails each time it is repeated is repeated without what it fails of. */
  private void askForWhatPasses(Part<K> part, DriverException failed) throws InterruptedException {
    if (source.isTightened(part)) {
      schedule.atOnce(
          part, List.of(Part.of(part.range(), part.width(), part.replicas()).halfOf(part)));
    } else if (!isDivided(part, schedule::atOnce)) {
      throw new StatsException(
          "%s cannot be read, and not be cut further: %s."
              .formatted(capitalised(source.describe(part.range())), Failures.line(failed)),
          failed);
    }
  }

  /**
   * Reads a part in smaller ones; false if it has none.
   *
   * @param later has halves read, after a pause or without
   */
  private boolean isDivided(Part<K> part, BiConsumer<Part<K>, List<Part<K>>> later)
      throws InterruptedException {
    List<Part<K>> halves = source.halves(part);
    if (!halves.isEmpty()) {
      context.tally().halved();
      later.accept(part, halves);
      return true;
    }
    Optional<RangeSource<?>> finer = source.finer(part);
    if (finer.isEmpty()) {
      return false;
    }
    List<List<ByteBuffer>> groups = new ArrayList<>();
    new SplitRun<>(finer.get(), context.nested(), groups::add, Optional.empty()).execute();
    finish(part, groups);
    return true;
  }

  private void askAgain(Part<K> part, Node node, DriverException failed) {
    Part<K> again = part.failedOn(node);
    Duration retryTimeout = context.options().retryTimeout();
    // Its node may restart, or fail now and then.
    if (again.attempts() >= FEWEST_ATTEMPTS && again.failing().compareTo(retryTimeout) > 0) {
      throw StatsException.unavailable(
          "%s cannot be read%s: %d requests have failed for %d s. Last: %s."
              .formatted(
                  capitalised(source.describe(part.range())),
                  part.indivisible() ? ", and not be cut further" : "",
                  again.attempts(),
                  retryTimeout.toSeconds(),
                  Failures.line(failed)),
          failed);
    }
    schedule.again(part, List.of(again));
  }

  private void requireHope(DriverException failed) {
    Duration patience =
        Failures.patience(
            failed, context.options().retryTimeout(), !context.tally().hasSucceeded());
    if (context.tally().drought(FEW_FAILURES).compareTo(patience) > 0) {
      throw Failures.unreachable(failed)
          .orElseGet(
              () ->
                  StatsException.unavailable(
                      "No request has succeeded for %d s: the cluster is overloaded or down. Last: %s."
                          .formatted(patience.toSeconds(), Failures.line(failed)),
                      failed));
    }
  }

  private static String capitalised(String text) {
    return Character.toUpperCase(text.charAt(0)) + text.substring(1);
  }
}
