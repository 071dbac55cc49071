/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.chunking;

import com.datastax.oss.driver.api.core.ProtocolVersion;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.type.codec.TypeCodecs;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Objects;
import org.cassandrastats.cli.buckets.BucketSource;
import org.cassandrastats.cli.buckets.StatementSender;

/**
 * Deletes rows that were read, each value as of the time when it was written: what is written to it
 * later stays, and so does everything that was not read, whatever the clock of its writer says.
 *
 * <p>Only another value at the same microsecond is hidden, since a deletion goes before values of
 * its own time. A clock does not give a time twice, but a load that sets the times of its writes
 * may: its rows are left where that shows.
 */
final class RowDeleter {
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
            .formatted(source.name(), source.keyMarkers(), time);
    List<String> statements = new ArrayList<>(List.of("DELETE " + from));
    columns.forEach(column -> statements.add("DELETE " + column.quoted() + " " + from));
    statements.add(
        "INSERT INTO %s (%s, %s) VALUES (%s?) USING TIMESTAMP ? AND TTL 1"
            .formatted(source.name(), source.keyNames(), time, "?, ".repeat(source.key().size())));
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
