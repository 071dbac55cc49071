/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.tools.rollup;

import com.datastax.oss.driver.api.core.metadata.schema.TableMetadata;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.IntFunction;
import org.cassandrastats.client.StatsOptions;
import org.cassandrastats.tools.console.UserError;

/** Writes the buckets of a rollup, or counts those that would be written. */
final class RollupJob {
  private final Calls calls;
  private final Rollup rollup;
  private final StatsOptions options;
  private final int inFlight;
  private final Keys keys;
  private final Tally tally;

  /**
   * A job, to be used once.
   *
   * @param options of buckets that are too much for one request
   * @param inFlight how many requests are sent at the same time
   * @param progress shows how far it has come
   */
  RollupJob(
      Calls calls, Rollup rollup, StatsOptions options, int inFlight, RollupProgress progress) {
    this.calls = calls;
    this.rollup = rollup;
    this.options = options;
    this.inFlight = inFlight;
    this.tally = new Tally(progress::show);
    this.keys = new Keys(calls, rollup.source());
  }

  Tally tally() {
    return tally;
  }

  /** Where the source is a rollup, until when all of it is complete. */
  OptionalLong sourceUntil() {
    Source source = rollup.source();
    if (!source.isRollup()) {
      return OptionalLong.empty();
    }
    OptionalLong until =
        Watermarks.exist(calls, source.table().getKeyspace())
            ? Watermarks.read(calls, source.table()).ofAll()
            : OptionalLong.empty();
    if (until.isEmpty()) {
      throw new UserError(
          "%s is a rollup that is not complete yet: finish it first.".formatted(source.name()));
    }
    return until;
  }

  /**
   * Writes the buckets of each slice that are not written yet, and remembers that they are.
   *
   * @return until when all buckets are written then; empty if a slice has none
   */
  OptionalLong write(TableMetadata table, long until) {
    Watermarks watermarks = Watermarks.read(calls, table);
    execute(
        writing(),
        slice -> span(Optional.of(watermarks), slice, until),
        slice -> {
          if (span(Optional.of(watermarks), slice, until) != null) {
            watermarks.reached(slice, until);
          }
        });
    return watermarks.ofAll();
  }

  /** Writes buckets again. */
  void writeAgain(Span span) {
    execute(writing(), slice -> span, slice -> {});
  }

  /** Counts the buckets that {@link #write} would write. */
  void count(Optional<TableMetadata> table, long until) {
    Optional<Watermarks> watermarks =
        table
            .filter(found -> Watermarks.exist(calls, found.getKeyspace()))
            .map(found -> Watermarks.read(calls, found));
    execute(
        new Counting(keys, rollup.buckets(), tally),
        slice -> span(watermarks, slice, until),
        slice -> {});
  }

  /** Counts the buckets that {@link #writeAgain} would write. */
  void countAgain(Span span) {
    execute(new Counting(keys, rollup.buckets(), tally), slice -> span, slice -> {});
  }

  private Writing writing() {
    return new Writing(
        keys,
        rollup.buckets(),
        new BucketReader(calls, rollup.source(), rollup.states(), options),
        new BucketWriter(calls, rollup.target()),
        tally);
  }

  /** The buckets of a slice that are not written yet; null if there are none. */
  private Span span(Optional<Watermarks> watermarks, int slice, long until) {
    Long done = watermarks.map(marks -> marks.of(slice)).orElse(null);
    Long from = done == null ? rollup.since() : done;
    return from != null && from >= until ? null : new Span(from, until);
  }

  private void execute(BucketWork work, IntFunction<Span> spans, RollupRun.SliceListener listener) {
    Stretches stretches = new Stretches(keys, rollup.buckets(), inFlight);
    RollupRun.SliceListener counting =
        slice -> {
          listener.finished(slice);
          tally.slice();
        };
    new RollupRun(keys, stretches, work, counting, inFlight).execute(spans);
  }
}
