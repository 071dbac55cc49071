/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.rollup.internal.chunk;

import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.servererrors.FunctionFailureException;
import com.datastax.oss.driver.api.core.servererrors.QueryValidationException;
import com.datastax.oss.driver.api.core.type.DataTypes;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.cassandrastats.client.internal.request.Failures;
import org.cassandrastats.rollup.internal.bucket.BucketSource;
import org.cassandrastats.rollup.internal.chunk.Points.Chunks;
import org.cassandrastats.rollup.internal.table.StatementSender;
import org.cassandrastats.udf.annotation.Identifier;

/**
 * Has nodes with the server jar make chunks of rows, and decodes these: they are a fraction of the
 * bytes of the rows, and neither a node nor the driver makes an object of each row.
 */
final class NodeChunks {
  /** Where the chunks of a span have no more points, the next span is twice as long. */
  private static final int FEW = Chunks.SIZE / 4;

  /** Spans of a bucket that are asked for, and have more points than a chunk has room for. */
  private static final int MOST_FULL = 12;

  /** Where so many buckets had to be read as rows, the others of a run are, too. */
  private static final int MOST_MISSES = 8;

  private final StatementSender calls;
  private final BucketSource source;
  private final List<PackedColumn> packed;
  private final PreparedStatement statement;

  /** Of the times of all threads: how many of them a chunk is known to have room for. */
  private final AtomicLong longest = new AtomicLong(Long.MAX_VALUE);

  /** How many more of the last buckets had to be read as rows than not. */
  private final AtomicInteger misses = new AtomicInteger();

  private NodeChunks(
      StatementSender calls,
      BucketSource source,
      List<PackedColumn> packed,
      PreparedStatement statement) {
    this.calls = calls;
    this.source = source;
    this.packed = packed;
    this.statement = statement;
  }

  /**
   * Chunks of a table.
   *
   * @param keyspace of the pack's functions
   * @return empty where nodes cannot make them bit for bit: without the server jar, of other
   *     columns than doubles, and by dates
   */
  static Optional<NodeChunks> of(
      StatementSender calls, BucketSource source, List<PackedColumn> columns, String keyspace) {
    if (source.time().type().equals(DataTypes.DATE)
        || !columns.stream().allMatch(PackedColumn::isDouble)) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          new NodeChunks(
              calls, source, columns, calls.prepare(statement(source, columns, keyspace))));
    } catch (QueryValidationException noJar) {
      return Optional.empty();
    }
  }

  /** What is asked of a span, in CQL. */
  String statement() {
    return statement.getQuery();
  }

  /** The statement, of which a node without the server jar knows no function of the first name. */
  private static String statement(
      BucketSource source, List<PackedColumn> columns, String keyspace) {
    String functions = Identifier.quoteIfNeeded(keyspace);
    String time = source.time().name();
    List<String> selectors = new ArrayList<>(List.of(functions + ".jar_version()"));
    for (PackedColumn column : columns) {
      selectors.add("%s.chunk(%s, %s)".formatted(functions, time, column.quoted()));
    }
    return "SELECT %s FROM %s WHERE %s AND %s >= ? AND %s < ?"
        .formatted(String.join(", ", selectors), source.name(), source.key().markers(), time, time);
  }

  /**
   * Adds the points of a span, in the order of their times.
   *
   * @param from the number of its first time
   * @param to that of the time behind it
   * @param columns receive the points, unless the rows have to be read
   * @return whether all points were added: not where a node has failed, where chunks have no room
   *     too often, and where a column has more than {@link RowReader#MOST_ROWS}
   */
  boolean read(List<ByteBuffer> key, long from, long to, List<Points.Builder> columns) {
    if (misses.get() >= MOST_MISSES) {
      return false;
    }
    boolean isRead = isRead(key, from, to, columns);
    misses.updateAndGet(count -> isRead ? Math.max(0, count - 1) : count + 1);
    return isRead;
  }

  private boolean isRead(List<ByteBuffer> key, long from, long to, List<Points.Builder> columns) {
    long at = from;
    int full = 0;
    // The difference is negative where it overflows.
    while (at < to && to - at > 0 && full < MOST_FULL) {
      long span = Math.min(longest.get(), to - at);
      try {
        int count = add(key, at, at + span, columns);
        if (columns.stream().anyMatch(column -> column.size() > RowReader.MOST_ROWS)) {
          return false;
        }
        at += span;
        if (count <= FEW) {
          longest.compareAndSet(span, span > Long.MAX_VALUE / 2 ? span : 2 * span);
        }
      } catch (DriverException failed) {
        boolean isTooMuch =
            failed instanceof FunctionFailureException || Failures.isTooMuch(failed);
        if (!isTooMuch || span == 1) {
          return false;
        }
        full++;
        longest.accumulateAndGet(span / 2, Math::min);
      } catch (IllegalArgumentException newer) {
        // A chunk of a version that this one cannot read.
        return false;
      }
    }
    return at == to;
  }

  /** Adds the points of one request; the most of a column. */
  private int add(List<ByteBuffer> key, long from, long to, List<Points.Builder> columns) {
    List<ByteBuffer> values = new ArrayList<>(key);
    values.add(source.time().ofNumber(from));
    values.add(source.time().ofNumber(to));
    Row row = calls.once(calls.bind(statement, values)).get(0);
    int most = 0;
    for (int i = 0; i < columns.size(); i++) {
      ByteBuffer chunk = row.getBytesUnsafe(i + 1);
      if (chunk != null) {
        most = Math.max(most, Chunks.add(packed.get(i), columns.get(i), chunk));
      }
    }
    return most;
  }
}
