/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.rollup;

import com.datastax.oss.driver.api.core.metadata.schema.TableMetadata;
import java.util.Optional;
import java.util.OptionalLong;
import org.cassandrastats.cli.buckets.BucketJob;
import org.cassandrastats.cli.buckets.BucketProgress;
import org.cassandrastats.cli.buckets.BucketSource;
import org.cassandrastats.cli.buckets.BucketSpan;
import org.cassandrastats.cli.buckets.BucketTally;
import org.cassandrastats.cli.buckets.Partitions;
import org.cassandrastats.cli.buckets.RowTimes;
import org.cassandrastats.cli.buckets.StatementSender;
import org.cassandrastats.cli.buckets.StoredDefinition;
import org.cassandrastats.cli.buckets.Unfinished;
import org.cassandrastats.cli.buckets.Watermarks;
import org.cassandrastats.cli.console.UserError;
import org.cassandrastats.client.StatsOptions;

/** Writes the buckets of a rollup, or counts those that would be written. */
final class RollupJob {
  private final StatementSender calls;
  private final Rollup rollup;
  private final StatsOptions options;
  private final RowTimes times;
  private final BucketTally tally;
  private final BucketJob job;

  /**
   * A job, to be used once.
   *
   * @param options of buckets that are too much for one request
   * @param inFlight how many requests are sent at the same time
   * @param progress shows how far it has come
   */
  RollupJob(
      StatementSender calls,
      Rollup rollup,
      StatsOptions options,
      int inFlight,
      BucketProgress progress) {
    this.calls = calls;
    this.rollup = rollup;
    this.options = options;
    this.tally = new BucketTally(progress::show);
    this.times = new RowTimes(calls, rollup.source());
    Partitions partitions = new Partitions(calls, rollup.source().table());
    this.job = new BucketJob(partitions, times, rollup.buckets(), tally, inFlight);
  }

  BucketTally tally() {
    return tally;
  }

  /** Where the source is a table of buckets itself, until when all of it is complete. */
  OptionalLong sourceUntil() {
    BucketSource source = rollup.source();
    Optional<Watermarks.Kind> writer = StoredDefinition.writer(source.table());
    OptionalLong until =
        writer
            .flatMap(kind -> Watermarks.find(calls, kind, Optional.of(source.table())))
            .map(Watermarks::ofAll)
            .orElse(OptionalLong.empty());
    if (writer.isPresent() && until.isEmpty()) {
      throw new UserError(
          "%s is not complete yet: finish its %s first.".formatted(source.name(), writer.get()));
    }
    return until;
  }

  /**
   * Writes the buckets of each slice that are not written yet, and remembers that they are.
   *
   * @return until when all buckets are written then; empty if a slice has none
   */
  OptionalLong write(TableMetadata table, long until) {
    Watermarks watermarks = Watermarks.read(calls, Watermarks.Kind.ROLLUP, table);
    return job.run(writing(), watermarks, unfinished(until));
  }

  /** Writes buckets again. */
  void writeAgain(BucketSpan span) {
    job.run(writing(), span);
  }

  /** Counts the buckets that {@link #write} would write. */
  void count(Optional<TableMetadata> table, long until) {
    job.count(watermarks(table), unfinished(until));
  }

  /** Counts the buckets that {@link #writeAgain} would write. */
  void countAgain(BucketSpan span) {
    job.count(span);
  }

  private Optional<Watermarks> watermarks(Optional<TableMetadata> table) {
    return Watermarks.find(calls, Watermarks.Kind.ROLLUP, table);
  }

  private Unfinished unfinished(long until) {
    return new Unfinished(rollup.since(), until, 0);
  }

  private Writing writing() {
    return new Writing(
        times,
        rollup.buckets(),
        new BucketReader(calls, rollup.source(), rollup.states(), options),
        new BucketWriter(calls, rollup.target()),
        tally);
  }
}
