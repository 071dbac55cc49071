/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.rollup.internal.chunk;

import com.datastax.oss.driver.api.core.ProtocolVersion;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.type.codec.TypeCodecs;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Objects;
import org.cassandrastats.rollup.internal.bucket.BucketSource;
import org.cassandrastats.rollup.internal.table.StatementSender;

/** Writes points as rows. */
final class RowWriter {
  private final StatementSender calls;
  private final BucketSource target;
  private final List<PackedColumn> columns;
  private final PreparedStatement insert;

  RowWriter(StatementSender calls, BucketSource target, List<PackedColumn> columns) {
    this.calls = calls;
    this.target = target;
    this.columns = columns;
    this.insert = calls.prepare(statement(target, columns));
  }

  /** The statement that writes a row. */
  static String statement(BucketSource target, List<PackedColumn> columns) {
    List<String> names = new ArrayList<>(List.of(target.key().names(), target.time().name()));
    columns.forEach(column -> names.add(column.quoted()));
    return "INSERT INTO %s (%s) VALUES (%s) USING TIMESTAMP ?"
        .formatted(
            target.name(),
            String.join(", ", names),
            String.join(
                ", ",
                Collections.nCopies(target.key().columns().size() + 1 + columns.size(), "?")));
  }

  /**
   * Writes rows of a partition. A row has no value where a column has no point.
   *
   * @param points of each column
   * @param written when the rows are to be taken for written, in microseconds
   */
  void write(List<ByteBuffer> key, List<Points> points, long written) {
    Batches batches = new Batches(calls);
    for (long time : Points.times(points)) {
      batches.add(List.of(row(key, time, points, written)));
    }
    batches.send();
  }

  private BoundStatement row(List<ByteBuffer> key, long time, List<Points> points, long written) {
    List<ByteBuffer> values = new ArrayList<>(key);
    values.add(target.time().ofNumber(time));
    List<Integer> absent = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      int index = points.get(i).indexOf(time);
      if (index < 0) {
        absent.add(values.size());
      }
      values.add(index < 0 ? null : columns.get(i).value(points.get(i).bits(index)));
    }
    values.add(TypeCodecs.BIGINT.encode(written, ProtocolVersion.DEFAULT));
    BoundStatement row = calls.bind(insert, values);
    for (int position : absent) {
      // Null would delete a value that is there.
      row = row.unset(position);
    }
    return row;
  }

  /** Sends statements of one partition, some of them at a time. */
  static final class Batches {
    private static final int SIZE = 500;

    private final StatementSender calls;
    private final List<BoundStatement> waiting = new ArrayList<>();

    Batches(StatementSender calls) {
      this.calls = calls;
    }

    /** Adds the statements of a row, which are executed all or none. */
    void add(List<BoundStatement> row) {
      if (waiting.size() + row.size() > SIZE) {
        send();
      }
      waiting.addAll(row);
    }

    /** Sends what is left. */
    void send() {
      if (!waiting.isEmpty()) {
        calls.rows(calls.batch(waiting));
        waiting.clear();
      }
    }
  }

  /**
   * Deletes rows that were read, each value as of the time when it was written: what is written to
   * it later stays, and so does everything that was not read, whatever the clock of its writer
   * says.
   *
   * <p>Only another value at the same microsecond is hidden, since a deletion goes before values of
   * its own time. A clock does not give a time twice, but a load that sets the times of its writes
   * may: its rows are left where that shows.
   */
  static final class RowDeleter {
    private final StatementSender calls;
    private final BucketSource source;
    private final PreparedStatement row;
    private final List<PreparedStatement> values;
    private final PreparedStatement marker;

    RowDeleter(StatementSender calls, BucketSource source, List<PackedColumn> columns) {
      this.calls = calls;
      this.source = source;
      List<PreparedStatement> statements =
          statements(source, columns).stream().map(calls::prepare).toList();
      this.row = statements.get(0);
      this.values = statements.subList(1, 1 + columns.size());
      this.marker = statements.get(1 + columns.size());
    }

    /**
     * The statements that delete a row, each of its values, and the mark by which a row that INSERT
     * has made is there without values. Only a deletion of the row would delete that mark, with
     * values that were not read; but it can be replaced by one that expires.
     */
    static List<String> statements(BucketSource source, List<PackedColumn> columns) {
      String time = source.time().name();
      String from =
          "FROM %s USING TIMESTAMP ? WHERE %s AND %s = ?"
              .formatted(source.name(), source.key().markers(), time);
      List<String> statements = new ArrayList<>(List.of("DELETE " + from));
      columns.forEach(column -> statements.add("DELETE " + column.quoted() + " " + from));
      statements.add(
          "INSERT INTO %s (%s, %s) VALUES (%s?) USING TIMESTAMP ? AND TTL 1"
              .formatted(
                  source.name(),
                  source.key().names(),
                  time,
                  "?, ".repeat(source.key().columns().size())));
      return statements;
    }

    /**
     * Deletes rows of a partition.
     *
     * @param written when the values of each column were written
     * @return how many rows; the others are left
     */
    int delete(List<ByteBuffer> key, List<Points> written) {
      long now = ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
      RowWriter.Batches batches = new RowWriter.Batches(calls);
      int deleted = 0;
      for (long time : Points.times(written)) {
        List<ByteBuffer> primaryKey = new ArrayList<>(key);
        primaryKey.add(source.time().ofNumber(time));
        List<Long> times = written.stream().map(column -> column.find(time)).toList();
        LongSummaryStatistics range =
            times.stream().filter(Objects::nonNull).mapToLong(Long::longValue).summaryStatistics();
        long own = source.time().millis(primaryKey.get(key.size()));
        if (Math.floorDiv(range.getMin(), 1000) >= own && range.getMax() <= now) {
          batches.add(statements(primaryKey, times, range));
          deleted++;
        }
      }
      batches.send();
      return deleted;
    }

    private List<BoundStatement> statements(
        List<ByteBuffer> primaryKey, List<Long> times, LongSummaryStatistics range) {
      if (range.getCount() == times.size() && range.getMin() == range.getMax()) {
        return List.of(delete(row, range.getMax(), primaryKey));
      }
      List<BoundStatement> statements = new ArrayList<>();
      for (int i = 0; i < times.size(); i++) {
        if (times.get(i) != null) {
          statements.add(delete(values.get(i), times.get(i), primaryKey));
        }
      }
      List<ByteBuffer> bound = new ArrayList<>(primaryKey);
      // Of two marks of one time that expire the one that does so later stays.
      bound.add(TypeCodecs.BIGINT.encode(range.getMax() + 1, ProtocolVersion.DEFAULT));
      statements.add(calls.bind(marker, bound));
      return statements;
    }

    private BoundStatement delete(
        PreparedStatement statement, long written, List<ByteBuffer> primaryKey) {
      List<ByteBuffer> bound =
          new ArrayList<>(List.of(TypeCodecs.BIGINT.encode(written, ProtocolVersion.DEFAULT)));
      bound.addAll(primaryKey);
      return calls.bind(statement, bound);
    }
  }
}
