/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.rollup.internal.chunk;

import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.cassandrastats.client.api.StatsException;
import org.cassandrastats.rollup.internal.bucket.BucketSource;
import org.cassandrastats.rollup.internal.table.StatementSender;

/** Reads the rows of buckets, page by page. */
final class RowReader {
  /** What a bucket may have, so that it fits into memory, and into one change of a partition. */
  static final int MOST_ROWS = 64 * Points.Chunks.SIZE;

  /** Rows without a value among them are read, but not looked past in any number. */
  private static final int ROWS_OF_A_LOOK = 64;

  private final StatementSender calls;
  private final BucketSource source;
  private final List<PackedColumn> columns;
  private final boolean withWriteTimes;
  private final PreparedStatement statement;
  private final Optional<NodeChunks> chunks;

  /** A reader that has no chunks made. */
  RowReader(
      StatementSender calls,
      BucketSource source,
      List<PackedColumn> columns,
      boolean withWriteTimes) {
    this(calls, source, columns, withWriteTimes, Optional.empty());
  }

  /**
   * A reader.
   *
   * @param withWriteTimes whether it is to be known when values were written
   * @param chunks that nodes make of rows, which do not say that
   */
  RowReader(
      StatementSender calls,
      BucketSource source,
      List<PackedColumn> columns,
      boolean withWriteTimes,
      Optional<NodeChunks> chunks) {
    this.calls = calls;
    this.chunks = withWriteTimes ? Optional.empty() : chunks;
    this.source = source;
    this.columns = columns;
    this.withWriteTimes = withWriteTimes;
    this.statement = calls.prepare(statement(source, columns, withWriteTimes));
  }

  /** The statement up to WHERE that reads rows. */
  static String select(BucketSource source, List<PackedColumn> columns, boolean withWriteTimes) {
    List<String> selectors = new ArrayList<>(List.of(source.time().name()));
    columns.forEach(column -> selectors.add(column.quoted()));
    if (withWriteTimes) {
      columns.forEach(column -> selectors.add("writetime(" + column.quoted() + ")"));
    }
    return "SELECT %s FROM %s".formatted(String.join(", ", selectors), source.name());
  }

  /** The statement that reads rows of a partition, in the order of chunks. */
  static String statement(BucketSource source, List<PackedColumn> columns, boolean withWriteTimes) {
    String time = source.time().name();
    return select(source, columns, withWriteTimes)
        + " WHERE %s AND %s >= ? AND %s < ? ORDER BY %s ASC"
            .formatted(source.key().markers(), time, time, time);
  }

  /**
   * The rows of a bucket.
   *
   * @param key of its partition
   * @param start where it begins
   * @param end where it ends
   * @param cuts times in between, at which reading of rows is to begin anew
   * @throws StatsException if they are too many
   */
  BucketRows read(List<ByteBuffer> key, long start, long end, Supplier<List<Long>> cuts) {
    long from = source.time().number(source.time().bytes(start));
    long to = source.time().number(source.time().bytes(end));
    Reading whole = new Reading(start);
    if (chunks.isPresent() && chunks.get().read(key, from, to, whole.points)) {
      return whole.ofChunks();
    }
    Reading reading = new Reading(start);
    for (long cut : cuts.get()) {
      if (cut > from && cut < to) {
        read(reading, key, from, cut);
        from = cut;
      }
    }
    read(reading, key, from, to);
    return reading.rows();
  }

  /** Reads a range; where deleted rows are too many for a page, what is left of it in halves. */
  private void read(Reading reading, List<ByteBuffer> key, long from, long to) {
    BoundStatement bound = calls.bind(statement, values(key, from, to));
    ByteBuffer place = null;
    try {
      do {
        StatementSender.Page page = calls.page(bound, place);
        page.rows().forEach(reading::add);
        place = page.next();
      } while (place != null);
    } catch (StatsException failed) {
      long left = reading.next(from);
      long middle = left + (to - left) / 2;
      if (!StatementSender.isTooMuch(failed) || middle == left) {
        throw failed;
      }
      read(reading, key, left, middle);
      read(reading, key, middle, to);
    }
  }

  private List<ByteBuffer> values(List<ByteBuffer> key, long from, long to) {
    List<ByteBuffer> values = new ArrayList<>(key);
    values.add(source.time().ofNumber(from));
    values.add(source.time().ofNumber(to));
    return values;
  }

  /**
   * Whether there is a value in a range of times, among the first rows of it.
   *
   * @param from a time as the column counts it
   * @param to where the range ends, itself not in it
   */
  boolean hasValues(List<ByteBuffer> key, long from, long to) {
    BoundStatement bound = calls.bind(statement, values(key, from, to)).setPageSize(ROWS_OF_A_LOOK);
    return calls.page(bound, null).rows().stream().anyMatch(this::hasValue);
  }

  private boolean hasValue(Row row) {
    for (int i = 0; i < columns.size(); i++) {
      if (isValue(row.getBytesUnsafe(i + 1))) {
        return true;
      }
    }
    return false;
  }

  private static boolean isValue(ByteBuffer value) {
    return value != null && value.hasRemaining();
  }

  /** What was read so far. */
  private final class Reading {
    private final long start;
    private final List<Points.Builder> points = new ArrayList<>();
    private final List<Points.Builder> written = new ArrayList<>();
    private int count;
    private Long last;

    Reading(long start) {
      this.start = start;
      columns.forEach(column -> points.add(new Points.Builder()));
      if (withWriteTimes) {
        columns.forEach(column -> written.add(new Points.Builder()));
      }
    }

    /** Where to go on after the rows that were read. */
    long next(long from) {
      return last == null ? from : Math.max(from, last);
    }

    /** Adds a row, unless that was done before. */
    void add(Row row) {
      long time = source.time().number(row.getBytesUnsafe(0));
      if (last != null && time <= last) {
        return;
      }
      last = time;
      boolean hasValue = false;
      for (int i = 0; i < columns.size(); i++) {
        ByteBuffer value = row.getBytesUnsafe(i + 1);
        if (isValue(value)) {
          points.get(i).add(time, columns.get(i).bits(value));
          hasValue = true;
          if (withWriteTimes) {
            written.get(i).add(time, row.getLong(i + 1 + columns.size()));
          }
        }
      }
      if (hasValue) {
        count++;
      }
      requireFew();
    }

    BucketRows ofChunks() {
      List<Points> columns = build(points);
      count = Points.times(columns).length;
      requireFew();
      return new BucketRows(count, columns, List.of());
    }

    private void requireFew() {
      if (count > MOST_ROWS) {
        throw new StatsException(
            "The bucket %s has more than %,d rows: choose a narrower --bucket."
                .formatted(Instant.ofEpochMilli(start), MOST_ROWS));
      }
    }

    BucketRows rows() {
      return new BucketRows(count, build(points), build(written));
    }

    private static List<Points> build(List<Points.Builder> columns) {
      return columns.stream().map(Points.Builder::build).toList();
    }
  }

  /**
   * The rows of a bucket.
   *
   * @param count of those that have a value in one of the columns
   * @param columns the points of each column
   * @param written when the values of each column were written; no column where that was not asked
   */
  record BucketRows(int count, List<Points> columns, List<Points> written) {
    BucketRows {
      columns = List.copyOf(columns);
      written = List.copyOf(written);
    }
  }
}
