/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.rollup;

import com.datastax.oss.driver.api.core.metadata.schema.TableMetadata;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import org.cassandrastats.cli.buckets.BucketJob;
import org.cassandrastats.cli.buckets.BucketSelection;
import org.cassandrastats.cli.buckets.BucketSpan;
import org.cassandrastats.cli.buckets.BucketTally;
import org.cassandrastats.cli.buckets.Limits;
import org.cassandrastats.cli.buckets.StatementSender;
import org.cassandrastats.cli.buckets.TableName;
import org.cassandrastats.cli.buckets.Watermarks;
import org.cassandrastats.cli.console.UserError;

/** A run from its first check to what is said of it. */
final class RollupSteps {
  static final String AGAIN = "--recompute";

  private final StatementSender calls;
  private final Rollup rollup;
  private final RollupJob job;
  private final Preparation preparation;

  RollupSteps(StatementSender calls, Rollup rollup, RollupJob job, String functionsKeyspace) {
    this.calls = calls;
    this.rollup = rollup;
    this.job = job;
    this.preparation = new Preparation(calls, rollup, functionsKeyspace);
  }

  /**
   * Runs.
   *
   * @return what there is to say at the end
   */
  List<String> run(BucketSelection range, boolean dry) {
    Limits limits =
        new Limits(rollup.buckets(), Instant.now(), range.lag(), job.sourceUntil(), AGAIN);
    preparation.tryStates();
    if (range.isAgain()) {
      requireTable();
      BucketSpan span = limits.again(range.againFrom(), range.againTo());
      return dry ? countAgain(span) : writeAgain(span);
    }
    long until = limits.until(range.until());
    return dry ? count(until) : write(until);
  }

  private List<String> write(long until) {
    OptionalLong complete = job.write(preparation.makeTables(), until);
    return List.of(written(), BucketJob.completeText(complete));
  }

  private List<String> writeAgain(BucketSpan span) {
    job.writeAgain(span);
    List<String> lines = new ArrayList<>(List.of(written()));
    if (job.tally().buckets() > 0) {
      rollup.madeFromIt(calls.session()).forEach(stale -> lines.add(stale(stale, span)));
    }
    return lines;
  }

  private String stale(TableName stale, BucketSpan span) {
    String range = Instant.ofEpochMilli(span.from()) + " " + Instant.ofEpochMilli(span.until());
    return "The rollup %s was made from %s and is stale now: run it with %s %s, too."
        .formatted(stale, rollup.target().name(), AGAIN, range);
  }

  private List<String> count(long until) {
    Optional<TableMetadata> table = rollup.target().name().find(calls.session());
    job.count(table, until);
    List<String> lines = new ArrayList<>();
    Watermarks.missing(calls, Watermarks.Kind.ROLLUP, rollup.target().name().keyspace())
        .ifPresent(statement -> lines.add(statement + ";"));
    if (table.isEmpty()) {
      lines.add(rollup.target().createStatement(rollup.definition()) + ";");
    }
    lines.addAll(statements());
    lines.add(counted() + ", complete until " + Instant.ofEpochMilli(until));
    return lines;
  }

  private List<String> countAgain(BucketSpan span) {
    job.countAgain(span);
    List<String> lines = new ArrayList<>(statements());
    lines.add(counted() + " again");
    return lines;
  }

  private List<String> statements() {
    return List.of(
        "-- for each bucket",
        BucketReader.statement(rollup.source(), rollup.states()) + ";",
        rollup.target().insertStatement() + ";");
  }

  private String counted() {
    return String.format(
        Locale.ROOT,
        "-- %,d buckets would be written to %s",
        job.tally().buckets(),
        rollup.target().name());
  }

  private String written() {
    BucketTally tally = job.tally();
    String cut =
        tally.bucketsCut() == 0
            ? ""
            : String.format(
                Locale.ROOT,
                "; %,d of them were read in parts, as one request was too much for them or for one before them",
                tally.bucketsCut());
    return String.format(
        Locale.ROOT,
        "%,d buckets of %,d rows written to %s%s.",
        tally.buckets(),
        tally.rows(),
        rollup.target().name(),
        cut);
  }

  private void requireTable() {
    if (!rollup.isThere()) {
      throw new UserError(
          "There is no table %s whose buckets could be written again: run without --recompute first."
              .formatted(rollup.target().name()));
    }
  }
}
