/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.rollup;

import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.ProtocolVersion;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.type.codec.TypeCodecs;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
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

/**
 * Writes the states of the buckets that have rows: all columns of one by one statement, which
 * replaces whatever was there, so that a bucket is right however often it is written.
 */
final class Writing implements Partitions.Work {
  private final SpanSplitter.TimeFinder times;
  private final Buckets buckets;
  private final BucketReader reader;
  private final StatementSender calls;
  private final PreparedStatement insert;
  private final BucketTally tally;

  Writing(
      SpanSplitter.TimeFinder times,
      Buckets buckets,
      BucketReader reader,
      StatementSender calls,
      RollupTarget target,
      BucketTally tally) {
    this.times = times;
    this.buckets = buckets;
    this.reader = reader;
    this.calls = calls;
    this.insert = calls.prepare(target.insertStatement());
    this.tally = tally;
  }

  @Override
  public void go(List<ByteBuffer> key, Buckets.Span span, BooleanSupplier stopped) {
    Long start = span.from() == null ? firstStart(key, null, span.until()) : span.from();
    boolean tooMuch = false;
    while (start != null && start < span.until() && !stopped.getAsBoolean()) {
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
        write(key, start, states);
        tally.bucket(states.rows());
        if (tooMuch) {
          tally.add(Count.CUT, 1);
        }
      }
      // Only where a bucket is empty is it worth looking where rows go on.
      start = states.rows() > 0 ? (Long) end : firstStart(key, end, span.until());
    }
  }

  private Long firstStart(List<ByteBuffer> key, Long from, long until) {
    if (from != null && from >= until) {
      return null;
    }
    Long found = times.first(key, from, until);
    return found == null ? null : (Long) buckets.start(found);
  }

  private void write(List<ByteBuffer> key, long start, BucketReader.States states) {
    List<ByteBuffer> values = new ArrayList<>(key);
    values.add(TypeCodecs.TIMESTAMP.encode(Instant.ofEpochMilli(start), ProtocolVersion.DEFAULT));
    values.add(TypeCodecs.BIGINT.encode(states.rows(), ProtocolVersion.DEFAULT));
    // A null replaces a state that was there.
    values.addAll(states.states());
    calls.rows(calls.bind(insert, values));
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
        List<RollupTarget.StateColumn> columns,
        StatsOptions options) {
      this.calls = calls;
      this.source = source;
      this.options = options;
      this.select = statement(source, columns);
      this.statement = calls.prepare(select);
    }

    /** The statement up to WHERE that asks for the states of rows. */
    static String select(BucketSource source, List<RollupTarget.StateColumn> columns) {
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
    static String statement(BucketSource source, List<RollupTarget.StateColumn> columns) {
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
