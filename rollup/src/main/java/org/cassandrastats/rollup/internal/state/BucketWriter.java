/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.rollup.internal.state;

import com.datastax.oss.driver.api.core.DriverException;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.cassandrastats.client.api.StatsException;
import org.cassandrastats.rollup.internal.bucket.BucketCounts;
import org.cassandrastats.rollup.internal.bucket.BucketCounts.Count;
import org.cassandrastats.rollup.internal.bucket.Partitions;
import org.cassandrastats.rollup.internal.bucket.SpanSplitter;
import org.cassandrastats.rollup.internal.table.StatementSender;
import org.cassandrastats.rollup.internal.time.Buckets;

/** Writes the states of the buckets that have rows. */
public final class BucketWriter implements Partitions.Work {
  /** Hears of buckets that are written, by any thread. */
  @FunctionalInterface
  public interface Listener {
    /**
     * A bucket of a partition is written.
     *
     * @param isChanged whether it was there, with other rows
     */
    void written(long start, long rows, boolean isChanged);
  }

  private final SpanSplitter.TimeFinder times;
  private final Buckets buckets;
  private final Optional<Buckets> parts;
  private final BucketStates reader;
  private final StateStore store;
  private final BucketCounts tally;
  private final Listener listener;

  /**
   * Writes buckets.
   *
   * @param parts the buckets that the rows stand for; empty where they stand for none
   */
  BucketWriter(
      SpanSplitter.TimeFinder times,
      Buckets buckets,
      Optional<Buckets> parts,
      BucketStates reader,
      StateStore store,
      BucketCounts tally,
      Listener listener) {
    this.times = times;
    this.buckets = buckets;
    this.parts = parts;
    this.reader = reader;
    this.store = store;
    this.tally = tally;
    this.listener = listener;
  }

  @Override
  public void go(List<ByteBuffer> key, Buckets.Span span, BooleanSupplier stopped) {
    Long start = span.from() == null ? firstStart(key, null, span.until()) : span.from();
    boolean tooMuch = false;
    while (start != null && start < span.until() && !stopped.getAsBoolean()) {
      requireWhole(start);
      long end = buckets.end(start);
      BucketStates.States states = null;
      if (!tooMuch) {
        try {
          states = reader.atOnce(key, start, end);
        } catch (DriverException | StatsException failed) {
          if (!mayPassInParts(failed)) {
            throw failed;
          }
          // Buckets of one partition are alike: the next ones would fail, too, after as long a
          // time.
          tooMuch = true;
        }
      }
      if (states == null) {
        states = reader.inParts(key, start, end);
      }
      if (states.rows() > 0) {
        count(
            store.write(key, start, end, states.rows(), states.states()),
            start,
            states.rows(),
            tooMuch);
      }
      // Only where a bucket is empty is it worth looking where rows go on.
      start = states.rows() > 0 ? (Long) end : firstStart(key, end, span.until());
    }
  }

  private static boolean mayPassInParts(RuntimeException failed) {
    return failed instanceof StatsException repeated
        ? StatementSender.isTooMuch(repeated)
        : StatementSender.isPassing((DriverException) failed);
  }

  /** Long ago, the days of a zone began at no hour of UTC. */
  private void requireWhole(long start) {
    if (parts.isPresent() && parts.get().start(start) != start) {
      throw new StatsException(
          "The bucket %s of %s begins in the middle of one of %s, which the rows stand for: begin later, with --since, or roll up rows."
              .formatted(Instant.ofEpochMilli(start), buckets, parts.get()));
    }
  }

  private Long firstStart(List<ByteBuffer> key, Long from, long until) {
    if (from != null && from >= until) {
      return null;
    }
    Long found = times.first(key, from, until);
    return found == null ? null : (Long) buckets.start(found);
  }

  private void count(StateStore.Outcome outcome, long start, long rows, boolean inParts) {
    if (outcome == StateStore.Outcome.SAME) {
      tally.add(Count.UNCHANGED, 1);
    }
    if (outcome == StateStore.Outcome.LATER) {
      tally.add(Count.LATER, 1);
    }
    if (outcome == StateStore.Outcome.AHEAD) {
      tally.add(Count.AHEAD, 1);
    }
    if (outcome != StateStore.Outcome.NEW && outcome != StateStore.Outcome.CHANGED) {
      return;
    }
    boolean isChanged = outcome == StateStore.Outcome.CHANGED;
    tally.add(Count.CHANGED, isChanged ? 1 : 0);
    tally.add(Count.CUT, inParts ? 1 : 0);
    tally.bucket(rows);
    listener.written(start, rows, isChanged);
  }
}
