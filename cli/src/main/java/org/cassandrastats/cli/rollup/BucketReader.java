/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.rollup;

import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.ProtocolVersion;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.cassandrastats.cli.buckets.BucketSource;
import org.cassandrastats.cli.buckets.StatementSender;
import org.cassandrastats.cli.console.UserError;
import org.cassandrastats.client.StatsClient;
import org.cassandrastats.client.StatsException;
import org.cassandrastats.client.StatsOptions;
import org.cassandrastats.client.StatsQuery;
import org.cassandrastats.client.StatsRow;

/**
 * Asks for the states of buckets. A bucket is one request; where that fails, its rows are cut into
 * smaller requests, whose states are merged here.
 */
final class BucketReader {
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
      List<Target.StateColumn> columns,
      StatsOptions options) {
    this.calls = calls;
    this.source = source;
    this.options = options;
    this.select = statement(source, columns);
    this.statement = calls.prepare(select);
  }

  /** The statement up to WHERE that asks for the states of rows. */
  static String select(BucketSource source, List<Target.StateColumn> columns) {
    List<String> selectors = new ArrayList<>(List.of(rowCount(source)));
    columns.forEach(column -> selectors.add(column.aggregate()));
    return "SELECT %s FROM %s".formatted(String.join(", ", selectors), source.name());
  }

  /** What counts the rows of a bucket. */
  private static String rowCount(BucketSource source) {
    return Target.definition(source.table()).isPresent() ? "sum(" + Target.ROWS + ")" : "count(*)";
  }

  /** The statement that asks for the states of a bucket. */
  static String statement(BucketSource source, List<Target.StateColumn> columns) {
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
