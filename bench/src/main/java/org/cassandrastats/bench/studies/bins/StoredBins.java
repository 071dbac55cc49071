/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.bins;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;
import org.cassandrastats.bench.measure.Attempt;
import org.cassandrastats.bench.measure.InFlight;
import org.cassandrastats.bench.measure.QueryRunner;
import org.cassandrastats.bench.nodes.BenchKeyspace;
import org.cassandrastats.bench.nodes.Target;

/** Distributions in a table of their own, a partition each. */
final class StoredBins {

  /** Of how many records an update is checked. */
  private static final int CHECKED = 200;

  private static final int AT_A_TIME = 16;

  private final Target target;
  private final CqlSession session;
  private final String name;
  private final BinTable table;
  private final Distributions distributions;
  private int increments;
  private boolean isUncertain;

  private StoredBins(Target target, String name, BinTable table, Distributions distributions) {
    this.target = target;
    this.session = target.session();
    this.name = name;
    this.table = table;
    this.distributions = distributions;
  }

  /** Makes an empty table. */
  static StoredBins create(Target target, BinStore store, Distributions distributions) {
    String name = BenchKeyspace.table("bins_" + store.name().toLowerCase(Locale.ROOT));
    BenchKeyspace.createTable(target.session(), name, store.schema());
    return new StoredBins(target, name, store.open(target.session(), name), distributions);
  }

  /**
   * Writes the records from one to before another.
   *
   * @return the seconds that took
   * @throws DriverException if a write fails
   */
  double insert(int from, int end) {
    long start = System.nanoTime();
    InFlight.each(
        AT_A_TIME, from, end, id -> session.executeAsync(table.insert(distributions, id)));
    return QueryRunner.secondsSince(start);
  }

  /** Bytes of all files of the table. */
  long diskBytes() {
    return target.management().get(0).diskBytes(name);
  }

  /** Reads all records, each by its key, and compares every count. */
  Attempt read() {
    AtomicReference<String> wrong = new AtomicReference<>();
    long start = System.nanoTime();
    try {
      repair();
      InFlight.each(AT_A_TIME, 0, distributions.size(), id -> compared(id, wrong));
      return Attempt.of(QueryRunner.secondsSince(start), Optional.ofNullable(wrong.get()));
    } catch (DriverException failed) {
      return Attempt.failed(QueryRunner.secondsSince(start), failed);
    }
  }

  private CompletionStage<?> compared(int id, AtomicReference<String> wrong) {
    return session
        .executeAsync(table.read(id))
        .thenAccept(
            answer -> {
              int[] found = table.counts(answer.one());
              if (!Arrays.equals(found, expected(id))) {
                wrong.compareAndSet(
                    null, "record %d has the bins %s".formatted(id, Arrays.toString(found)));
              }
            });
  }

  private int[] expected(int id) {
    int[] counts = distributions.counts(id);
    if (increments > 0) {
      counts = counts.clone();
      counts[Distributions.updatedBin(id)] += increments;
    }
    return counts;
  }

  /** Increments a bin of every record; then looks at some of them, which does not count. */
  Attempt update() {
    long start = System.nanoTime();
    try {
      repair();
      start = System.nanoTime();
      isUncertain = true;
      InFlight.each(AT_A_TIME, 0, distributions.size(), this::incremented);
      double seconds = QueryRunner.secondsSince(start);
      increments++;
      isUncertain = false;
      return Attempt.of(seconds, wrongAfterUpdate());
    } catch (DriverException failed) {
      return Attempt.failed(QueryRunner.secondsSince(start), failed);
    }
  }

  private CompletionStage<AsyncResultSet> incremented(int id) {
    int bin = Distributions.updatedBin(id);
    return session
        .executeAsync(table.readForUpdate(id, bin))
        .thenCompose(answer -> session.executeAsync(table.increment(id, bin, answer.one())));
  }

  private Optional<String> wrongAfterUpdate() {
    AtomicReference<String> wrong = new AtomicReference<>();
    int step = Math.max(1, distributions.size() / CHECKED);
    InFlight.each(
        AT_A_TIME, 0, (distributions.size() + step - 1) / step, i -> compared(i * step, wrong));
    return Optional.ofNullable(wrong.get());
  }

  /** After an update that failed nobody knows which records it has reached. */
  private void repair() {
    if (isUncertain) {
      insert(0, distributions.size());
      increments = 0;
      isUncertain = false;
    }
  }
}
