/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.rollup;

import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.ProtocolVersion;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.cassandrastats.cli.buckets.BucketSource;
import org.cassandrastats.cli.buckets.BucketTally;
import org.cassandrastats.cli.buckets.BucketTally.Count;
import org.cassandrastats.cli.buckets.Buckets;
import org.cassandrastats.cli.buckets.Partitions;
import org.cassandrastats.cli.buckets.SpanSplitter;
import org.cassandrastats.cli.buckets.StatementSender;
import org.cassandrastats.cli.console.UserError;
import org.cassandrastats.client.StatsClient;
import org.cassandrastats.client.StatsException;
import org.cassandrastats.client.StatsOptions;
import org.cassandrastats.client.StatsQuery;
import org.cassandrastats.client.StatsRow;

/** Writes the states of the buckets that have rows. */
final class Writing implements Partitions.Work {
  /** Hears of buckets that are written, by any thread. */
  @FunctionalInterface
  interface Listener {
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
  private final BucketReader reader;
  private final StateStore store;
  private final BucketTally tally;
  private final Listener listener;

  /**
   * Writes buckets.
   *
   * @param parts the buckets that the rows stand for; empty where they stand for none
   */
  Writing(
      SpanSplitter.TimeFinder times,
      Buckets buckets,
      Optional<Buckets> parts,
      BucketReader reader,
      StateStore store,
      BucketTally tally,
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
      BucketReader.States states = null;
      if (!tooMuch) {
        try {
          states = reader.atOnce(key, start, end);
        } catch (DriverException failed) {
          if (!StatementSender.isPassing(failed)) {
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

  /** Long ago, the days of a zone began at no hour of UTC. */
  private void requireWhole(long start) {
    if (parts.isPresent() && parts.get().start(start) != start) {
      throw new UserError(
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
    if (outcome == StateStore.Outcome.SAME || outcome == StateStore.Outcome.EXPIRED) {
      return;
    }
    boolean isChanged = outcome == StateStore.Outcome.CHANGED;
    tally.add(Count.CHANGED, isChanged ? 1 : 0);
    tally.add(Count.CUT, inParts ? 1 : 0);
    tally.bucket(rows);
    listener.written(start, rows, isChanged);
  }

  /**
   * Asks for the states of buckets. A bucket is one request; where that fails, its rows are cut
   * into smaller requests, whose states are merged here.
   */
  static final class BucketReader {
    private final StatementSender calls;
    private final BucketSource source;
    private final StatsOptions options;
    private final String select;
    private final PreparedStatement statement;

    /**
     * A reader.
     *
     * @param options of requests that are cut
     */
    BucketReader(
        StatementSender calls,
        BucketSource source,
        List<StateColumn> columns,
        StatsOptions options) {
      this.calls = calls;
      this.source = source;
      this.options = options;
      this.select = statement(source, columns);
      this.statement = calls.prepare(select);
    }

    /** The statement up to WHERE that asks for the states of rows. */
    static String select(BucketSource source, List<StateColumn> columns) {
      List<String> selectors = new ArrayList<>(List.of(rowCount(source)));
      columns.forEach(column -> selectors.add(column.aggregate()));
      return "SELECT %s FROM %s".formatted(String.join(", ", selectors), source.name());
    }

    /** What counts the rows of a bucket. */
    private static String rowCount(BucketSource source) {
      return RollupTarget.definition(source.table()).isPresent()
          ? "sum(" + RollupTarget.ROWS + ")"
          : "count(*)";
    }

    /** The statement that asks for the states of a bucket. */
    static String statement(BucketSource source, List<StateColumn> columns) {
      String time = source.time().name();
      return select(source, columns)
          + " WHERE %s AND %s >= ? AND %s < ?".formatted(source.keyMarkers(), time, time);
    }

    /**
     * The states of a bucket in one request.
     *
     * @throws DriverException if it fails
     */
    States atOnce(List<ByteBuffer> key, long start, long end) {
      List<ByteBuffer> values = new ArrayList<>(key);
      values.add(source.time().bytes(start));
      values.add(source.time().bytes(end));
      Row row = calls.once(calls.bind(statement, values)).get(0);
      List<ByteBuffer> states = new ArrayList<>();
      for (int i = 1; i < row.size(); i++) {
        states.add(row.getBytesUnsafe(i));
      }
      return new States(row.isNull(0) ? 0 : row.getLong(0), states);
    }

    /**
     * The states of a bucket in as many requests as it takes.
     *
     * @throws UserError if that fails, too
     */
    States inParts(List<ByteBuffer> key, long start, long end) {
      List<Object> values = new ArrayList<>();
      for (int i = 0; i < key.size(); i++) {
        values.add(calls.codec(source.key().get(i)).decode(key.get(i), ProtocolVersion.DEFAULT));
      }
      values.add(source.time().key(start));
      values.add(source.time().key(end));
      StatsRow row = run(StatsQuery.of(select, values.toArray()));
      List<ByteBuffer> states = new ArrayList<>();
      for (int i = 1; i < row.values().size(); i++) {
        states.add((ByteBuffer) row.get(i));
      }
      return new States(row.get(0) == null ? 0 : (Long) row.get(0), states);
    }

    private StatsRow run(StatsQuery query) {
      try {
        return StatsClient.of(calls.session()).run(query, options, progress -> {}).row();
      } catch (StatsException failed) {
        throw new UserError(failed.getMessage() + " Run the same command again to go on.", failed);
      }
    }

    /**
     * What the rows of a bucket give.
     *
     * @param rows how many there are
     * @param states one for each column, null where no row has a value
     */
    record States(long rows, List<ByteBuffer> states) {
      States {
        states = Collections.unmodifiableList(new ArrayList<>(states));
      }
    }
  }
}
