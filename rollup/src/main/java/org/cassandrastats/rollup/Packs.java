/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.rollup;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.BinaryOperator;
import org.cassandrastats.client.api.StatsOptions;
import org.cassandrastats.client.api.StatsQuery;
import org.cassandrastats.rollup.internal.bucket.BucketCounts;
import org.cassandrastats.rollup.internal.bucket.BucketCounts.Count;
import org.cassandrastats.rollup.internal.bucket.BucketSteps;
import org.cassandrastats.rollup.internal.chunk.ChunkTable;
import org.cassandrastats.rollup.internal.chunk.PackSteps;
import org.cassandrastats.rollup.internal.chunk.UnpackSteps;
import org.cassandrastats.rollup.internal.table.StatementSender;
import org.cassandrastats.rollup.internal.table.TableName;
import org.jspecify.annotations.Nullable;

/**
 * Packs tables of rows into tables of chunks, and unpacks them. Objects of this class cannot be
 * changed, and may be used by any threads. What is refused or cannot go on is a {@link
 * org.cassandrastats.client.api.StatsException}, whose message says what was expected and what to
 * do; a run that has failed or was killed is simply started again.
 */
public final class Packs {
  private final CqlSession session;
  private final StatsOptions options;
  private final int inFlight;
  private final BinaryOperator<String> again;

  private Packs(
      CqlSession session, StatsOptions options, int inFlight, BinaryOperator<String> again) {
    this.session = session;
    this.options = options;
    this.inFlight = inFlight;
    this.again = again;
  }

  /**
   * Packs of a cluster, written and read at LOCAL_QUORUM, four buckets at a time.
   *
   * @param session that knows the schema; it stays open
   */
  public static Packs of(CqlSession session) {
    return new Packs(
        session,
        Rollups.complete(StatsOptions.standard()),
        4,
        (from, to) -> "RunRange.again(%s, %s)".formatted(from, to));
  }

  /**
   * The same with other options: consistency level (LOCAL_QUORUM where they name none), page size,
   * retry timeout, keyspace of the functions.
   */
  public Packs withOptions(StatsOptions newOptions) {
    return new Packs(session, Rollups.complete(newOptions), inFlight, again);
  }

  /** The same with another number of buckets that are worked on at the same time. */
  public Packs withInFlight(int newInFlight) {
    return new Packs(session, options, newInFlight, again);
  }

  /**
   * The same, which tells people otherwise how buckets are looked at again.
   *
   * @param newAgain what to do, of the times from which and to which; without it, the range
   */
  public Packs withAdvice(BinaryOperator<String> newAgain) {
    return new Packs(session, options, inFlight, newAgain);
  }

  /**
   * Makes the table of chunks if it is not there, and packs the buckets of a range.
   *
   * @throws org.cassandrastats.client.api.StatsException if that is refused, or cannot go on
   */
  public RunReport run(Pack pack, RunRange range, RunListener listener) {
    return run(pack, range, false, listener);
  }

  /**
   * Writes nothing: reports the statements, and how many buckets there are to pack.
   *
   * @throws org.cassandrastats.client.api.StatsException if that is refused, or cannot go on
   */
  public RunReport dryRun(Pack pack, RunRange range, RunListener listener) {
    return run(pack, range, true, listener);
  }

  private RunReport run(Pack pack, RunRange range, boolean isDry, RunListener listener) {
    StatementSender calls = StatementSender.of(session, options);
    BucketSteps.Plan<ChunkTable> plan = ChunkTable.resolve(session, pack.task(), pack.columns());
    if (pack.deleteRows()) {
      plan.target().requireWholeRows(plan.source());
    }
    BucketCounts tally = new BucketCounts(listener::reached);
    PackSteps.Choices choices =
        new PackSteps.Choices(
            pack.late(), pack.deleteRows(), pack.digest(), options.functionsKeyspace(), again);
    try {
      PackSteps steps = new PackSteps(calls, plan, choices, tally);
      return report(
          tally,
          new BucketSteps(calls, plan, steps, tally, inFlight, () -> false)
              .run(range.withLag(pack.lag()), isDry, options.functionsKeyspace()));
    } catch (DriverException failed) {
      throw StatementSender.refused(
          failed,
          "packing",
          "SELECT%s on %s, %s"
              .formatted(
                  pack.deleteRows() ? " and MODIFY" : "",
                  plan.source().name(),
                  plan.neededToWrite()));
    }
  }

  /**
   * Makes the table of rows if it is not there, and unpacks chunks into it. Values that are there
   * stay.
   *
   * @param from the table of chunks, as {@code keyspace.table}
   * @param into the table of rows
   * @param since buckets that begin at this time or later; null for all
   * @param until buckets that begin before this time; null for all
   * @throws org.cassandrastats.client.api.StatsException if that is refused, or cannot go on
   */
  public RunReport unpack(
      String from,
      String into,
      @Nullable Instant since,
      @Nullable Instant until,
      RunListener listener) {
    return unpack(from, into, since, until, false, listener);
  }

  /** Writes nothing: reports how many buckets {@link #unpack} would look at. */
  public RunReport dryUnpack(
      String from,
      String into,
      @Nullable Instant since,
      @Nullable Instant until,
      RunListener listener) {
    return unpack(from, into, since, until, true, listener);
  }

  private RunReport unpack(
      String from,
      String into,
      @Nullable Instant since,
      @Nullable Instant until,
      boolean isDry,
      RunListener listener) {
    StatementSender calls = StatementSender.of(session, options);
    UnpackSteps.Unpack unpack =
        UnpackSteps.Unpack.resolve(session, TableName.parse(from), TableName.parse(into));
    BucketCounts tally = new BucketCounts(listener::reached);
    try {
      return report(
          tally, new UnpackSteps(calls, unpack, inFlight, tally).run(since, until, isDry));
    } catch (DriverException failed) {
      throw StatementSender.refused(failed, "unpacking", unpack.needed());
    }
  }

  /**
   * A question about rows of named partitions that were packed, answered by chunks and the rows
   * that are there, once. The client computes it, whatever the lane. Nothing is asked yet but what
   * tables of chunks there are.
   *
   * @param queryOptions how; those of this object do not matter
   * @throws org.cassandrastats.client.api.StatsException if no chunks answer it: rows alone may be
   *     a part of the answer
   */
  public RollupQuery query(StatsQuery query, StatsOptions queryOptions) {
    return RollupQuery.ofPack(session, query, queryOptions);
  }

  private static RunReport report(BucketCounts tally, List<String> lines) {
    return new RunReport(tally.of(Count.BUCKETS), tally.of(Count.ROWS), lines, Optional.empty());
  }
}
