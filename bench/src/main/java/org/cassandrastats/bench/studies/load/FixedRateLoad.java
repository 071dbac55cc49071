/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.load;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import java.time.Duration;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Phaser;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.cassandrastats.bench.measure.Percentiles;
import org.cassandrastats.bench.nodes.BenchKeyspace;
import org.cassandrastats.localcluster.Background;

/**
 * An application that reads and writes single rows at a fixed rate, whatever becomes of the
 * requests before. A latency counts from the moment at which the request was due: one that had to
 * wait for its turn has waited, too.
 */
final class FixedRateLoad implements AutoCloseable {
  /** The rows that are written; nothing else reads them. */
  static final String WRITTEN = BenchKeyspace.table("foreground_writes");

  private static final Duration TIMEOUT = Duration.ofMinutes(1);
  private static final double NANOS_OF_A_MILLISECOND = 1e6;

  private final CqlSession session;
  private final PreparedStatement read;
  private final PreparedStatement write;
  private final int rows;
  private final long interval;
  private final SplittableRandom random;
  private final Kind reads = new Kind();
  private final Kind writes = new Kind();
  private final LongAdder failures = new LongAdder();
  private final Phaser pending = new Phaser(1);
  private final Background sender;
  private long due = System.nanoTime();
  private long sent;

  private record Kind(Queue<Double> milliseconds) {
    Kind() {
      this(new ConcurrentLinkedQueue<>());
    }

    Percentiles latencies() {
      return Percentiles.of(milliseconds);
    }
  }

  /**
   * Begins.
   *
   * @param rows of the partition that single rows are read of
   * @param perSecond how many requests there are in a second; every other one is a write
   */
  FixedRateLoad(CqlSession session, int rows, int perSecond, long seed) {
    this.session = session;
    this.rows = rows;
    this.interval = Duration.ofSeconds(1).toNanos() / perSecond;
    this.random = new SplittableRandom(seed);
    this.read =
        session.prepare(
            "SELECT value FROM " + BenchKeyspace.TABLE + " WHERE sensor = 1 AND at = ?");
    this.write =
        session.prepare("INSERT INTO " + WRITTEN + " (sensor, at, value) VALUES (1, ?, 0.5)");
    this.sender = Background.start("application", this::send);
  }

  private void send() {
    due += interval;
    long wait = due - System.nanoTime();
    while (wait > 0) {
      LockSupport.parkNanos(wait);
      wait = due - System.nanoTime();
    }
    long start = due;
    boolean isRead = sent % 2 == 0;
    Kind kind = isRead ? reads : writes;
    BoundStatement statement = (isRead ? read : write).bind((long) random.nextInt(rows));
    sent++;
    pending.register();
    session
        .executeAsync(statement.setTimeout(TIMEOUT).setIdempotent(true))
        .whenComplete(
            (result, failure) -> {
              if (failure == null) {
                kind.milliseconds.add((System.nanoTime() - start) / NANOS_OF_A_MILLISECOND);
              } else {
                failures.increment();
              }
              pending.arriveAndDeregister();
            });
  }

  /** Forgets what was measured so far. */
  void restart() {
    reads.milliseconds.clear();
    writes.milliseconds.clear();
    failures.reset();
  }

  /** Milliseconds of the reads since the start. */
  Percentiles reads() {
    return reads.latencies();
  }

  /** Milliseconds of the writes since the start. */
  Percentiles writes() {
    return writes.latencies();
  }

  /** How many requests had no answer. */
  long failures() {
    return failures.sum();
  }

  /** Sends no more, and waits for the answers. */
  @Override
  public void close() {
    sender.close();
    pending.arriveAndAwaitAdvance();
  }
}
