/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.rollup;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;
import org.cassandrastats.client.api.StatsOptions;
import org.cassandrastats.client.api.StatsQuery;
import org.cassandrastats.rollup.internal.bucket.BucketCounts;
import org.cassandrastats.rollup.internal.bucket.BucketCounts.Count;
import org.cassandrastats.rollup.internal.state.RollupRun;
import org.cassandrastats.rollup.internal.table.StatementSender;
import org.cassandrastats.rollup.internal.table.TableName;
import org.cassandrastats.rollup.internal.table.Watermarks;

/**
 * Keeps rollups, and asks them. Objects of this class cannot be changed, and may be used by any
 * threads. What is refused or cannot go on is a {@link
 * org.cassandrastats.client.api.StatsException}, whose message says what was expected and what to
 * do; a run that has failed or was killed is simply started again.
 */
public final class Rollups {
  private final CqlSession session;
  private final StatsOptions options;
  private final int inFlight;

  private Rollups(CqlSession session, StatsOptions options, int inFlight) {
    this.session = session;
    this.options = options;
    this.inFlight = inFlight;
  }

  /**
   * Rollups of a cluster, written and read at LOCAL_QUORUM, four buckets at a time.
   *
   * @param session that knows the schema; it stays open
   */
  public static Rollups of(CqlSession session) {
    return new Rollups(
        Objects.requireNonNull(session, "session"), complete(StatsOptions.standard()), 4);
  }

  /** With a consistency level: a row that is missed once is missing permanently. */
  static StatsOptions complete(StatsOptions options) {
    return options.consistencyLevel() == null
        ? options.withConsistencyLevel(ConsistencyLevel.LOCAL_QUORUM)
        : options;
  }

  /**
   * The same with other options: consistency level (LOCAL_QUORUM where they name none), page size,
   * retry timeout, lane, keyspace of the functions.
   */
  public Rollups withOptions(StatsOptions newOptions) {
    return new Rollups(
        session, complete(Objects.requireNonNull(newOptions, "newOptions")), inFlight);
  }

  /**
   * The same with another number of buckets that are worked on at the same time.
   *
   * @throws IllegalArgumentException if it is none
   */
  public Rollups withInFlight(int newInFlight) {
    if (newInFlight < 1) {
      throw new IllegalArgumentException(
          "expected 1 bucket at a time or more, found " + newInFlight);
    }
    return new Rollups(session, options, newInFlight);
  }

  /**
   * Makes the table of a rollup if it is not there, and writes the buckets of a range.
   *
   * @throws org.cassandrastats.client.api.StatsException if that is refused, or cannot go on
   */
  public RunReport run(Rollup rollup, RunRange range, RunListener listener) {
    return run(decided(rollup, range, false, listener), listener, () -> false);
  }

  /**
   * Writes nothing: reports the statements, and how many buckets there are to write.
   *
   * @throws org.cassandrastats.client.api.StatsException if that is refused, or cannot go on
   */
  public RunReport dryRun(Rollup rollup, RunRange range, RunListener listener) {
    return run(decided(rollup, range, true, listener), listener, () -> false);
  }

  /**
   * Keeps a rollup up to date, once it {@link Follower#run runs}.
   *
   * @param every how often to look for rows that came late and, where the rows are those of a
   *     rollup, for buckets that it has completed
   * @throws IllegalArgumentException if that is no time, or longer than 1000 years
   */
  public Follower follower(Rollup rollup, Duration every) {
    Objects.requireNonNull(rollup, "rollup");
    if (TaskBuilder.span("every", every).isZero()) {
      throw new IllegalArgumentException("expected a time between runs, found " + every);
    }
    return new Follower(
        rollup.following(every),
        listener -> {
          RollupRun run = decided(rollup, RunRange.complete(), false, listener);
          return stop -> listener.ended(run(run, listener, stop));
        });
  }

  /**
   * Until when all buckets of a rollup are written.
   *
   * @param table as {@code keyspace.table}
   * @return empty if there is no such rollup, or one of its slices is not written yet
   */
  public Optional<Instant> completeUntil(String table) {
    TableName name = TableName.parse(Objects.requireNonNull(table, "table"));
    return Watermarks.find(
            StatementSender.of(session, options), Watermarks.Kind.ROLLUP, name.find(session))
        .map(Watermarks::ofAll)
        .filter(OptionalLong::isPresent)
        .map(until -> Instant.ofEpochMilli(until.getAsLong()));
  }

  /**
   * A question about rows of named partitions, answered by the states of a rollup where one of the
   * table is complete, and by rows elsewhere; by rows only where no rollup has what is asked for.
   * Nothing is asked yet but what rollups there are.
   *
   * @param queryOptions how; those of this object do not matter
   * @throws org.cassandrastats.client.api.StatsException if nothing answers it
   */
  public RollupQuery query(StatsQuery query, StatsOptions queryOptions) {
    return RollupQuery.of(
        session,
        Objects.requireNonNull(query, "query"),
        Objects.requireNonNull(queryOptions, "queryOptions"));
  }

  private RollupRun decided(Rollup rollup, RunRange range, boolean isDry, RunListener listener) {
    Objects.requireNonNull(rollup, "rollup");
    Objects.requireNonNull(range, "range");
    Objects.requireNonNull(listener, "listener");
    return rollup.run(options, range, isDry, inFlight).in(session, listener::began);
  }

  private RunReport run(RollupRun run, RunListener listener, BooleanSupplier stop) {
    BucketCounts tally = new BucketCounts(listener::reached);
    List<String> lines =
        run.run(
            StatementSender.of(session, options),
            tally,
            (start, rows, isChanged) ->
                listener.written(Instant.ofEpochMilli(start), rows, isChanged),
            stop);
    return new RunReport(
        tally.of(Count.BUCKETS), tally.of(Count.ROWS), lines, RollupRun.left(tally));
  }
}
